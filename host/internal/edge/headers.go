package edge

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"outrider.dev/sdk/web"
)

// headerPrefix begins the names of all headers between host and plugin; clients' own are removed.
const headerPrefix = "Outrider-"

// Values of the headers that every answer has, made once. They are replaced whole, never changed.
var (
	nosniff     = []string{"nosniff"}
	sameOrigin  = []string{"same-origin"}
	deny        = []string{"DENY"}
	dataNotPage = []string{"default-src 'none'; frame-ancestors 'none'"}
	noStore     = []string{"no-store"}
)

// secure sets what every answer has. The shell sets its own content policy; answers of the API are data, never pages.
func secure(header http.Header, r *http.Request, hsts time.Duration) {
	header["X-Content-Type-Options"] = nosniff
	header["Referrer-Policy"] = sameOrigin
	header["X-Frame-Options"] = deny
	header["Cross-Origin-Opener-Policy"] = sameOrigin
	if r.TLS != nil && hsts > 0 {
		header.Set("Strict-Transport-Security", "max-age="+strconv.FormatInt(int64(hsts/time.Second), 10))
	}
	if isAPI(r.URL.Path) {
		header["Content-Security-Policy"] = dataNotPage
		header["Cross-Origin-Resource-Policy"] = sameOrigin
		header["Cache-Control"] = noStore
	}
}

// notForwarded are answer headers that do not go on: those that concern the plugin's connection alone, and those that a plugin cannot set, which are
// secure's, and cookies, which belong to sign-in.
var notForwarded = map[string]bool{
	"Connection": true, "Proxy-Connection": true, "Keep-Alive": true, "Proxy-Authenticate": true, "Proxy-Authorization": true, "Te": true,
	"Trailer": true, "Transfer-Encoding": true, "Upgrade": true,
	"X-Content-Type-Options": true, "Referrer-Policy": true, "X-Frame-Options": true, "Cross-Origin-Opener-Policy": true,
	"Strict-Transport-Security": true, "Content-Security-Policy": true, "Cross-Origin-Resource-Policy": true, "Set-Cookie": true,
	"X-Request-Id": true, "Clear-Site-Data": true, "Service-Worker-Allowed": true, web.CallerHeader: true, web.CapabilityHeader: true, web.AuditHeader: true, web.AuditDetailHeader: true, web.SharedHeader: true,
}

// removeNotForwarded takes them out.
func removeNotForwarded(header http.Header) {
	for _, name := range connectionNames(header) {
		delete(header, name)
	}
	for name := range header {
		if notForwarded[name] {
			delete(header, name)
		}
	}
}

// identified gives the request a traceparent and an id: the client's if they are sound, otherwise new ones.
func identified(r *http.Request) (*http.Request, string) {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails
	var text [64]byte
	hex.Encode(text[:], random[:])
	fresh := string(text[:])
	id := r.Header.Get("X-Request-Id")
	if !soundID(id) {
		id = fresh[:16]
		r.Header["X-Request-Id"] = []string{id}
	}
	trace := fresh[16:48]
	if given := r.Header.Get("Traceparent"); soundTrace(given) {
		trace = given[3:35]
	}
	r.Header["Traceparent"] = []string{"00-" + trace + "-" + fresh[48:] + "-00"} // traced says it if the request is recorded
	return r, id
}

// soundID reports whether an id is of 8 to 64 characters that mean nothing in a log.
func soundID(id string) bool {
	if len(id) < 8 || len(id) > 64 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-') {
			return false
		}
	}
	return true
}

// soundTrace reports whether s is a W3C traceparent of version 00.
func soundTrace(s string) bool {
	if len(s) != 55 || s[:3] != "00-" || s[35] != '-' || s[52] != '-' {
		return false
	}
	return isHex(s[3:35]) && isHex(s[36:52]) && isHex(s[53:])
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}
