package main

import (
	"strings"
	"testing"

	"outrider.dev/sdk/plugintest"
)

const byUsers = "the report of what users did is the plugin users'; what its people did may be read by who may make it"

// TestConformance sweeps what the console asks of the host: the plugin itself serves nothing.
func TestConformance(t *testing.T) {
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir: ".",
		OfHost: func(template string) bool {
			return strings.HasPrefix(template, "/api/admin/") || template == "/api/org/{orgId}/audit"
		},
		OfOthers: map[string]string{"runUserActivityReport": byUsers, "createUserActivityReport": byUsers},
		Values:   map[string]string{"id": "nothing", "sequence": "1"},
		Bodies: map[string]string{
			"POST /api/admin/dead-letters/replay":  `{"sequences":[1]}`,
			"POST /api/admin/dead-letters/discard": `{"sequences":[1]}`,
			"POST /api/admin/connections/{id}/end": `{"session":false}`,
			"PUT /api/org/{orgId}/audit/retention": `{"keep_days":90}`,
		},
	})
}
