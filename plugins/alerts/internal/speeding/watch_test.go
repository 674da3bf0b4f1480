package speeding_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/speeding"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// road is organisation demo, whose device d1 drives in a limit of 50 and says so once a second.
type road struct {
	*alertstest.World
	t        *testing.T
	watch    *speeding.Watch
	begin    int64
	second   int64
	messages int

	created, updated []string
	worse            []string
}

func (r *road) Organisations(context.Context) ([]plugin.Organisation, error) {
	return []plugin.Organisation{{ID: "demo", CountryCode: "DE"}}, nil
}

func (r *road) Created(_ context.Context, _ string, ids []string) {
	r.created = append(r.created, ids...)
}

func (r *road) Updated(_ context.Context, _ string, ids []string) {
	r.updated = append(r.updated, ids...)
}
func (*road) Before(*gorm.DB, string, *alert.Alert) (bool, error) { return true, nil }
func (*road) After(*gorm.DB, string, alert.Alert) error           { return nil }
func (r *road) Worse(_ *gorm.DB, _ string, a alert.Alert, b int) error {
	r.worse = append(r.worse, fmt.Sprintf("%s from %d to %d", a.VehicleID, b, a.Severity))
	return nil
}

func newRoad(t *testing.T) *road {
	t.Helper()
	now := time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC)
	r := &road{t: t, World: alertstest.New(t, dbtest.Open(t, "plugins/alerts"), now), begin: now.Add(-time.Hour).UnixMilli()}
	r.Alerts.Follow(r)
	r.restart()
	return r
}

// restart forgets all that a process knows.
func (r *road) restart() {
	r.watch = speeding.NewWatch(postgres.SpeedingStore{Store: r.Alerts, Vehicles: r.Fleet}, r, r.Alerts, r, r.Now)
}

// drive has d1 send a message a second, at one speed.
func (r *road) drive(seconds int, kmh float64) {
	r.t.Helper()
	for range seconds {
		r.send(r.second, kmh)
		r.second++
	}
}

// send sends a message with samples of one speed, from a second on.
func (r *road) send(from int64, kmh ...float64) {
	r.t.Helper()
	r.messages++
	limit, lat, lng := 50.0, 51.5, -0.1
	told := events.Telemetry{DeviceID: "d1", ReceivedAt: r.begin + (from+int64(len(kmh)))*1000}
	for i, speed := range kmh {
		told.Samples = append(told.Samples, events.Sample{Time: r.begin + (from+int64(i))*1000, SpeedKmh: &speed, SpeedLimitKmh: &limit, Lat: &lat, Lng: &lng})
	}
	at := time.UnixMilli(told.ReceivedAt)
	e := events.Event[events.Glance]{ID: fmt.Sprintf("m%d", r.messages), Type: "telemetry", OrgID: "demo", At: at, Data: events.GlanceAt(told)}
	for range 2 { // each message comes twice
		alertstest.Must(r.t, r.watch.Telemetry(r.t.Context(), []events.Event[events.Glance]{e}))
	}
}

// only is the only alert that there is; its second result has the end that its details name, in seconds since the beginning of the drive, or -1.
func (r *road) only() (a alert.Alert, endS int64) {
	r.t.Helper()
	if len(r.created) != 1 {
		r.t.Fatalf("%d alerts were raised, want one", len(r.created))
	}
	found, err := r.Alerts.ByID(r.t.Context(), "demo", r.created)
	alertstest.Must(r.t, err)
	var said struct{ End *speeding.Point }
	alertstest.Must(r.t, json.Unmarshal(found[0].Details, &said))
	if said.End == nil {
		return found[0], -1
	}
	return found[0], (said.End.Time - r.begin) / 1000
}

func TestWatch_RaisesWhileTheVehicleSpeeds(t *testing.T) {
	r := newRoad(t)
	r.drive(5, 40)
	r.drive(10, 60)
	if len(r.created) != 0 {
		t.Fatal("nine seconds raised an alert")
	}
	r.drive(1, 60)
	a, end := r.only()
	if end != -1 || a.DurationMs != nil || a.EventMs != r.begin+5000 || *a.SpeedKmh != 60 || a.Severity != alert.Moderate {
		t.Errorf("after ten seconds: %+v, end %d; want one that is open", a, end)
	}
	r.drive(3, 60)
	if len(r.updated) != 0 {
		t.Error("what goes on as before was told")
	}
	r.drive(2, 90)
	if a, end = r.only(); end != -1 || *a.SpeedKmh != 90 || a.Severity != alert.Severe || len(r.updated) != 1 {
		t.Errorf("worse: %v km/h, severity %d, told %d times, end %d", *a.SpeedKmh, a.Severity, len(r.updated), end)
	}
	if want := []string{"v-north from 1 to 3"}; !slices.Equal(r.worse, want) {
		t.Errorf("followers heard %v, want %v", r.worse, want)
	}
	r.drive(10, 50)
	if _, end = r.only(); end != -1 {
		t.Error("it ended before it was over for ten seconds")
	}
	r.drive(1, 50)
	a, end = r.only()
	if end != 21 || *a.DurationMs != 16_000 || *a.SpeedKmh != 90 || len(r.updated) != 2 {
		t.Errorf("in the end: end %d, %v, told %d times", end, a, len(r.updated))
	}
}

func TestWatch_ARestartInTheMiddleNeitherLosesNorDoubles(t *testing.T) {
	r := newRoad(t)
	r.drive(9, 60)
	r.restart()
	r.drive(5, 60)
	r.only()
	r.restart()
	r.drive(5, 60)
	r.restart()
	r.drive(11, 40)
	if _, end := r.only(); end != 19 || len(r.updated) != 1 {
		t.Errorf("end %d, told %d times of changes", end, len(r.updated))
	}
}

func TestWatch_SamplesThatComeOnceMoreDoNotEndWhatGoesOn(t *testing.T) {
	r := newRoad(t)
	r.drive(14, 60)
	r.send(0, slices.Repeat([]float64{60}, 12)...)
	r.send(2, slices.Repeat([]float64{60}, 11)...)
	if _, end := r.only(); end != -1 {
		t.Errorf("it ended at %d", end)
	}
	r.drive(11, 40)
	if _, end := r.only(); end != 14 {
		t.Errorf("it ended at %d, want 14", end)
	}
}

func TestWatch_SilenceEndsWhatGoesOn(t *testing.T) {
	r := newRoad(t)
	r.drive(14, 60)
	alertstest.Must(t, r.watch.EndSilent(t.Context()))
	if _, end := r.only(); end != 13 || len(r.updated) != 1 {
		t.Errorf("end %d, told %d times of changes", end, len(r.updated))
	}
	alertstest.Must(t, r.watch.EndSilent(t.Context()))
	r.only()
}
