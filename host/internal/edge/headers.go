package edge

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"outrider.dev/sdk/web"
)

// headerPrefix begins the names of all headers between host and plugin; clients' own are removed.
const headerPrefix = "Outrider-"

// secure sets what every answer has. The shell sets its own content policy; answers of the API are data, never pages.
func secure(header http.Header, r *http.Request, hsts time.Duration) {
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	if r.TLS != nil && hsts > 0 {
		header.Set("Strict-Transport-Security", "max-age="+strconv.FormatInt(int64(hsts/time.Second), 10))
	}
	if strings.HasPrefix(r.URL.Path, "/api/") {
		header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Cache-Control", "no-store")
	}
}

// hostsOwn are response headers that a plugin cannot set: those of secure, and cookies, which belong to sign-in.
var hostsOwn = []string{
	"X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options", "Cross-Origin-Opener-Policy", "Strict-Transport-Security",
	"Content-Security-Policy", "Cross-Origin-Resource-Policy", "Set-Cookie", "X-Request-Id", "Clear-Site-Data", "Service-Worker-Allowed",
	web.CallerHeader, web.CapabilityHeader,
}

var (
	requestIDPattern   = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)
	traceparentPattern = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)
)

// identified gives the request a traceparent and an id: the client's if they are sound, otherwise new ones.
func identified(r *http.Request) (*http.Request, string) {
	id := r.Header.Get("X-Request-Id")
	if !requestIDPattern.MatchString(id) {
		id = randomHex(8)
	}
	trace := randomHex(16)
	if given := r.Header.Get("Traceparent"); traceparentPattern.MatchString(given) {
		trace = given[3:35]
	}
	r.Header.Set("X-Request-Id", id)
	r.Header.Set("Traceparent", "00-"+trace+"-"+randomHex(8)+"-00") // traced says it if the request is recorded
	return r, id
}

func randomHex(bytes int) string {
	raw := make([]byte, bytes)
	_, _ = rand.Read(raw) // never fails
	return hex.EncodeToString(raw)
}
