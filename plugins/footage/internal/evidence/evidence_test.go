package evidence_test

import (
	"context"
	"os"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/footage/internal/eventdata"
	"outrider.dev/outrider/plugins/footage/internal/evidence"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// tokyo is where every vehicle is.
type tokyo struct{}

// Of implements evidence.Zones.
func (tokyo) Of(context.Context, string, string) (*time.Location, error) {
	return time.LoadLocation("Asia/Tokyo")
}

func alert(id, vehicle string, durationMs int64) events.Event[eventdata.AlertEvidence] {
	at := time.Date(2026, 11, 20, 15, 4, 5, 0, time.UTC).UnixMilli()
	return events.Event[eventdata.AlertEvidence]{OrgID: "demo", Data: eventdata.AlertEvidence{
		AlertID: id, VehicleID: vehicle, DeviceID: "demo-0001", TimeMs: at,
		Files: []eventdata.EvidenceFile{{FileType: device.FileAlertIMU, StartMs: at - 15_000, DurationMs: durationMs}},
	}}
}

func TestTake_KeepsTheFilesetOfAnAlertOnceAndNamesIt(t *testing.T) {
	db := dbtest.Open(t, "plugins/footage")
	fleet := replica.New(db, nil, "footage")
	filesets := fileset.NewStore(db, fleet)
	named := events.Event[events.VehicleChanged]{OrgID: "demo", Data: events.VehicleChanged{ID: "van", Name: "Van 7/b", Type: "van"}}
	if err := fleet.ApplyVehicle(t.Context(), named); err != nil {
		t.Fatal(err)
	}
	clerk := evidence.New(filesets, tokyo{})
	for _, e := range []events.Event[eventdata.AlertEvidence]{alert("a1", "van", 30_000), alert("a1", "van", 30_000), alert("a2", "unknown", 30_000)} {
		if err := clerk.Take(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	caller := web.WithCaller(t.Context(), web.CallerInfo{UserID: "ann", OrgID: "demo", Scope: web.Scope{All: true}})
	for id, name := range map[string]string{"alert-a1": "Van_7_b_2026_11_21__00_04_05", "alert-a2": "demo-0001_2026_11_21__00_04_05"} {
		found, err := filesets.Find(caller, "demo", id)
		if err != nil || found.Description != name || len(found.Files) != 1 || "alert-"+found.AlertID != id {
			t.Errorf("%s is %+v, %v; want the name %s", id, found, err, name)
		}
	}
	if err := clerk.Take(t.Context(), alert("a3", "van", time.Hour.Milliseconds())); err == nil {
		t.Errorf("a clip of an hour is asked for, although the longest is %s", fileset.LongestClip)
	}
}
