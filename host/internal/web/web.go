package web

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"outrider.dev/outrider/host/internal/streets"
)

// noncePlaceholder stands in pages where the nonce of the response goes.
const noncePlaceholder = "__CSP_NONCE__"

// Map is what maps are drawn from; empty addresses leave the packaged base map alone.
type Map struct {
	StreetsURL   string `json:"streets_url"`              // of the .pmtiles file
	Broken       bool   `json:"streets_broken,omitempty"` // there is one, and it cannot be drawn
	TilesURL     string `json:"tiles_url"`
	SatelliteURL string `json:"satellite_url"`
	Attribution  string `json:"attribution"`
}

// Options are what the web part is made of.
type Options struct {
	Dir          string                              // the built pages and packages: shell/, sign-in/ and sdk/
	Release      func(id, digest string) (ui string) // the folder of a release's remote, whether or not it is there
	Events       func(id string) (schemas string)    // the folder with the schemas of an enabled plugin's events; empty: there is no such plugin
	SignInSite   string                              // where who is not signed in is led; empty: the sign-in page
	PublicURL    string                              // https://portal.example.com; empty: unknown
	HSTS         time.Duration                       // how long browsers that came by TLS keep to it
	TLS          bool                                // the host serves TLS itself
	Map          Map
	Streets      *streets.Streets // nil: none
	MediaOrigins []string         // where signed links lead, if not to this host
	Host         func() string    // tells this host from others, for those who write plugins for it; no secret
	Log          *slog.Logger
}

// Files serves pages and files: everything outside /api.
type Files struct {
	opts   Options
	policy policy
}

// NewFiles serves what opts name. Folders are opened for each request, so that a build may replace them.
func NewFiles(opts Options) *Files { return &Files{opts: opts, policy: newPolicy(opts)} }

var (
	releasePath = regexp.MustCompile(`^/remotes/([a-z][a-z0-9-]*)/([0-9a-f]{64})/(.+)$`)
	hashedName  = regexp.MustCompile(`\.[0-9a-f]{8,}\.[a-z0-9]+$`)
)

// ServeHTTP implements http.Handler.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	hsts := f.opts.HSTS
	if !f.opts.TLS && r.TLS == nil && !strings.HasPrefix(f.opts.PublicURL, "https://") {
		hsts = 0
	}
	secure(w.Header(), hsts)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		f.missing(w, http.StatusMethodNotAllowed)
		return
	}
	if err := f.route(w, r); err != nil {
		f.opts.Log.Error("serve the web part", "path", r.URL.Path, "error", err)
		f.missing(w, http.StatusServiceUnavailable)
	}
}

// route finds what a path means: a remote's file, a file of the sign-in page or the shell, or a page.
func (f *Files) route(w http.ResponseWriter, r *http.Request) error {
	at := r.URL.Path
	if at != path.Clean(at) && at != path.Clean(at)+"/" {
		f.missing(w, http.StatusNotFound)
		return nil
	}
	if at == streets.Path {
		f.opts.Streets.ServeHTTP(w, r)
		return nil
	}
	if strings.HasPrefix(at, "/remotes/") {
		if m := releasePath.FindStringSubmatch(at); m != nil {
			return f.file(w, r, f.opts.Release(m[1], m[2]), m[3], immutable)
		}
		f.missing(w, http.StatusNotFound)
		return nil
	}
	if rest, ok := strings.CutPrefix(at, "/sdk"); ok && (rest == "" || rest[0] == '/') {
		return f.sdk(w, r, strings.TrimPrefix(rest, "/"))
	}
	dir, name := filepath.Join(f.opts.Dir, "shell"), strings.TrimPrefix(at, "/")
	if rest, ok := strings.CutPrefix(at, "/sign-in"); ok && (rest == "" || rest[0] == '/') {
		dir, name = filepath.Join(f.opts.Dir, "sign-in"), strings.TrimPrefix(rest, "/")
	}
	if isAsset(name) {
		return f.file(w, r, dir, name, cachingOf(name))
	}
	if !isNavigation(r) {
		f.missing(w, http.StatusNotFound)
		return nil
	}
	if site := f.opts.SignInSite; site != "" && isLed(r) {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, site, http.StatusFound)
		return nil
	}
	return f.page(w, r, dir)
}

// isLed reports whether the shell leads somebody to the sign-in page: nobody is signed in, or a session is refused. Whoever asks for the page itself gets it.
func isLed(r *http.Request) bool {
	query := r.URL.Query()
	return r.URL.Path == "/sign-in" && (query.Has("next") || query.Get("reason") == "failed")
}

func (f *Files) file(w http.ResponseWriter, r *http.Request, dir, name, caching string) error {
	found, err := serveFile(w, r, dir, name, caching)
	if err == nil && !found {
		f.missing(w, http.StatusNotFound)
	}
	return err
}

// page answers with the index of a build, which carries the nonce of this response; so it is never kept.
func (f *Files) page(w http.ResponseWriter, r *http.Request, dir string) error {
	html, err := readFile(dir, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		http.Error(w, "The web part has not been built: run `make build`.", http.StatusServiceUnavailable)
		return nil
	}
	if err != nil {
		return err
	}
	nonce := rand.Text()
	header := w.Header()
	header.Set("Content-Type", types[".html"])
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", f.policy.content(nonce))
	if r.Method == http.MethodHead {
		return nil
	}
	_, _ = w.Write(bytes.ReplaceAll(html, []byte(noncePlaceholder), []byte(nonce))) // the client is gone if this fails
	return nil
}

func (f *Files) missing(w http.ResponseWriter, status int) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, http.StatusText(status), status)
}

// isAsset tells files from pages: by folder, or by an ending that builds emit. Pages themselves are asked for without ending.
func isAsset(name string) bool {
	_, known := types[path.Ext(name)]
	return known || strings.HasPrefix(name, "assets/")
}

func cachingOf(name string) string {
	if hashedName.MatchString(name) {
		return immutable
	}
	return revalidate
}

// isNavigation reports whether a person is going to a page, as against a script or an image being loaded.
func isNavigation(r *http.Request) bool {
	if mode := r.Header.Get("Sec-Fetch-Mode"); mode != "" {
		return mode == "navigate"
	}
	accept := r.Header.Get("Accept")
	return accept == "" || strings.Contains(accept, "text/html") || strings.Contains(accept, "*/*") && !strings.Contains(accept, "image/")
}
