package web

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
)

// types are the media types of what builds emit; the operating system's own list is not asked.
var types = map[string]string{
	".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8", ".json": "application/json", ".map": "application/json", ".svg": "image/svg+xml",
	".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon", ".woff2": "font/woff2",
	".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json", ".tgz": "application/gzip",
	".md": "text/plain; charset=utf-8", ".zip": "application/zip",
}

// encodings are the forms in which builds put files beside the plain one, the best first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// How long a browser may keep a file.
const (
	immutable  = "public, max-age=31536000, immutable"
	revalidate = "no-cache"
)

// serveFile answers with the file name below dir, slash-separated, compressed where the build and the client can. It reports false, and
// has answered nothing, if there is no such file. os.Root keeps names and links inside dir.
func serveFile(w http.ResponseWriter, r *http.Request, dir, name, caching string) (bool, error) {
	if !fs.ValidPath(name) {
		return false, nil
	}
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("open %s: %w", dir, err)
	}
	defer root.Close()
	encoding, file, info, err := choose(root, name, r.Header.Get("Accept-Encoding"))
	if file == nil || err != nil {
		return false, err
	}
	defer file.Close()
	header := w.Header()
	header.Set("Content-Type", typeOf(name))
	header.Set("Cache-Control", caching)
	header.Set("ETag", etag(info, encoding))
	header.Add("Vary", "Accept-Encoding")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox") // a picture opened on its own runs nothing
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
		header.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	}
	http.ServeContent(w, r, "", info.ModTime(), file)
	return true, nil
}

// choose opens the form of the file that suits the client best.
func choose(root *os.Root, name, accepted string) (encoding string, file *os.File, info fs.FileInfo, err error) {
	for _, e := range encodings {
		if !accepts(accepted, e.name) {
			continue
		}
		file, info, err = open(root, name+e.suffix)
		if file != nil || err != nil {
			return e.name, file, info, err
		}
	}
	file, info, err = open(root, name)
	return "", file, info, err
}

// open returns no file and no error for one that is not there, is a folder, or lies outside the root.
func open(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	file, err := root.Open(name)
	if err != nil {
		return nil, nil, nil // for the client it is not there, whatever the reason
	}
	info, err := file.Stat()
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("look at %s: %w", name, err), file.Close())
	}
	if !info.Mode().IsRegular() {
		return nil, nil, file.Close()
	}
	return file, info, nil
}

// readFile reads a small file such as a page; fs.ErrNotExist if it is not there.
func readFile(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	defer root.Close()
	file, err := root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", name, dir, err)
	}
	defer file.Close()
	return io.ReadAll(file)
}

func etag(info fs.FileInfo, encoding string) string {
	return fmt.Sprintf(`"%x-%x%s"`, info.ModTime().UnixNano(), info.Size(), strings.TrimSuffix("-"+encoding, "-"))
}

func typeOf(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}

// accepts reads an Accept-Encoding header: named, and not with a weight of nothing.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			weight, found := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
			q, err := strconv.ParseFloat(weight, 64)
			return !found || err == nil && q > 0
		}
	}
	return false
}

// notModified answers 304 where the client has this version already.
func notModified(w http.ResponseWriter, r *http.Request, tag string) bool {
	for each := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		each = strings.TrimPrefix(strings.TrimSpace(each), "W/")
		if each == tag || each == "*" {
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}
