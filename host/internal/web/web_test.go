package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/web"
)

var digest = strings.Repeat("ab", 32)

// site is a built web part in a folder.
func site(t *testing.T) web.Options {
	t.Helper()
	root := t.TempDir()
	for name, content := range map[string]string{
		"web/shell/index.html":                    `<meta name="csp-nonce" content="__CSP_NONCE__"><p>shell`,
		"web/shell/assets/js/main.0123456789.js":  "plain script",
		"web/shell/favicon.svg":                   "<svg/>",
		"web/sign-in/index.html":                  `<p>sign-in`,
		"web/sign-in/assets/js/in.0123456789.js":  "sign-in script",
		"plugins/vehicles/" + digest + "/a.js":    "remote",
		"plugins/vehicles/" + digest + "/b/c.css": "style",
		"web/sdk/index.html":                      `<style nonce="__CSP_NONCE__"></style><p>packages`,
		"web/sdk/sdk.json":                        "{}",
		"web/sdk/outrider-sdk-0.1.0.tgz":          "npm package",
		"web/sdk/go/outrider.dev/sdk/@v/list":     "v0.1.0",
		"web/sdk/docs/a.md":                       "# Guide",
		"secret.txt":                              "secret",
	} {
		write(t, filepath.Join(root, name), content)
	}
	write(t, filepath.Join(root, "web/shell/assets/js/main.0123456789.js.gz"), zipped(t, "plain script"))
	write(t, filepath.Join(root, "web/shell/assets/js/main.0123456789.js.br"), "brotli")
	if err := os.Symlink(filepath.Join(root, "secret.txt"), filepath.Join(root, "web/shell/assets/link.txt")); err != nil {
		t.Fatalf("link: %v", err)
	}
	return web.Options{
		Host: func() string { return "this one" },
		Dir:  filepath.Join(root, "web"), Log: slog.New(slog.DiscardHandler),
		Release: func(id, digest string) string { return filepath.Join(root, "plugins", id, digest) },
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatalf("make folder: %v", err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatalf("write %s: %v", file, err)
	}
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatalf("compress: %v", err)
	}
	if err := z.Close(); err != nil {
		t.Fatalf("compress: %v", err)
	}
	return b.String()
}

func ask(h http.Handler, method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path = target // as it is, also what a client would clean
	for n := 0; n+1 < len(header); n += 2 {
		r.Header.Set(header[n], header[n+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestFiles_WhatAPathMeans(t *testing.T) {
	files := web.NewFiles(site(t))
	remote := "/remotes/vehicles/" + digest
	html, script := []string{"Accept", "text/html,*/*;q=0.8"}, []string{"Accept", "*/*", "Sec-Fetch-Mode", "no-cors"}
	for _, tc := range []struct {
		name, target string
		header       []string
		status       int
		body         string // a part of it
	}{
		{"the shell", "/", html, 200, "shell"},
		{"a page of the shell", "/vehicles/v1", html, 200, "shell"},
		{"a page, asked for by a program", "/map-view", []string{"Accept", "*/*"}, 200, "shell"},
		{"a script that is a page's path", "/map-view", script, 404, "Not Found"},
		{"an asset", "/assets/js/main.0123456789.js", script, 200, "plain script"},
		{"a missing asset, also for a person", "/assets/js/gone.0123456789.js", html, 404, "Not Found"},
		{"a missing file outside assets", "/gone.js", html, 404, "Not Found"},
		{"a file of the shell's root", "/favicon.svg", script, 200, "<svg/>"},
		{"the sign-in page", "/sign-in", html, 200, "sign-in"},
		{"its asset", "/sign-in/assets/js/in.0123456789.js", script, 200, "sign-in script"},
		{"the SDK's page", "/sdk", html, 200, "packages"},
		{"the same, as a folder", "/sdk/", html, 200, "packages"},
		{"whose SDK it is", "/sdk/host.json", nil, 200, `{"id":"this one"}`},
		{"the SDK's npm package", "/sdk/outrider-sdk-0.1.0.tgz", nil, 200, "npm package"},
		{"what Go asks a proxy first", "/sdk/go/outrider.dev/sdk/@v/list", nil, 200, "v0.1.0"},
		{"a module that is another proxy's", "/sdk/go/golang.org/x/text/@v/list", nil, 404, "Not Found"},
		{"the SDK's guide", "/sdk/docs/a.md", html, 200, "# Guide"},
		{"a folder of the SDK", "/sdk/go/", html, 404, "Not Found"},
		{"out of the SDK", "/sdk/../../secret.txt", html, 404, "Not Found"},
		{"a page that only begins like the SDK's", "/sdks", html, 200, "shell"},
		{"a page that only begins alike", "/sign-interior", html, 200, "shell"},
		{"a remote's file", remote + "/a.js", script, 200, "remote"},
		{"a remote's file in a folder", remote + "/b/c.css", script, 200, "style"},
		{"a missing file of a remote", remote + "/gone.js", html, 404, "Not Found"},
		{"a folder of a remote", remote + "/b", html, 404, "Not Found"},
		{"a release that is not there", "/remotes/vehicles/" + strings.Repeat("cd", 32) + "/a.js", script, 404, "Not Found"},
		{"a release that is none", "/remotes/vehicles/latest/a.js", html, 404, "Not Found"},
		{"out of the release", remote + "/../../../secret.txt", html, 404, "Not Found"},
		{"out of the shell", "/assets/../../../secret.txt", html, 404, "Not Found"},
		{"out by a link", "/assets/link.txt", html, 404, "Not Found"},
		{"with backslashes", `/assets/..\..\secret.txt`, html, 404, "Not Found"},
		{"with a zero byte", "/assets/\x00.js", html, 404, "Not Found"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := ask(files, "GET", tc.target, tc.header...)
			if w.Code != tc.status || !strings.Contains(w.Body.String(), tc.body) {
				t.Errorf("GET %s = %d %q, want %d %q", tc.target, w.Code, w.Body, tc.status, tc.body)
			}
			if w.Code == 404 && strings.Contains(w.Header().Get("Content-Type"), "html") {
				t.Errorf("what is missing was answered with %s", w.Header().Get("Content-Type"))
			}
		})
	}
	if w := ask(files, "POST", "/"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST / = %d", w.Code)
	}
}

func TestFiles_Compression(t *testing.T) {
	files := web.NewFiles(site(t))
	const script = "/assets/js/main.0123456789.js"
	for _, tc := range []struct{ accept, want string }{
		{"gzip, deflate, br", "br"}, {"gzip", "gzip"}, {"br;q=0, gzip;q=0.5", "gzip"}, {"", ""}, {"identity", ""},
	} {
		t.Run(tc.accept, func(t *testing.T) {
			w := ask(files, "GET", script, "Accept-Encoding", tc.accept)
			if got := w.Header().Get("Content-Encoding"); got != tc.want || w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("encoding %q, vary %q; want %q", got, w.Header().Get("Vary"), tc.want)
			}
			if w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" || w.Header().Get("Content-Length") == "" {
				t.Errorf("headers = %v", w.Header())
			}
			tag := w.Header().Get("ETag")
			again := ask(files, "GET", script, "Accept-Encoding", tc.accept, "If-None-Match", tag)
			if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
				t.Errorf("with the ETag %s: %d", tag, again.Code)
			}
		})
	}
	br, plain := ask(files, "GET", script, "Accept-Encoding", "br"), ask(files, "GET", script)
	if br.Header().Get("ETag") == plain.Header().Get("ETag") {
		t.Error("two forms of a file have one ETag")
	}
}

func TestFiles_Caching(t *testing.T) {
	files := web.NewFiles(site(t))
	for target, want := range map[string]string{
		"/assets/js/main.0123456789.js":         "public, max-age=31536000, immutable",
		"/remotes/vehicles/" + digest + "/a.js": "public, max-age=31536000, immutable",
		"/favicon.svg":                          "no-cache",
		"/map-view":                             "no-store",
		"/gone.js":                              "no-store",
	} {
		if got := ask(files, "GET", target, "Accept", "text/html").Header().Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %q, want %q", target, got, want)
		}
	}
}

func TestFiles_Policy(t *testing.T) {
	opts := site(t)
	opts.PublicURL, opts.HSTS = "https://portal.example.com", time.Hour
	opts.Map = web.Map{TilesURL: "https://{s}.tiles.example.com/{z}/{x}/{y}.png", SatelliteURL: "https://sat.example.com/{z}?a='; script-src *"}
	files := web.NewFiles(opts)
	first, second := ask(files, "GET", "/"), ask(files, "GET", "/")
	policy := first.Header().Get("Content-Security-Policy")
	nonce := regexp.MustCompile(`'nonce-([A-Z2-7]{20,})'`).FindStringSubmatch(policy)
	if nonce == nil || !strings.Contains(first.Body.String(), `content="`+nonce[1]+`"`) {
		t.Fatalf("the nonce of %q is not in the page %q", policy, first.Body)
	}
	if first.Body.String() == second.Body.String() {
		t.Error("two answers carry one nonce")
	}
	for _, want := range []string{
		"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "connect-src 'self' wss://portal.example.com;",
		"img-src 'self' data: blob: https://*.tiles.example.com https://sat.example.com;", "media-src 'self' blob:;", "worker-src 'self' blob:",
	} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %q: %s", want, policy)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "script-src *") {
		t.Errorf("the policy is open: %s", policy)
	}
	header := first.Header()
	if header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Strict-Transport-Security") == "" || header.Get("Permissions-Policy") == "" {
		t.Errorf("headers = %v", header)
	}
	if got := ask(web.NewFiles(site(t)), "GET", "/").Header().Get("Strict-Transport-Security"); got != "" {
		t.Errorf("without TLS: Strict-Transport-Security %q", got)
	}
}

func TestFiles_NotBuilt(t *testing.T) {
	opts := site(t)
	opts.Dir = t.TempDir()
	if w := ask(web.NewFiles(opts), "GET", "/"); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

// TestFiles_SignInSite: who is led to the sign-in page goes on to the site that an operator names; the page itself stays.
func TestFiles_SignInSite(t *testing.T) {
	opts := site(t)
	for _, tc := range []struct{ name, site, path, to string }{
		{"nobody is signed in", "https://portal.test/in", "/sign-in?next=%2Fmap-view", "https://portal.test/in"},
		{"a session is refused", "https://portal.test/in", "/sign-in?next=%2F&reason=failed", "https://portal.test/in"},
		{"the page itself", "https://portal.test/in", "/sign-in", ""},
		{"a hand-over that failed", "https://portal.test/in", "/sign-in?reason=handover-refused", ""},
		{"a first administrator", "https://portal.test/in", "/sign-in?setup=x", ""},
		{"no site", "", "/sign-in?next=%2Fmap-view", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			opts.SignInSite = tc.site
			request := httptest.NewRequest(http.MethodGet, tc.path, nil)
			request.Header.Set("Accept", "text/html")
			answer := httptest.NewRecorder()
			web.NewFiles(opts).ServeHTTP(answer, request)
			want := http.StatusOK
			if tc.to != "" {
				want = http.StatusFound
			}
			if answer.Code != want || answer.Header().Get("Location") != tc.to {
				t.Errorf("%d to %q, want %d to %q", answer.Code, answer.Header().Get("Location"), want, tc.to)
			}
		})
	}
}
