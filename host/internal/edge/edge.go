package edge

import (
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/trace"
)

// Config is what the edge is made of.
type Config struct {
	Decider        Decider
	Absent         Absent // nil: nobody acts for users who are not there
	Organisations  Organisations
	Groups         Groups // nil: nobody can narrow what is seen to a group
	Signer         Signer // nil: requests carry no database capability
	Own            []Own
	Web            http.Handler  // everything outside /api; nil: 404
	TrustedProxies []string      // addresses or networks whose X-Forwarded-For is believed; gin believes all by default, here none
	Version        string        // of the host, for the OpenAPI document
	HSTS           time.Duration // how long browsers that came by TLS keep to it; 0: they are not told
	Timeout        time.Duration // how long a plugin may be silent, and an operation of the host may take; 0: 10 s
	LongTimeout    time.Duration // the same for operations that say that they take long; 0: 60 s
	InFlight       int           // requests under way to one plugin at most; 0: 256. Of those that only wait (web.Waits) eight times as many, counted apart
	KeyRate        KeyRate
	PerClient      int // of them one user's, or of public operations one address's; 0: no bound. Of those that only wait eight times as many
	Log            *slog.Logger
	Metrics        *Metrics
	Audit          *audit.Journal           // nil: nothing is recorded
	Entrances      *audit.Entrances         // nil: nobody notes who enters other organisations
	Sentences      []manifest.AuditSentence // what the audit log says of Own
	OwnOpenAPI     [][]byte                 // documents of those of Own that describe themselves
	Now            func() time.Time         // nil: time.Now
	Tracer         *trace.Tracer            // nil: no traces
	Full           func() bool              // the disk is nearly full: what would make more is refused; nil: never
}

// Edge answers every request of the host. Set and Check may be called at any time.
type Edge struct {
	config  Config
	current atomic.Pointer[table]
	callers callers
	stats   stats
	headers callerHeaders
	keys    keyLimits
	sharing sharing

	mu      sync.Mutex // serialises changes
	plugins map[string]Plugin
	gates   map[string]*gate
	awaited awaited
}

// New makes an edge without plugins.
func New(config Config) (*Edge, error) {
	if config.Timeout == 0 {
		config.Timeout = 10 * time.Second
	}
	if config.LongTimeout == 0 {
		config.LongTimeout = time.Minute
	}
	if config.InFlight == 0 {
		config.InFlight = 256
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	gin.SetMode(gin.ReleaseMode) // its debug mode prints every operation at every change
	e := &Edge{config: config, plugins: map[string]Plugin{}, gates: map[string]*gate{}}
	e.stats.plugins = map[string]*pluginStats{}
	e.callers.flights = map[callerKey]*callerFlight{}
	return e, e.change(func(map[string]Plugin) {})
}

// Set adds a plugin or puts it in the place of its former version. If it cannot stand beside the others nothing changes.
func (e *Edge) Set(plugin Plugin) error {
	err := e.change(func(plugins map[string]Plugin) { plugins[plugin.ID] = plugin })
	if err == nil {
		e.awaited.arrived(plugin.ID)
	}
	return err
}

// Remove takes a plugin's operations away: they answer 404.
func (e *Edge) Remove(id string) error {
	e.awaited.arrived(id)
	return e.change(func(plugins map[string]Plugin) { delete(plugins, id) })
}

// Check reports whether Set would succeed.
func (e *Edge) Check(plugin Plugin) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	plugins := maps.Clone(e.plugins)
	plugins[plugin.ID] = plugin
	_, err := e.build(plugins)
	return err
}

func (e *Edge) change(change func(map[string]Plugin)) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	plugins := maps.Clone(e.plugins)
	change(plugins)
	built, err := e.build(plugins)
	if err != nil {
		return err
	}
	e.plugins = plugins
	e.current.Store(built)
	return nil
}

// ServeHTTP answers one request.
func (e *Edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer e.recovered(w, r)
	secure(w.Header(), r, e.config.HSTS)
	r, id := identified(r)
	w.Header().Set("X-Request-Id", id)
	if e.config.Tracer != nil {
		var span otel.Span
		if r, span = e.traced(r); span.IsRecording() {
			defer span.End()
		}
	}
	if suspicious(r) {
		notFound().write(w, r)
		return
	}
	e.current.Load().engine.ServeHTTP(w, withoutTrailingSlash(r))
}

// withoutTrailingSlash makes "/api/role/" the same address as "/api/role": the catalogue writes some of its paths with the slash.
func withoutTrailingSlash(r *http.Request) *http.Request {
	if !isAPI(r.URL.Path) || !strings.HasSuffix(r.URL.Path, "/") {
		return r
	}
	short := r.Clone(r.Context())
	short.URL.Path, short.URL.RawPath = strings.TrimSuffix(r.URL.Path, "/"), strings.TrimSuffix(r.URL.RawPath, "/")
	return short
}

// recovered keeps a panic of the host's own code from ending more than this request. ErrAbortHandler is how a proxy says that an answer
// broke off: the server must hear it.
func (e *Edge) recovered(w http.ResponseWriter, r *http.Request) {
	reason := recover()
	if reason == nil {
		return
	}
	if err, ok := reason.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(reason)
	}
	e.config.Log.Error("a handler of the host panicked", "path", r.URL.Path, "reason", reason, "stack", string(debug.Stack()))
	newProblem(http.StatusInternalServerError, fault.Internal, "Something went wrong on our side.").write(w, r)
}

// suspicious reports API paths that edge and plugin might read differently: what is checked must be what is executed.
func suspicious(r *http.Request) bool {
	if !isAPI(r.URL.Path) {
		return false
	}
	raw := r.URL.EscapedPath()
	if strings.Contains(raw, "%") {
		raw = strings.ToLower(raw)
	}
	return strings.Contains(raw, "%2f") || strings.Contains(raw, "%5c") || strings.Contains(raw, "//") ||
		strings.Contains(raw, "/../") || strings.Contains(raw, "/./") || strings.HasSuffix(raw, "/..") || strings.HasSuffix(raw, "/.")
}

func (e *Edge) noRoute(c *gin.Context) {
	api := isAPI(c.Request.URL.Path)
	if api && e.awaited.any() {
		notYet().write(c.Writer, c.Request)
		return
	}
	if api || e.config.Web == nil {
		notFound().write(c.Writer, c.Request)
		return
	}
	c.Status(http.StatusOK) // gin has noted 404 already
	e.config.Web.ServeHTTP(c.Writer, c.Request)
}

// waitingFor is how many requests may wait at a plugin for one that it may work at. A viewer of live video has two of them open all the
// time; they cost it a goroutine each and no work, and must not keep anybody from what does not wait.
const waitingFor = 8

// gateOf is a bound on requests under way to a plugin; it outlives tables and versions.
func (e *Edge) gateOf(id string, times int) *gate {
	g, ok := e.gates[id]
	if !ok {
		g = newGate(times*e.config.InFlight, times*e.config.PerClient)
		e.gates[id] = g
	}
	return g
}
