package telemetry

import (
	"net/url"
	"strings"
)

// withPath adds the path that collectors listen on, if an endpoint names none.
func withPath(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil || strings.Trim(u.Path, "/") != "" {
		return endpoint
	}
	return u.JoinPath("v1", "traces").String()
}
