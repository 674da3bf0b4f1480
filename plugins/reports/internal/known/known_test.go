package known_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/known"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// fleet is a fleet whose vehicles were known to some extent; it notes what it was asked.
type fleet struct {
	sent, known int
	asked       struct {
		VehicleIDs []string `json:"vehicle_ids"`
		Since      time.Time
		Until      time.Time
	}
	calls int
}

func (f *fleet) Vehicles(context.Context) ([]replica.Vehicle, error) {
	return []replica.Vehicle{
		{ID: "v1", GroupID: "north", GroupPath: "/demo/north/"}, {ID: "v2", GroupID: "yard", GroupPath: "/demo/north/yard/"}, {ID: "v3", GroupID: "south", GroupPath: "/demo/south/"},
	}, nil
}

func (f *fleet) Call(ctx context.Context, _, _ string, in, out any) error {
	f.calls++
	raw, err := json.Marshal(in)
	if err == nil {
		err = json.Unmarshal(raw, &f.asked)
	}
	if err != nil || web.Caller(ctx).UserID != "" {
		return err
	}
	raw, err = json.Marshal(map[string]int{"sent": f.sent, "known": f.known})
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, out)
}

func ofVehicles(kind string) manifest.ReportType {
	return manifest.ReportType{Columns: []manifest.Column{{Field: manifest.Field{Key: "it", Kind: kind}}}}
}

func query(vehicles, groups []string) rows.Query {
	begin := time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)
	return rows.Query{VehicleIDs: vehicles, GroupIDs: groups, From: begin, To: begin.AddDate(0, 0, 30)}
}

func TestCompares_WhereFourOfFiveWereKnown(t *testing.T) {
	until := time.Date(2026, 10, 31, 0, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		sent, known int
		want        bool
	}{{10, 10, true}, {10, 8, true}, {10, 7, false}, {10, 0, false}, {0, 0, true}} {
		f := &fleet{sent: tc.sent, known: tc.known}
		got, err := known.New(f, f).Compares(t.Context(), ofVehicles(manifest.KindVehicle), query(nil, nil), until)
		if err != nil || got != tc.want {
			t.Errorf("%d of %d: %t, %v", tc.known, tc.sent, got, err)
		}
		if f.asked.Since.Format(time.DateOnly) != "2026-09-04" || !f.asked.Until.Equal(until) {
			t.Errorf("asked since %s until %s", f.asked.Since, f.asked.Until)
		}
	}
}

func TestCompares_AsksAboutTheVehiclesOfTheQuery(t *testing.T) {
	for _, tc := range []struct {
		vehicles, groups, want []string
	}{{nil, nil, []string{"v1", "v2", "v3"}}, {[]string{"v3", "gone"}, nil, []string{"v3"}}, {nil, []string{"north"}, []string{"v1", "v2"}}, {[]string{"gone"}, nil, []string{}}} {
		f := &fleet{}
		if _, err := known.New(f, f).Compares(t.Context(), ofVehicles(manifest.KindVehicle), query(tc.vehicles, tc.groups), time.Time{}); err != nil || !slices.Equal(f.asked.VehicleIDs, tc.want) {
			t.Errorf("%v %v: %v, %v", tc.vehicles, tc.groups, f.asked.VehicleIDs, err)
		}
	}
}

func TestCompares_ReportsThatAreNotOfVehicles(t *testing.T) {
	f := &fleet{sent: 10}
	if got, err := known.New(f, f).Compares(t.Context(), ofVehicles(manifest.KindText), query(nil, nil), time.Time{}); err != nil || !got || f.calls != 0 {
		t.Errorf("%t, %v after %d calls", got, err, f.calls)
	}
}
