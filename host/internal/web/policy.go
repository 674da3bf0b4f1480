package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// policy writes the content security policy of pages.
type policy struct {
	images  []string // origins of map tiles
	media   []string // origins that signed links lead to, where the storage serves them itself
	sockets []string // the push connection, for browsers that do not count it as 'self'
}

func newPolicy(o Options) policy {
	p := policy{images: originsOf(o.Map.TilesURL, o.Map.SatelliteURL), media: originsOf(o.MediaOrigins...)}
	for _, origin := range originsOf(o.PublicURL) {
		p.sockets = append(p.sockets, "ws"+strings.TrimPrefix(origin, "http"))
	}
	return p
}

// content is the policy of a page with that nonce. Scripts come from this host's files alone; the nonce is for styles that libraries make.
func (p policy) content(nonce string) string {
	join := func(name string, sources ...[]string) string {
		line := name
		for _, s := range sources {
			for _, each := range s {
				line += " " + each
			}
		}
		return line
	}
	self := []string{"'self'"}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self' 'nonce-" + nonce + "'", "font-src 'self'", "manifest-src 'self'",
		join("connect-src", self, p.sockets, p.media), join("img-src", self, []string{"data:", "blob:"}, p.images, p.media),
		join("media-src", self, []string{"blob:"}, p.media), "worker-src 'self' blob:",
		"base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'",
	}, "; ")
}

// originsOf finds the origins of addresses. In tile addresses such as https://{s}.tiles.example.com/{z}/{x}/{y}.png a placeholder stands
// for any name.
func originsOf(addresses ...string) []string {
	var origins []string
	for _, address := range addresses {
		scheme, rest, ok := strings.Cut(address, "://")
		host, _, _ := strings.Cut(rest, "/")
		if first, others, cut := strings.Cut(host, "."); cut && strings.Contains(first, "{") {
			host = "*." + others
		}
		u, err := url.Parse(scheme + "://" + strings.Replace(host, "*.", "any.", 1))
		if !ok || err != nil || u.Host == "" || u.User != nil || strings.ContainsAny(host, " ;,'\"{}") || scheme != "http" && scheme != "https" {
			continue
		}
		origins = append(origins, scheme+"://"+host)
	}
	return origins
}

// secure sets what every answer of the web part carries.
func secure(header http.Header, hsts time.Duration) {
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), microphone=(), payment=(), usb=(), serial=(), geolocation=(self), "+
		"fullscreen=(self), picture-in-picture=(self), clipboard-write=(self)")
	if hsts > 0 {
		header.Set("Strict-Transport-Security", "max-age="+strconv.FormatInt(int64(hsts/time.Second), 10))
	}
}
