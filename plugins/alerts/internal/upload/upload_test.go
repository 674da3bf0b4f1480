package upload_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/eventdata"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	admin  = alertstest.Caller("u", "/demo/", "viewAlertEmailList", "editAlertUploadSettings")
	viewer = alertstest.Caller("u", "/demo/", "viewAlertEmailList")
	south  = alertstest.Caller("u", "/demo/south/", "viewAlertEmailList", "editAlertUploadSettings")
)

// world is also what sends commands.
type world struct {
	*alertstest.World
	t     *testing.T
	sync  *upload.Sync
	store *upload.Store
	sent  chan events.DeviceCommand
	told  []string
}

func (w *world) PublishDirect(_ context.Context, _, _, _ string, data any) error {
	w.sent <- data.(events.DeviceCommand)
	return nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, World: alertstest.New(t, dbtest.Open(t, "plugins/alerts"), time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC)), sent: make(chan events.DeviceCommand, 16)}
	w.store = upload.NewStore(w.DB, w.Now)
	w.Alerts.Follow(upload.NewDecider(w.store, 24*time.Hour, w.Alerts.Insert, func(_ context.Context, _ string, ids []string) { w.told = append(w.told, ids...) }))
	w.sync = upload.NewSync(w.store, w, slog.New(slog.DiscardHandler), func(*gorm.DB, string, string) (map[int]bool, error) { return map[int]bool{7: true}, nil })
	upload.NewAPI(w.store, w.Fleet).Register(w.Router)
	return w
}

// raise has d1 notice something, so long ago.
func (w *world) raise(id, kind string, pin int, ago time.Duration) {
	w.t.Helper()
	a, err := alert.From("demo", events.DeviceEvent{DeviceID: "d1", OrgID: "demo", ID: id, Type: kind, Pin: pin, Time: w.Now().Add(-ago).UnixMilli()})
	alertstest.Must(w.t, err)
	w.Take(a)
}

// evidence is what was asked for, in order.
func (w *world) evidence() (list []eventdata.AlertEvidence) {
	w.t.Helper()
	alertstest.Must(w.t, w.DB.InOrg(w.t.Context(), "demo", func(tx *gorm.DB) error {
		var rows []json.RawMessage
		if err := tx.Raw(`SELECT data FROM alerts.outbox WHERE subject = ? ORDER BY seq`, upload.EvidenceSubject).Scan(&rows).Error; err != nil {
			return err
		}
		for _, raw := range rows {
			var e eventdata.AlertEvidence
			alertstest.Must(w.t, json.Unmarshal(raw, &e))
			list = append(list, e)
		}
		return nil
	}))
	return list
}

// disabled are the ids of DisabledAlerts.
func (w *world) disabled() (ids []string) {
	w.t.Helper()
	alertstest.Must(w.t, w.DB.InOrg(w.t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Raw(`SELECT details->>'disabled_alert_type' FROM alerts.alert WHERE org_id = 'demo' AND alert_type = 'DisabledAlert' ORDER BY event_ms`).Scan(&ids).Error
	}))
	return ids
}

func TestEvidence(t *testing.T) {
	w := newWorld(t)
	alertstest.Must(t, w.store.StatusChanged(t.Context(), events.Event[events.DeviceStatus]{OrgID: "demo", Data: events.DeviceStatus{DeviceID: "d1", Model: "JH8", Components: []events.Component{
		{Type: "camera", DMSChannel: 3, Channels: []events.Channel{{ID: 1, Enabled: true}, {ID: 2}, {ID: 3, Enabled: true}}},
	}}}))
	w.raise("tired", "dmsfatiguealert", 0, time.Minute)
	w.raise("tired", "dmsfatiguealert", 0, time.Minute) // again
	w.raise("door", "ioalert", 2, time.Minute)          // nothing by default
	w.raise("ancient", "imualert", 0, 25*time.Hour)     // not on the device any more
	got := w.evidence()
	if len(got) != 1 {
		t.Fatalf("evidence was asked for %d times: %+v", len(got), got)
	}
	var files []string
	for _, f := range got[0].Files {
		files = append(files, fmt.Sprintf("%s %d", f.FileType, f.Channel))
		if f.StartMs != got[0].TimeMs-15_000 || f.DurationMs != 25_000 {
			t.Errorf("%s covers %d ms from %d ms before the event", f.FileType, f.DurationMs, got[0].TimeMs-f.StartMs)
		}
	}
	want := []string{"alert_snaps 3", "alert_tracking 0", "alert_imu 0", "alert_video 3", "alert_video 1"}
	if !slices.Equal(files, want) || got[0].VehicleID != "v-north" || got[0].DeviceID != "d1" {
		t.Errorf("asked for %v of %+v", files, got[0])
	}
	found, err := w.Alerts.ByID(t.Context(), "demo", []string{got[0].AlertID})
	alertstest.Must(t, err)
	if found[0].FilesetRequestID != "alert-"+got[0].AlertID || found[0].EvidenceStatus != "created" {
		t.Errorf("the alert says %q, %q", found[0].FilesetRequestID, found[0].EvidenceStatus)
	}
}

// TestEvidence_OfACameraThatIsOff has the driver's camera switched off: the first that is on is asked.
func TestEvidence_OfACameraThatIsOff(t *testing.T) {
	w := newWorld(t)
	alertstest.Must(t, w.store.StatusChanged(t.Context(), events.Event[events.DeviceStatus]{OrgID: "demo", Data: events.DeviceStatus{DeviceID: "d1", Components: []events.Component{
		{Type: "camera", DMSChannel: 2, Channels: []events.Channel{{ID: 1, Enabled: true}, {ID: 2}}},
	}}}))
	w.raise("tired", "dmsfatiguealert", 0, time.Minute)
	for _, f := range w.evidence()[0].Files {
		if f.Channel == 2 {
			t.Errorf("%s is asked of a camera that is off", f.FileType)
		}
	}
}

func TestSettings(t *testing.T) {
	w := newWorld(t)
	const at = "PUT /api/org/demo/au/settings"
	w.Do(viewer, "POST /api/org/demo/au/settings", `{"devices":["d1"]}`, 200, `"key":"imu","enabled":true`, `"key":"io|*","enabled":false`, `"state":"default"`, `"channels":[1,2,3,4]`)
	w.Do(viewer, at, `{"devices":["d1"],"configs":[{"attribute":"imu"}]}`, 403)
	w.Do(viewer, "POST /api/org/demo/au/settings", `{"devices":["d1"],"configs":[{"attribute":"imu"}]}`, 403)
	w.Do(south, at, `{"devices":["d1"],"configs":[{"attribute":"imu"}]}`, 404)
	w.Do(admin, at, `{"devices":["d1"]}`, 422, "body.configs")
	w.Do(admin, at, `{"devices":["d1"],"configs":[{"attribute":"io","pin":[9],"snaps":true}]}`, 422, "body.configs[0].pin")
	w.Do(admin, at, `{"devices":["d1"],"configs":[{"attribute":"imu","pin":[1]}]}`, 422, "body.configs[0].pin")
	w.Do(admin, at, `{"devices":["d1"],"configs":[{"attribute":"imu","snaps":true,"video_channels":["x"]}]}`, 422, "body.configs[0].video_channels")
	w.Do(admin, at, `{"devices":["d1"],"configs":[{"attribute":"io","pin":["2",3],"snaps":true,"video":true,"video_channels":[2,"1"]}]}`, 200,
		`"pin":[2],"snaps":true,"video":true`, `"video_channels":[1,2],"key":"io|3","enabled":true`, `"state":"waiting"`)
	w.raise("two", "ioalert", 2, time.Minute)
	w.raise("four", "ioalert", 4, time.Minute)
	if got := w.evidence(); len(got) != 1 || len(got[0].Files) != 3 {
		t.Errorf("evidence of inputs: %+v", got)
	}
	w.Do(admin, at, `{"devices":["d1"],"configs":[{"attribute":"io","pin":["*"],"tracking":true}]}`, 200, `"key":"io|*","enabled":true`)
	w.raise("five", "ioalert", 5, time.Minute)
	if got := w.evidence(); len(got) != 2 || len(got[1].Files) != 1 {
		t.Errorf("evidence of every input: %+v", got)
	}
	w.Do(admin, at, `{"devices":["d1"],"configs":[{"attribute":"io","pin":[1],"snaps":true},{"attribute":"io","pin":["*"],"tracking":true}]}`, 200, `"key":"io|*","enabled":true`, `"key":"io|1","enabled":true`)
}

// TestSync has a device that is away while its settings change three times: each version goes to the gateway, which keeps the newest.
func TestSync(t *testing.T) {
	w := newWorld(t)
	change := func(flags string) {
		w.Do(admin, "PUT /api/org/demo/au/settings", `{"devices":["d1"],"configs":[{"attribute":"imu"`+flags+`}]}`, 200, `"state":"waiting"`)
	}
	state := func(words ...string) {
		t.Helper()
		w.Do(admin, "POST /api/org/demo/au/settings", `{"devices":["d1"]}`, 200, words...)
	}
	change(`,"snaps":true`)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.sync.Run(ctx) }()
	first := w.command()
	change(`,"video":true`)
	second := w.command()
	change(``)
	third := w.command()
	var told device.ConfigureUpload
	alertstest.Must(t, json.Unmarshal(third.Data, &told))
	if one := told.Configs["imu"]; third.Type != "configure_upload" || one.Media.Video.Enabled || one.Media.Snaps.Enabled || one.Data.IMU.Enabled {
		t.Errorf("the device was told %s %s", third.Type, third.Data)
	}
	if off, ok := told.Configs["io|7"]; !ok || off.Media.Video.Enabled {
		t.Errorf("the input that is off on the vehicle: %s", third.Data)
	}
	if first.Version != 1 || second.Version != 2 || third.Version != 3 || third.ExpiresAt != 0 {
		t.Errorf("versions %d, %d, %d, the last until %d", first.Version, second.Version, third.Version, third.ExpiresAt)
	}
	reply := func(c events.DeviceCommand, status, words string) {
		t.Helper()
		alertstest.Must(t, w.sync.Replied(t.Context(), events.Event[events.DeviceReply]{OrgID: "demo", Data: events.DeviceReply{DeviceID: "d1", ID: c.ID, Status: status, Text: words}}))
	}
	reply(first, "done", "") // of a version that is not wanted any more
	state(`"state":"waiting"`)
	reply(third, "delivered", "")
	state(`"state":"sent"`)
	w.Later(7 * time.Hour) // nothing was heard: the gateway is given it once more
	if again := w.command(); again.ID != third.ID || again.Version != third.Version {
		t.Errorf("sent again: %+v", again)
	}
	reply(third, "failed", "no room")
	state(`"state":"failed","problem":"„no room“"`)
	change(`,"imu":true`)
	fourth := w.command()
	reply(fourth, "done", "")
	reply(third, "failed", "no room") // late, and known
	state(`"state":"done","problem":""`)
	stop()
	alertstest.Must(t, <-ended)
}

// TestReported has a device that brings settings of its own: they are shown, and a first choice changes one of them.
func TestReported(t *testing.T) {
	w := newWorld(t)
	says := func(configs string) {
		t.Helper()
		alertstest.Must(t, w.store.StatusChanged(t.Context(), events.Event[events.DeviceStatus]{OrgID: "demo", Data: events.DeviceStatus{DeviceID: "d1", Configs: json.RawMessage(configs)}}))
	}
	const at = "PUT /api/org/demo/au/settings"
	for _, garbage := range []string{``, `null`, `7`, `[]`, `{"io|9":{}}`, `{"imu":7}`} {
		says(garbage)
	}
	w.Do(admin, "POST /api/org/demo/au/settings", `{"devices":["d1"]}`, 200, `"key":"imu","enabled":true`, `"key":"io|*","enabled":false`)
	says(`{"io|1":{"media":{"snaps":{"enabled":true}}},"io|2":{"media":{"video":{"enabled":true,"channels":[3,1,3,99]}}}}`)
	w.Do(admin, "POST /api/org/demo/au/settings", `{"devices":["d1"]}`, 200, `"state":"default"`, `"key":"io|1","enabled":true`, `"video_channels":[1,3],"key":"io|2","enabled":true`)
	w.Do(admin, at, `{"devices":["d1"],"configs":[{"attribute":"io","pin":[5],"snaps":true}]}`, 200, `"key":"io|1","enabled":true`, `"key":"io|2","enabled":true`, `"key":"io|5","enabled":true`)
	says(`{"io|1":{"media":{"snaps":{"enabled":false}}}}`) // not told of it yet
	w.Do(admin, "POST /api/org/demo/au/settings", `{"devices":["d1"]}`, 200, `"key":"io|1","enabled":true`, `"key":"io|5","enabled":true`)
}

func (w *world) command() events.DeviceCommand {
	w.t.Helper()
	select {
	case c := <-w.sent:
		return c
	case <-time.After(time.Minute):
		w.t.Fatal("the device is not told")
		return events.DeviceCommand{}
	}
}

// TestRate raises alerts in an order that has nothing to do with their times, some of them twice.
func TestRate(t *testing.T) {
	w := newWorld(t)
	for i := range 60 { // 60 within an hour are allowed
		n := (i*37 + 11) % 60
		w.raise(fmt.Sprint("jolt", n), "imualert", 0, time.Duration(n)*59*time.Second)
		w.raise(fmt.Sprint("jolt", n), "imualert", 0, time.Duration(n)*59*time.Second)
	}
	w.raise("earlier", "imualert", 0, 3*time.Hour)
	if got := w.disabled(); len(got) != 0 {
		t.Fatalf("60 an hour have switched off %v", got)
	}
	w.raise("late", "imualert", 0, 30*time.Minute+time.Second) // the 61st comes late, into the middle
	w.raise("more", "imualert", 0, time.Second)
	if got := w.disabled(); !slices.Equal(got, []string{"Driving"}) || len(w.told) != 1 {
		t.Fatalf("DisabledAlerts: %v, told of %v", got, w.told)
	}
	w.Do(admin, "POST /api/org/demo/au/settings", `{"devices":["d1"]}`, 200, `"key":"imu","enabled":false,"disabled_by_system":true,"disabled_at":"2026-07-21T14:00:00Z"`, `"state":"waiting"`)
	asked := len(w.evidence())
	w.raise("quiet", "imualert", 0, 0)
	w.raise("crash", "collision", 0, 0)
	if got := w.evidence(); len(got) != asked+1 || !strings.Contains(got[asked].AlertID, alert.IDOfEvent("demo", "d1", "crash")) {
		t.Errorf("of a jolt and a collision %d got evidence", len(got)-asked)
	}

	w.Later(time.Minute)
	w.Do(admin, "PUT /api/org/demo/au/settings", `{"devices":["d1"],"configs":[{"attribute":"imu","video":true}]}`, 200, `"key":"imu","enabled":true,"disabled_by_system":false`)
	w.raise("old news", "imualert", 0, 2*time.Minute) // of the time before: it does not switch off again
	if got := w.disabled(); len(got) != 1 {
		t.Errorf("an old alert switched off what a person had switched on: %v", got)
	}
	w.Later(time.Hour)
	for i := range 61 {
		w.raise(fmt.Sprint("again", i), "imualert", 0, time.Duration(i)*time.Second)
	}
	if got := w.disabled(); len(got) != 2 {
		t.Errorf("DisabledAlerts after the second time: %v", got)
	}
}

// TestRate_InOneBatch has 63 inputs come at once, the newest first: 60 have evidence, and none has an evidence of nothing.
func TestRate_InOneBatch(t *testing.T) {
	w := newWorld(t)
	w.Do(admin, "PUT /api/org/demo/au/settings", `{"devices":["d1"],"configs":[{"attribute":"io","snaps":true}]}`, 200)
	w.Later(2 * time.Hour)
	var batch []alert.Alert
	for i := range 63 {
		a, err := alert.From("demo", events.DeviceEvent{DeviceID: "d1", OrgID: "demo", ID: fmt.Sprint("door", i), Type: "ioalert", Pin: 1, Time: w.Now().Add(-time.Duration(i) * time.Second).UnixMilli()})
		alertstest.Must(t, err)
		batch = append(batch, a)
	}
	_, err := w.Alerts.Take(t.Context(), "demo", w.Fleet, batch)
	alertstest.Must(t, err)
	asked := w.evidence()
	for _, e := range asked {
		if len(e.Files) == 0 {
			t.Errorf("alert %s asks for nothing", e.AlertID)
		}
	}
	with := w.count(`SELECT count(*) FROM alerts.alert WHERE alert_type = 'ioalert' AND evidence_status = 'created' AND fileset_request_id <> ''`)
	without := w.count(`SELECT count(*) FROM alerts.alert WHERE alert_type = 'ioalert' AND evidence_status = '' AND fileset_request_id = ''`)
	if len(asked) != 60 || with != 60 || without != 3 || len(w.disabled()) != 1 {
		t.Errorf("evidence was asked for %d times; %d alerts wait for it, %d do not; DisabledAlerts: %v", len(asked), with, without, w.disabled())
	}
}

func (w *world) count(query string) (n int) {
	w.t.Helper()
	alertstest.Must(w.t, w.DB.InOrg(w.t.Context(), "demo", func(tx *gorm.DB) error { return tx.Raw(query).Scan(&n).Error }))
	return n
}

// TestRate_OfInputs counts each input for itself.
func TestRate_OfInputs(t *testing.T) {
	w := newWorld(t)
	w.Do(admin, "PUT /api/org/demo/au/settings", `{"devices":["d1"],"configs":[{"attribute":"io","snaps":true}]}`, 200)
	w.Later(2 * time.Hour)
	for i := range 61 {
		w.raise(fmt.Sprint("one", i), "ioalert", 1, time.Duration(i)*time.Second)
		if i < 30 {
			w.raise(fmt.Sprint("two", i), "ioalert", 2, time.Duration(i)*time.Second)
		}
	}
	if got := w.disabled(); !slices.Equal(got, []string{"ioalert"}) {
		t.Errorf("DisabledAlerts: %v", got)
	}
	w.Do(admin, "POST /api/org/demo/au/settings", `{"devices":["d1"]}`, 200, `"key":"io|*","enabled":true`, `"key":"io|1","enabled":false,"disabled_by_system":true`)
}
