package web

import (
	"net/http"
	"path/filepath"
	"strings"
)

// sdk serves what plugins are written with: a page that lists it, the npm package, the Go module in the layout of a module proxy, the
// guide, and under events/ the schemas of the installed plugins' events. It is for everybody: a build machine has no account, and nothing in it is a secret, the browser's half being what every
// browser gets anyway.
func (f *Files) sdk(w http.ResponseWriter, r *http.Request, name string) error {
	if file, ok := strings.CutPrefix(name, "events/"); ok {
		id, file, _ := strings.Cut(file, "/")
		return f.file(w, r, f.opts.Events(id), file, revalidate)
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
