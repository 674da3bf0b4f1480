package web

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
)

// HostFile below /sdk/ says whose SDK it is: a Host.
const HostFile = "host.json"

// Host is which host serves an SDK.
type Host struct {
	ID string `json:"id"`
}

// sdk serves what plugins are written with: a page that lists it, the npm package, the Go module in the layout of a module proxy, the
// guide, and under events/ the schemas of the installed plugins' events. It is for everybody: a build machine has no account, and nothing in it is a secret, the browser's half being what every
// browser gets anyway.
func (f *Files) sdk(w http.ResponseWriter, r *http.Request, name string) error {
	if file, ok := strings.CutPrefix(name, "events/"); ok {
		id, file, _ := strings.Cut(file, "/")
		return f.file(w, r, f.opts.Events(id), file, revalidate)
	}
	if name == HostFile {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		return json.NewEncoder(w).Encode(Host{f.opts.Host()})
	}
	dir := filepath.Join(f.opts.Dir, "sdk")
	if name == "" {
		return f.page(w, r, dir)
	}
	caching := revalidate
	if strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".zip") {
		caching = immutable // a version's content never changes: see scripts/pack-sdk.mjs
	}
	return f.file(w, r, dir, name, caching)
}
