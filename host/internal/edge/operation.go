package edge

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// defaultMaxBody bounds the body of an operation that does not say otherwise.
const defaultMaxBody = 1 << 20

// Plugin is what the edge needs to know of one running plugin.
type Plugin struct {
	ID         string
	Optional   bool // its module is switched on by each organisation
	Database   bool // its requests carry a database capability
	Urgent     bool // its changes must get through, also while the disk is nearly full: who may do what
	Lasting    bool // it acts for users who are not there: what it is asked to do may go on after whoever asked was let in
	Calls      []string
	Reports    []string // operations of its report types: what may be called for users who are not there
	Operations []*pluginv1.Operation
	OpenAPI    []byte
	Served     []Own // operations of the plugin's that the host serves for it
	Webhooks   []Webhook
	Sentences  []manifest.AuditSentence // what the audit log says of the operations
	Backend    Backend
}

// Backend lends connections to a plugin's process.
type Backend interface {
	// Lease lends a transport for one request, a pointer and the same for all requests to one process; release is called once, when the answer
	// has been read. A plugin that cannot take requests answers an error with the method Unavailable() time.Duration: how long to wait.
	Lease(ctx context.Context) (transport http.RoundTripper, release func(), err error)
}

// Own is an operation of the host itself. Its handler finds the caller with CallerOf.
type Own struct {
	Method   string
	Template string // "/api/auth/sign-in"
	Summary  string // its line in the OpenAPI document
	Lock     *pluginv1.Lock
	MaxBody  int64 // bytes; 0: 1 MiB
	Handler  http.Handler
	Shape    Shape // for the OpenAPI document
	// Documented: its OpenAPI is in Config.OwnOpenAPI.
	Documented bool
	// ReadsOnly: it changes nothing, whatever its method: the audit log has no record of it.
	ReadsOnly bool
	IDKinds   map[string]string // of its parameters, for the audit log
	// TakesLong: it streams, or waits for something: it is not ended by the edge.
	TakesLong bool
	// Stores: it keeps what it is sent: refused while the disk is nearly full.
	Stores bool
}

// operation is one line of the table.
type operation struct {
	plugin   *hosted      // nil: the host's own
	handler  http.Handler // nil: the plugin's process serves it
	method   string
	template string
	path     string            // the template in gin's terms, parameters named by position
	orgParam string            // gin's name of {orgId}, empty if the template has none
	params   map[string]string // gin's names of all parameters, and the template's
	lock     *pluginv1.Lock
	maxBody  int64

	stats     *operationStats
	gate      *gate // of a plugin's: the bound that it counts towards
	idKinds   map[string]string
	readsOnly bool          // changes nothing, whatever its method
	waits     bool          // its plugin says that it mostly waits
	patience  time.Duration // how long its plugin may be silent
	stores    bool          // of the host's own: keeps what it is sent
	takesLong bool          // of the host's own: it has no deadline
	exports   bool          // gives data away as a file
	values    []string      // that the sentences of the audit log ask for
	reports   bool          // streams the rows of a report type
	observed  observed
}

// grows reports whether the operation makes something that was not there: while the disk is nearly full, what is there can still be changed and removed.
func (o *operation) grows() bool {
	if o.plugin == nil {
		return o.stores
	}
	return o.method == http.MethodPost && !o.readsOnly && !o.plugin.Urgent
}

// name is how messages and metrics call it.
func (o *operation) name() string { return o.method + " " + o.template }

func (o *operation) owner() string {
	if o.plugin == nil {
		return "host"
	}
	return o.plugin.ID
}

// compile checks what a plugin declares. Parameters are named by their position, since the plugins' templates interleave and each names
// the parameter of one place as it likes.
func compile(method, template string, lock *pluginv1.Lock, maxBody int64) (*operation, error) {
	o := &operation{method: method, template: template, lock: lock, maxBody: maxBody, params: map[string]string{}}
	if maxBody == 0 {
		o.maxBody = defaultMaxBody
	}
	if err := checkLock(lock); err != nil {
		return nil, fmt.Errorf("%s: %w", o.name(), err)
	}
	switch method {
	case http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead:
	default:
		return nil, fmt.Errorf("%s: the method is not one that operations have", o.name())
	}
	if !isAPI(template) || strings.ContainsAny(template, ":*?#\\") {
		return nil, fmt.Errorf("%s: a template begins with /api/ or /scim/ and has no special characters", o.name())
	}
	segments := strings.Split(template[1:], "/")
	for i, segment := range segments {
		name, isParameter := strings.CutPrefix(segment, "{")
		if !isParameter {
			if segment == "" || segment == "." || segment == ".." || strings.ContainsAny(segment, "{}") {
				return nil, fmt.Errorf("%s: %q is not a segment of a template", o.name(), segment)
			}
			continue
		}
		positional := fmt.Sprintf("p%d", i)
		name, closed := strings.CutSuffix(name, "}")
		rest, isRest := strings.CutSuffix(name, "...")
		if !closed || rest == "" || (isRest && i != len(segments)-1) {
			return nil, fmt.Errorf("%s: %q is not a parameter", o.name(), segment)
		}
		segments[i] = ":" + positional
		if isRest {
			segments[i] = "*" + positional
		}
		o.params[positional] = rest
		if name == "orgId" {
			o.orgParam = positional
		}
	}
	o.path = "/" + strings.Join(segments, "/")
	return o, nil
}

// isAPI reports whether an address is one of operations, and not of a page or a file.
func isAPI(path string) bool {
	return strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/scim/")
}

func checkLock(lock *pluginv1.Lock) error {
	switch lock.GetKind() {
	case pluginv1.Lock_ALL_OF, pluginv1.Lock_ANY_OF, pluginv1.Lock_BY_BODY:
		if len(lock.GetPermissions()) == 0 {
			return fmt.Errorf("its lock names no permission")
		}
	case pluginv1.Lock_SIGNED_IN, pluginv1.Lock_PUBLIC:
		if lock.GetReason() == "" {
			return fmt.Errorf("it does not say why no permission is needed")
		}
	default:
		return fmt.Errorf("it declares no lock; every operation says who may call it")
	}
	return nil
}
