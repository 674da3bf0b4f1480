package api_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web/webtest"
)

// TestEvents_ThatAreWrong has a device, or somebody with its key, say what no alert can be made of; what is behind it still counts.
func TestEvents_ThatAreWrong(t *testing.T) {
	w := newWorld(t)
	now := w.now.UnixMilli()
	good := func(id string) events.DeviceEvent {
		return events.DeviceEvent{DeviceID: "d1", OrgID: "demo", ID: id, Type: "imualert", Time: now, ReceivedAt: now}
	}
	label := func(e events.DeviceEvent, name string, probability float64) events.DeviceEvent {
		e.Labels = []events.EventLabel{{Name: name, Probability: probability}}
		return e
	}
	sunset, nothing := good("sunset"), good("nothing")
	sunset.Type, nothing.Type = "sunset", ""
	batch := []events.DeviceEvent{
		sunset, nothing, label(good("seven"), "harsh_braking", 7), label(good("below"), "harsh_braking", -0.1), label(good("nan"), "harsh_braking", math.NaN()),
		label(good("zero byte"), "harsh\x00braking", 0.5), label(good("unknown label"), "<img src=x onerror=alert(1)>", 0.5), good("good"),
	}
	var list []events.Event[events.DeviceEvent]
	for _, e := range batch {
		list = append(list, events.Event[events.DeviceEvent]{ID: e.ID, OrgID: "demo", Data: e})
	}
	must(t, w.taker.Events(t.Context(), list))
	if w.buried != 6 {
		t.Errorf("%d are buried, want 6", w.buried)
	}
	labels, total := w.found(admin, "page_num=1", `{}`, "prediction_label")
	if total != 2 || !strings.Contains(labels[0].(string)+labels[1].(string), "<img src=x onerror=alert(1)>") {
		t.Errorf("%v alerts, with the labels %q: a label is a text, whatever it says", total, labels)
	}
}

// TestEvents_OfTenYearsAgo are refused where they come in; one that came in all the same is an alert of its own time, and hides nothing.
func TestEvents_OfTenYearsAgo(t *testing.T) {
	now := time.Date(2026, 7, 21, 14, 32, 7, 0, time.UTC)
	if _, err := device.ParseEvent([]byte(`{"id":"old","type":"imualert","time":"2016-07-21T14:32:07Z"}`), now); err == nil || !strings.Contains(err.Error(), "400 days") {
		t.Errorf("an event of ten years ago: %v", err)
	}
	w := newWorld(t)
	w.raise("old", "imualert", 10*365*24*time.Hour)
	w.raise("new", "imualert", time.Minute)
	if _, total := w.found(admin, "page_num=1", `{}`, "alert_id"); total != 1 {
		t.Errorf("%v alerts within the time that is searched", total)
	}
	if _, total := w.found(admin, "page_num=1", `{"start_timestamp":"2016-01-01T00:00:00Z"}`, "alert_id"); total != 2 {
		t.Errorf("%v alerts since 2016", total)
	}
}

// TestEvents_OfAVehicleThatIsToldOfLate has a device be known on a vehicle before the vehicle is: what it notices is tried again, and is that vehicle's.
func TestEvents_OfAVehicleThatIsToldOfLate(t *testing.T) {
	w := newWorld(t)
	fleet, at := replica.New(w.db, nil, "alerts"), w.now.UnixMilli()
	d := events.DeviceChanged{ID: "d9", VehicleID: "v-late", Assignments: []events.Assignment{{VehicleID: "v-late", FromMs: 1}}}
	must(t, fleet.ApplyDevice(t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 1, Data: d}))
	list := []events.Event[events.DeviceEvent]{{ID: "1", OrgID: "demo", Data: events.DeviceEvent{DeviceID: "d9", OrgID: "demo", ID: "e", Type: "collision", Time: at, ReceivedAt: at}}}
	if err := w.taker.Events(t.Context(), list); err == nil {
		t.Error("an event of a vehicle of which nothing is known is taken")
	}
	v := events.VehicleChanged{ID: "v-late", Name: "LATE", Type: "van", GroupID: "north"}
	must(t, fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 2, Data: v}))
	must(t, w.taker.Events(t.Context(), list))
	if vehicles, _ := w.found(admin, "page_num=1", `{}`, "vehicle_id"); !slices.Equal(vehicles, []any{"v-late"}) {
		t.Errorf("its vehicle is %v", vehicles)
	}
}

// TestEvents_FromTwoConnections has one event come over two connections, in one batch and in two, with other details the second time.
func TestEvents_FromTwoConnections(t *testing.T) {
	w := newWorld(t)
	at := w.now.UnixMilli()
	e := events.DeviceEvent{DeviceID: "d1", OrgID: "demo", ID: "e", Type: "collision", Time: at, ReceivedAt: at}
	again := e
	again.ReceivedAt, again.Type = at+5000, "imualert"
	list := []events.Event[events.DeviceEvent]{{ID: "1", OrgID: "demo", Data: e}, {ID: "2", OrgID: "demo", Data: again}}
	must(t, w.taker.Events(t.Context(), list))
	must(t, w.taker.Events(t.Context(), list[1:]))
	if types, total := w.found(admin, "page_num=1", `{}`, "alert_type"); total != 1 || types[0] != "collision" || len(w.pushed) != 1 {
		t.Errorf("%v alerts, %v, %d pushes", total, types, len(w.pushed))
	}
}

// TestWords_OfOthers have HTML and formulas in comments; they are kept and answered as they are, and are no formulas in a report.
func TestWords_OfOthers(t *testing.T) {
	w := newWorld(t)
	id := w.raise("e1", "imualert", 10*time.Minute)
	const comment = `<script>alert(1)</script>`
	for _, s := range []webtest.Scenario{
		{Name: "flag", As: admin, Request: "POST /api/DriverScoreCoaching/flagged_alerts", Body: flagOf(id, `"comment":"`+comment+`"`), WantStatus: 200},
		{Name: "alert", As: admin, Request: "GET /api/org/demo/alerts/" + id, WantStatus: 200, WantBody: []string{`"flag_comment":"<script>alert(1)</script>"`}},
		{Name: "log", As: admin, Request: "GET /api/org/demo/alerts/" + id + "/activity", WantStatus: 200, WantBody: []string{comment}},
		{Name: "formula", As: admin, Request: "POST /api/DriverScoreCoaching/flagged_alerts", Body: flagOf(id, `"comment":"=HYPERLINK(\"x\")"`), WantStatus: 200},
		{Name: "report", As: admin, Request: "POST /api/org/demo/alerts/elastic", Body: `{"query_type":"csv"}`, WantStatus: 200},
		{Name: "too long", As: admin, Request: "POST /api/DriverScoreCoaching/flagged_alerts", Body: flagOf(id, `"comment":"`+strings.Repeat("x", 2001)+`"`), WantStatus: 422, WantBody: []string{"body.comment", "2,000"}},
		{Name: "zero byte", As: admin, Request: "POST /api/DriverScoreCoaching/flagged_alerts", Body: flagOf(id, `"comment":"a\u0000b"`), WantStatus: 422},
		{Name: "of another group", As: south, Request: "POST /api/DriverScoreCoaching/flagged_alerts", Body: flagOf(id), WantStatus: 404},
		{Name: "rate of another group", As: south, Request: "PUT /api/org/demo/alerts/" + id + "/quality", Body: `{"user_driving_quality":"badDriving"}`, WantStatus: 404},
		{Name: "log of another group", As: south, Request: "GET /api/org/demo/alerts/" + id + "/activity", WantStatus: 404},
		{Name: "package of another group", As: south, Request: "GET /api/org/demo/alerts/" + id + "/package", WantStatus: 404},
		{Name: "view of another group", As: south, Request: "POST /api/org/demo/alerts/" + id + "/views", WantStatus: 404},
		{
			Name: "tag of another group", As: south, Request: "POST /api/driverScoreEnhancement/tagdriving_event_alerts",
			Body: `{"alert_id":"` + id + `","driver_id":"x","subcategory":"Driving","tag_id":3,"driving_event_alert_time":"2026-07-21T14:22:07.000","vehiclereg_id":"v-north"}`, WantStatus: 404,
		},
	} {
		s.Run(t, w.Router)
	}
	for name, raw := range w.files {
		if !strings.Contains(string(raw), `'=HYPERLINK`) {
			t.Errorf("%s has a formula: %s", name, raw)
		}
	}
}

// TestTypedBands is the filter of speeding by bands, each in the reader's unit or in percent of the limit.
func TestTypedBands(t *testing.T) {
	w := newWorld(t)
	for id, speed := range map[string]float64{"mild": 58, "worse": 66, "worst": 90} {
		limit := 50.0
		must(t, takeOne(w, alert.Alert{ID: alert.IDOfEvent("demo", "d1", id), Kind: alert.Speeding, AlertType: "speedingalert", VehicleID: "v-north", DeviceID: "d1", EventMs: w.now.UnixMilli() - 1, SpeedKmh: &speed, SpeedLimitKmh: &limit, Quality: "none"}))
	}
	const all = `{"band":"misdemeanour","type":"fixedVal","value":5},{"band":"moderate","type":"fixedVal","value":10},{"band":"severe","type":"percentVal","value":50`
	for filter, want := range map[string]float64{
		`[` + all + `}]`:                                     3,
		`[` + all + `,"shown":false}]`:                       2,
		`[{"band":"misdemeanour","type":"none"}]`:            3,
		`[{"band":"moderate","type":"fixedVal","value":10}]`: 2,
		`[{"band":"severe","type":"percentVal","value":50,"shown":false},{"band":"moderate","type":"fixedVal","value":10}]`:                          1,
		`[{"band":"moderate","type":"fixedVal","value":10,"shown":false}]`:                                                                           0,
		`[{"band":"misdemeanour","type":"fixedVal","value":5},{"band":"moderate","type":"fixedVal","value":10,"shown":false,"vehicles":["v-none"]}]`: 3,
	} {
		if _, total := w.found(admin, "page_num=1", `{"filters":{"speeding_bands":`+filter+`}}`, "alert_id"); total != want {
			t.Errorf("%s finds %v, want %v", filter, total, want)
		}
	}
	search := "POST /api/org/demo/alerts/elastic?page_num=1"
	for _, s := range []webtest.Scenario{
		{Name: "a level that there is not", As: admin, Request: search, Body: `{"filters":{"speeding_level":[{"band":"mild","type":"fixedVal","value":5}]}}`, WantStatus: 422, WantBody: []string{"speeding_level[0].band"}},
		{Name: "a band that there is not", As: admin, Request: search, Body: `{"filters":{"speeding_bands":[{"band":"mild","type":"fixedVal","value":5}]}}`, WantStatus: 422, WantBody: []string{"speeding_bands[0].band"}},
		{Name: "a band twice", As: admin, Request: search, Body: `{"filters":{"speeding_bands":[{"band":"severe","type":"none"},{"band":"severe","type":"fixedVal","value":5},{"band":"severe","type":"fixedVal","value":6}]}}`, WantStatus: 422},
		{Name: "a band below a milder one", As: admin, Request: search, Body: `{"filters":{"speeding_bands":[{"band":"severe","type":"fixedVal","value":5},{"band":"moderate","type":"fixedVal","value":6}]}}`, WantStatus: 422, WantBody: []string{"moderate"}},
		{Name: "too much", As: admin, Request: search, Body: `{"filters":{"speeding_bands":[{"band":"severe","type":"percentVal","value":101}]}}`, WantStatus: 422, WantBody: []string{"Cannot be greater than 100%"}},
		{Name: "no band", As: admin, Request: search, Body: `{"filters":{"speeding_bands":["severe"]}}`, WantStatus: 422},
	} {
		s.Run(t, w.Router)
	}
}

// TestOverspeed is the filter of how far above the limit, in the reader's units.
func TestOverspeed(t *testing.T) {
	w := newWorld(t)
	speed, limit := 66.0, 50.0
	must(t, takeOne(w, alert.Alert{ID: alert.IDOfEvent("demo", "d1", "s"), Kind: alert.Speeding, AlertType: "speedingalert", VehicleID: "v-north", DeviceID: "d1", EventMs: w.now.UnixMilli() - 1, SpeedKmh: &speed, SpeedLimitKmh: &limit, Quality: "none"}))
	british := admin
	british.Units = string(fleet.ImperialGB)
	for filter, want := range map[string]float64{
		`{"type":"none","value":0}`: 1, `{"type":"fixedVal","value":16}`: 1, `{"type":"fixedVal","value":17}`: 0, `{"type":"percentVal","value":32}`: 1, `{"type":"percentVal","value":33}`: 0,
	} {
		if _, total := w.found(admin, "page_num=1", `{"filters":{"overspeed":`+filter+`}}`, "alert_id"); total != want {
			t.Errorf("%s finds %v, want %v", filter, total, want)
		}
	}
	for over, want := range map[string]float64{"10": 1, "11": 0} { // 66 in 50 km/h are shown as 41 in 31 mph
		if _, total := w.found(british, "page_num=1", `{"filters":{"overspeed":{"type":"fixedVal","value":`+over+`}}}`, "alert_id"); total != want {
			t.Errorf("%s mph over finds %v, want %v", over, total, want)
		}
	}
	search := "POST /api/org/demo/alerts/elastic?page_num=1"
	for _, s := range []webtest.Scenario{
		{Name: "too much", As: british, Request: search, Body: `{"filters":{"overspeed":{"type":"fixedVal","value":51}}}`, WantStatus: 422, WantBody: []string{"Cannot be greater than 50 mph"}},
		{Name: "too little", As: admin, Request: search, Body: `{"filters":{"overspeed":{"type":"percentVal","value":-1}}}`, WantStatus: 422, WantBody: []string{"Must be greater than 0%"}},
		{Name: "no number", As: admin, Request: search, Body: `{"filters":{"overspeed":{"type":"percentVal","value":"x"}}}`, WantStatus: 422},
		{
			Name: "analysis of eight days", As: admin, Request: search, Body: `{"query_type":"analysis","start_timestamp":"2026-07-10T00:00:00Z","end_timestamp":"2026-07-18T00:00:00Z","filters":{"alert_type":["imualert"]}}`,
			WantStatus: 422, WantBody: []string{"Date range cannot be longer than 7 days"},
		},
		{Name: "analysis of nothing", As: admin, Request: search, Body: `{"query_type":"analysis","start_timestamp":"2026-07-14T00:00:00Z","end_timestamp":"2026-07-18T00:00:00Z"}`, WantStatus: 422},
		{Name: "analysis of no date", As: admin, Request: search, Body: `{"query_type":"analysis","start_timestamp":"yesterday"}`, WantStatus: 422, WantBody: []string{"body.start_timestamp"}},
	} {
		s.Run(t, w.Router)
	}
}

func takeOne(w *world, a alert.Alert) error {
	_, err := w.store.Take(w.t.Context(), "demo", nil, []alert.Alert{a})
	return err
}
