package callbacks_test

import (
	"context"
	"slices"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// directory has the organisations alpha, with the module fuel, and beta without it.
type directory struct{}

func (directory) Organisations(context.Context) ([]*pluginv1.Organisation, error) {
	return []*pluginv1.Organisation{{Id: "alpha", Modules: []string{"fuel"}}, {Id: "beta"}}, nil
}

func (directory) Groups(context.Context, string) ([]*pluginv1.Group, uint64, error) {
	return nil, 0, nil
}

func TestContributions(t *testing.T) {
	typed := func(id string) []manifest.AlertType {
		return []manifest.AlertType{{ID: id, Icon: "warning", Severity: "severe"}}
	}
	host := callbacks.Host{Directory: directory{}, Manifests: func() []callbacks.Installed {
		return []callbacks.Installed{
			{Manifest: manifest.Manifest{ID: "fences", AlertTypes: typed("yard")}, Enabled: false},
			{Manifest: manifest.Manifest{ID: "fuel", Module: manifest.Module{Optional: true}, AlertTypes: typed("theft")}, Enabled: true},
			{Manifest: manifest.Manifest{ID: "logbook", AlertTypes: typed("note"), VehicleData: []manifest.VehicleData{{ID: "notes"}}}, Enabled: true},
		}
	}}
	client := pluginv1.NewHostCallbacksClient(served(t, host, manifest.Manifest{ID: "alerts"}))
	for org, want := range map[string][]string{"": {"theft", "note"}, "alpha": {"theft", "note"}, "beta": {"note"}} {
		answer, err := client.Contributions(t.Context(), &pluginv1.ContributionsRequest{Kind: manifest.ContributedAlertTypes, OrgId: org})
		if err != nil {
			t.Fatal(err)
		}
		var available []string
		for _, one := range answer.GetContributions() {
			if one.GetAvailable() {
				available = append(available, map[string]string{"fences": "yard", "fuel": "theft", "logbook": "note"}[one.GetPlugin()])
			}
		}
		if len(answer.GetContributions()) != 3 || !slices.Equal(available, want) {
			t.Errorf("in %q of %d types %v are available, want %v", org, len(answer.GetContributions()), available, want)
		}
	}
	for _, tc := range []struct {
		kind, org string
		want      codes.Code
	}{{"songs", "", codes.InvalidArgument}, {manifest.ContributedVehicleData, "gamma", codes.NotFound}} {
		if _, err := client.Contributions(t.Context(), &pluginv1.ContributionsRequest{Kind: tc.kind, OrgId: tc.org}); status.Code(err) != tc.want {
			t.Errorf("%s in %q: %v, want %s", tc.kind, tc.org, err, tc.want)
		}
	}
}
