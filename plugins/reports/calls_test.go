package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// byDevices asks for the mileage of devices, as the catalogue's call has it: it is that of the vehicles that they are on.
func byDevices(t *testing.T, l *lab) {
	admin, begun := plugintest.As("alpha", "ORG_ADMIN"), time.Now().Add(-3*time.Hour).Truncate(time.Minute)
	drives, stands := l.withDevice(admin, "calls-1", begun), l.withDevice(admin, "calls-2", begun)
	l.drive("calls-1", begun)
	rowsOf := func(devices ...string) (answer struct {
		Rows []struct {
			Vehicle  string
			Distance float64
		}
	},
	) {
		l.Do(admin, "POST /api/reports/mileage", map[string]any{"action": "get", "report_filters": map[string]any{
			"device_ids": devices, "start_time": begun.Unix(), "end_time": begun.Add(2 * time.Hour).Unix(), "time_granularity": "total",
		}}).Decode(t, &answer)
		return answer
	}
	plugintest.Within(t, time.Minute, "the drive is not in the mileage of its device", func() bool {
		found := rowsOf("calls-1").Rows
		return len(found) == 1 && found[0].Vehicle == drives && found[0].Distance > 2000
	})
	if found := rowsOf("calls-2").Rows; len(found) != 0 {
		t.Errorf("the device of %s, which did not drive, has %v", stands, found)
	}
	if found := rowsOf("calls-2", "calls-1").Rows; len(found) != 1 || found[0].Vehicle != drives {
		t.Errorf("both devices have %v, want the drive of %s", found, drives)
	}
}

// compared has a fleet that is known since today alone: a time before it is told of as such, by the API and in files; one without vehicles that ever sent anything is compared.
func compared(t *testing.T, l *lab) {
	admin, begun := plugintest.As("alpha", "ORG_ADMIN"), time.Now().Add(-2*time.Hour).Truncate(time.Minute)
	drives, stands := l.withDevice(admin, "compared-1", begun), l.withDevice(admin, "compared-2", begun)
	l.drive("compared-1", begun)
	now, before := map[string]string{"from": stamp(begun.Add(-time.Hour)), "to": stamp(begun.Add(time.Hour))}, map[string]string{"from": stamp(begun.AddDate(0, 0, -7)), "to": stamp(begun.Add(-time.Hour))}
	query := func(times map[string]string, vehicle string, more map[string]any) map[string]any {
		body := map[string]any{"from": times["from"], "to": times["to"], "vehicle_ids": []string{vehicle}}
		for key, value := range more {
			body[key] = value
		}
		return body
	}
	plugintest.Within(t, time.Minute, "the drive is not in the mileage of its vehicle", func() bool {
		var found struct {
			Total int `json:"total_rows"`
		}
		l.Do(admin, "POST /api/org/alpha/reports/mileage/rows", query(now, drives, nil)).Decode(t, &found)
		return found.Total == 1
	})
	for vehicle, want := range map[string]bool{drives: false, stands: true} {
		var found struct{ Compared *bool }
		l.Do(admin, "POST /api/org/alpha/reports/mileage/totals", query(before, vehicle, map[string]any{"until": now["to"]})).Decode(t, &found)
		if found.Compared == nil || *found.Compared != want {
			t.Errorf("%s compares: %v, want %t", vehicle, found.Compared, want)
		}
	}
	answer := l.Do(admin, "POST /api/org/alpha/reports/mileage/file", query(now, drives, map[string]any{"format": "csv", "compared_with": before}))
	if answer.Status != http.StatusOK || !strings.Contains(string(answer.Body), "No comparison: too little is known of the time before") {
		t.Errorf("the file: %d %s", answer.Status, answer.Body)
	}
	one := l.save(admin, aSchedule(map[string]any{"name": "Compared", "compared_with": "previous", "formats": []string{"csv"}, "recipients": []map[string]string{{"kind": "address", "id": "compared@customer.test"}}}))
	l.fallDue(one.ID)
	if last := l.ended(one.ID, 1); last.State != "done" {
		t.Errorf("the run of a schedule that compares: %+v", last)
	}
}

func stamp(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// withDevice makes a vehicle with a device since a moment, and returns its id.
func (l *lab) withDevice(as plugintest.Actor, device string, since time.Time) string {
	l.t.Helper()
	var made struct{ ID string }
	l.Do(as, "POST /api/org/alpha/vehicles", map[string]string{"vehicle_name": "Van of " + device, "vehicle_type": "van", "node": "alpha-north"}).Decode(l.t, &made)
	l.Do(as, "POST /api/org/alpha/devices", map[string]string{"device_id": device, "model": "JH8"})
	fitted := map[string]any{"is_defaultdevice": true, "from": since.Add(-time.Hour).UTC().Format(time.RFC3339)}
	if answer := l.Do(as, "PUT /api/org/alpha/vehicles/"+made.ID+"/devices/"+device, fitted); answer.Status >= 300 {
		l.t.Fatalf("fit %s: %d %s", device, answer.Status, answer.Body)
	}
	return made.ID
}

// drive has a device send ten minutes of a drive to the north.
func (l *lab) drive(device string, begun time.Time) {
	l.t.Helper()
	lng, speed, on := -2.44, 36.0, true
	message := events.Telemetry{DeviceID: device, OrgID: "alpha", ReceivedAt: time.Now().UnixMilli()}
	for i := range 20 {
		lat := 53.1 + float64(i)*0.0027 // 300 m
		message.Samples = append(message.Samples, events.Sample{Time: begun.Add(time.Duration(i) * 30 * time.Second).UnixMilli(), Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed, Ignition: &on})
	}
	body, err := json.Marshal(events.Event[events.Telemetry]{Type: "telemetry", Version: 1, OrgID: "alpha", At: time.Now().UTC(), Data: message})
	if err == nil {
		_, err = l.JetStream(l.t).Publish(l.t.Context(), events.TelemetrySubject("alpha", device), body)
	}
	if err != nil {
		l.t.Fatalf("send the drive of %s: %v", device, err)
	}
}

// ofGeofences is refused without a geofence, by the words that the plugin of the report has for it.
func ofGeofences(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	var made struct{ ID string }
	yard := map[string]any{"name": "Yard", "shape": map[string]any{"type": "circle", "center": map[string]float64{"lat": 53.1, "lng": -2.4}, "radius_m": 120}, "triggers": map[string]any{"enter": true}}
	l.Do(admin, "POST /api/org/alpha/geofences", yard).Decode(t, &made)
	for name, filters := range map[string]any{"no filters": map[string]any{}, "an empty list": map[string]any{"geofence_ids": []string{}}} {
		answer := l.Do(admin, "POST /api/reports/scheduled", aSchedule(map[string]any{"report_type": "geofence", "filters": filters}))
		if answer.Status != http.StatusUnprocessableEntity || !strings.Contains(string(answer.Body), `"title":"No geofence selected"`) {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	l.save(admin, aSchedule(map[string]any{"name": "At the yard", "report_type": "geofence", "filters": map[string]any{"geofence_ids": []string{made.ID}}}))
}

// elsewhere is where nobody schedules: support that acts in another organisation sees and makes no schedules there, and has its own at home.
func elsewhere(t *testing.T, l *lab) {
	home, away := l.tokenIn("SYS_ADMIN", "alpha"), l.tokenIn("SYS_ADMIN", "beta")
	for request, body := range map[string]any{
		"GET /api/reports/scheduled": nil, "POST /api/reports/scheduled": aSchedule(nil), "DELETE /api/reports/scheduled": map[string]string{"schedule_uuid": "x"},
	} {
		answer := l.with(away, request, body)
		if answer.Status != http.StatusForbidden || !strings.Contains(string(answer.Body), "Reports are scheduled in your own organisation.") {
			t.Errorf("%s elsewhere: %d %s", request, answer.Status, answer.Body)
		}
	}
	if answer := l.with(home, "GET /api/reports/scheduled", nil); answer.Status != http.StatusOK {
		t.Errorf("at home: %d %s", answer.Status, answer.Body)
	}
}

// tokenIn is a token of the user of a role of alpha that acts in an organisation.
func (l *lab) tokenIn(role, org string) string {
	l.t.Helper()
	credentials := map[string]string{"email": plugintest.As("alpha", role).Email(), "password": "Outrider1"}
	signedIn := l.with("", "POST /api/auth/sign-in", credentials)
	cookies := (&http.Response{Header: signedIn.Header}).Cookies()
	var token struct {
		Text string `json:"access_token"`
	}
	l.with("", "POST /api/auth/refresh", map[string]string{"org_id": org}, cookies...).Decode(l.t, &token)
	return token.Text
}

// with sends a request with a token and cookies.
func (l *lab) with(token, request string, body any, cookies ...*http.Cookie) plugintest.Answer {
	l.t.Helper()
	method, path, _ := strings.Cut(request, " ")
	raw, err := json.Marshal(body)
	if err != nil {
		l.t.Fatal(err)
	}
	if body == nil {
		raw = nil
	}
	r, err := http.NewRequestWithContext(l.t.Context(), method, l.URL+path, bytes.NewReader(raw))
	if err != nil {
		l.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", fmt.Sprintf("Bearer %s", token))
	}
	for _, one := range cookies {
		r.AddCookie(one)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatalf("%s: %v", request, err)
	}
	defer answer.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(answer.Body); err != nil {
		l.t.Fatalf("%s: read the answer: %v", request, err)
	}
	return plugintest.Answer{Status: answer.StatusCode, Body: text.Bytes(), Header: answer.Header}
}
