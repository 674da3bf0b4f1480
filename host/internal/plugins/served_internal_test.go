package plugins

import (
	"strings"
	"testing"

	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

func TestServed(t *testing.T) {
	const report = "/api/org/{orgId}/yards/report"
	m := manifest.Manifest{ID: "fences", ReportTypes: []manifest.ReportType{{ID: "yards", Permission: "viewYards", Operation: "POST " + report}}}
	operation := func(template string, kind pluginv1.Lock_Kind, permissions ...string) []*pluginv1.Operation {
		return []*pluginv1.Operation{{Method: "POST", Template: template, Lock: &pluginv1.Lock{Kind: kind, Permissions: permissions}}}
	}
	if err := served(m, operation(report, pluginv1.Lock_ALL_OF, "viewYards")); err != nil {
		t.Errorf("a good plugin is refused: %v", err)
	}
	other := manifest.Manifest{ID: "fences", ReportTypes: []manifest.ReportType{{ID: "yards", Permission: "viewYards", SchedulePermission: "scheduleYards", Operation: "POST " + report}}}
	if err := served(other, operation(report, pluginv1.Lock_ANY_OF, "viewYards", "scheduleYards")); err != nil {
		t.Errorf("a report that two permissions open is refused: %v", err)
	}
	if err := served(other, operation(report, pluginv1.Lock_ANY_OF, "viewYards", "viewFences")); err == nil {
		t.Error("a report that a third permission opens is taken")
	}
	picture := manifest.Manifest{ID: "people", UserPicture: "POST " + report}
	if err := served(picture, operation(report, pluginv1.Lock_SIGNED_IN)); err != nil {
		t.Errorf("a picture for everybody is refused: %v", err)
	}
	if err := served(picture, operation(report, pluginv1.Lock_ALL_OF, "viewYards")); err == nil {
		t.Error("a picture that needs a permission is taken")
	}
	for _, tc := range []struct {
		operations []*pluginv1.Operation
		want       string
	}{
		{operation("/api/org/{orgId}/yards", pluginv1.Lock_ALL_OF, "viewYards"), "the report type yards of fences names the operation POST " + report + ", which the plugin does not serve"},
		{operation(report, pluginv1.Lock_ALL_OF, "viewFences"), "says that it needs viewYards, which its operation POST " + report + " does not ask for"},
		{operation(report, pluginv1.Lock_SIGNED_IN), "does not ask for"},
	} {
		if err := served(m, tc.operations); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("served = %v, want %q", err, tc.want)
		}
	}
}
