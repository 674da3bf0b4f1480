package edge

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

// withheld are request headers that a plugin does not see: what concerns the client's connection alone, what the host believes of proxies
// only, and the user's credentials, with which a plugin could do more than it is asked to.
var withheld = map[string]bool{
	"Connection": true, "Proxy-Connection": true, "Keep-Alive": true, "Proxy-Authenticate": true, "Proxy-Authorization": true, "Te": true,
	"Trailer": true, "Transfer-Encoding": true, "Upgrade": true,
	"Forwarded": true, "X-Forwarded-For": true, "X-Forwarded-Host": true, "X-Forwarded-Proto": true,
	"Authorization": true, "Cookie": true,
}

// outgoing makes the plugin's request of the client's. The path stays as it was written; what only the host may say is the host's.
func (e *Edge) outgoing(ctx context.Context, f *flight, in *http.Request) *http.Request {
	address := *in.URL
	address.Scheme, address.Host, address.RawQuery = "http", f.operation.plugin.ID, readable(in.URL.RawQuery)
	header := make(http.Header, len(in.Header)+2)
	named := connectionNames(in.Header)
	for name, values := range in.Header {
		if !withheld[name] && !strings.HasPrefix(name, headerPrefix) && !slices.Contains(named, name) {
			header[name] = values
		}
	}
	if header["User-Agent"] == nil {
		header["User-Agent"] = noAgent
	}
	if parent := trace.Parent(ctx); parent != "" {
		header[trace.Header] = []string{parent}
	}
	if f.caller != "" {
		header[web.CallerHeader] = []string{f.caller}
	}
	if f.operation.plugin.Database && e.config.Signer != nil && f.org != "" {
		header[web.CapabilityHeader] = []string{e.config.Signer.Capability(f.org, f.operation.plugin.ID)}
	}
	out := &http.Request{
		Method: in.Method, URL: &address, Host: in.Host, Header: header, Body: in.Body, ContentLength: in.ContentLength,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if in.ContentLength == 0 {
		out.Body = nil
	}
	return out.WithContext(ctx)
}

// noAgent keeps a transport from naming itself.
var noAgent = []string{""}

// readable drops parameters of a query that edge and plugin might read differently.
func readable(query string) string {
	if !strings.ContainsAny(query, ";%") {
		return query
	}
	values, err := url.ParseQuery(query)
	if err == nil {
		return query
	}
	return values.Encode()
}

// connectionNames are the headers that the Connection header says are for one hop.
func connectionNames(header http.Header) (names []string) {
	for _, value := range header["Connection"] {
		for name := range strings.SplitSeq(value, ",") {
			names = append(names, http.CanonicalHeaderKey(strings.TrimSpace(name)))
		}
	}
	return names
}
