package viewing_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

// aRecording asks the simulated recorder for a stretch of at least a minute that it has, with a gap before it.
func aRecording(t *testing.T, w *world) device.Recording {
	t.Helper()
	now := time.Now()
	from := now.Add(-48 * time.Hour).UnixMilli()
	answer, err := w.asker.Ask(t.Context(), "demo", cab.DeviceID, device.CommandListRecordings,
		device.ListRecordings{FromMs: from, ToMs: now.UnixMilli()}, 30*time.Second, ask.Done)
	if err != nil {
		t.Fatal(err)
	}
	var list device.Recordings
	if err := json.Unmarshal(answer.Data, &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list.Intervals {
		if r.Channel == 1 && r.StartMs > from && r.EndMs-r.StartMs > 60_000 { // what was under way then may have begun earlier
			return r
		}
	}
	t.Fatalf("no recording of a minute within two days: %v", list.Intervals)
	return device.Recording{}
}

func TestStartRecording_PlaysWhatTheDeviceKept(t *testing.T) {
	w := open(t)
	w.WithRecorder(t, w.asker)
	kept := aRecording(t, w)
	wanted := viewing.Span{StartMs: kept.StartMs - 5_000, EndMs: kept.StartMs + 3_000} // begins in the gap before it
	v, err := w.sessions.StartRecording(t.Context(), ann, live.Camera{OrgID: "demo", DeviceID: cab.DeviceID, Channel: 1, Profile: "recording"}, wanted)
	if err != nil {
		t.Fatal(err)
	}
	if v.Begins.StartMs != kept.StartMs || v.Begins.EndMs != wanted.EndMs {
		t.Errorf("it shows %v, want from %d to %d", v.Begins, kept.StartMs, wanted.EndMs)
	}
	<-v.Stream.Begun()
	if found := w.sessions.Find(ann, viewing.Filter{DeviceID: cab.DeviceID}); len(found) != 0 {
		t.Error("a recording is among the live views")
	}
	plugintest.Eventually(t, "not all three seconds are shown", v.Stream.Played)
	if _, err := w.sessions.Open(v.ID, ann); err != nil {
		t.Errorf("what is left to be seen is gone at once: %v", err)
	}
	w.Pass(21 * time.Second)
	_ = w.sessions.Keep(t.Context(), v) // somebody still looks
	<-v.Stream.Done()
}

func TestStartRecording_SaysThatThereIsNone(t *testing.T) {
	w := open(t)
	w.WithRecorder(t, w.asker)
	long := time.Now().Add(-200 * 24 * time.Hour).UnixMilli()
	_, err := w.sessions.StartRecording(t.Context(), ann, cab, viewing.Span{StartMs: long, EndMs: long + 60_000})
	if !errors.Is(err, ask.ErrRefused) {
		t.Errorf("a time of which nothing is kept: %v", err)
	}
	if left := w.sessions.Find(ann, viewing.Filter{DeviceID: cab.DeviceID, Recording: true}); len(left) != 0 {
		t.Errorf("%d views of nothing", len(left))
	}
}
