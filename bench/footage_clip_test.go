//go:build bench

package bench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/fleetsim/recorder"
	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

const (
	clipSeconds = 300
	clipBound   = 1.2
)

// clip is the time from asking for 300 s of four channels until all are Success and their first bytes can be read, against what the device's
// link needs for so many bytes. The recordings lie ready on the device.
func (f *footage) clip(t *testing.T) {
	rate := int64(1_500_000) // bytes a second
	if *quick {
		rate *= 2
	}
	const id = "recorder-1"
	vehicle, key := f.register(id)
	f.record(t, id, key, rate)
	f.awaitKnown(t, id)
	start := f.recorded(t, id)
	var wanted []map[string]string
	for channel := 1; channel <= recorder.Channels; channel++ {
		wanted = append(wanted, map[string]string{"file_type": "video", "start_time": start.Format(time.RFC3339), "duration": fmt.Sprint(clipSeconds), "channel": fmt.Sprint(channel)})
	}
	began := time.Now()
	var made struct {
		ID string `json:"fileset_request_id"`
	}
	operation := "/api/org/alpha/vehicles/" + vehicle + "/devices/" + id + "/cloud/filesets/requests"
	f.host.Do(f.admin, "POST "+operation, map[string]any{"file_requests": wanted}).Decode(t, &made)
	f.awaitSuccess(t, operation+"/"+made.ID)
	size := f.firstBytes(t, made.ID)
	took, transfer := time.Since(began), time.Duration(float64(size)/float64(rate)*float64(time.Second))
	ratio := took.Seconds() / transfer.Seconds()
	measured.Add(table.Row{
		Group: footageGroup, What: fmt.Sprintf("a clip of %d s of %d channels, from request to playable, to the link's own time", clipSeconds, recorder.Channels), Target: fmt.Sprintf("≤ %.4g", clipBound),
		Result: fmt.Sprintf("%.3g (%.1fs to %.1fs; %.0f MB at %.1f MB/s)", ratio, took.Seconds(), transfer.Seconds(), float64(size)/1e6, float64(rate)/1e6), Passed: ratio <= clipBound,
	})
}

// record plays a device whose recordings are the film, over a link of so many bytes a second, until the test ends.
func (f *footage) record(t *testing.T, id, key string, rate int64) {
	t.Helper()
	kept := f.longFilm(t)
	r := recorder.New(recorder.Options{
		Vehicle: func() *traffic.Vehicle {
			return traffic.New(1, traffic.Spec{DeviceID: id, Model: "JH8", Vehicle: id, Type: "van"}, time.UTC)
		},
		Now: time.Now, Zone: time.UTC, Folder: t.TempDir(), FFmpeg: f.ffmpeg, Link: recorder.Link{BytesPerSecond: rate}, Log: slog.New(slog.DiscardHandler),
		Kept: func(_ int, _, _ time.Time, path string) error { return os.Link(kept, path) },
	})
	var client *deviceclient.Client
	plugintest.Within(t, time.Minute, "the gateway does not let the recorder in", func() bool {
		attempt, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		var err error
		client, err = deviceclient.Dial(attempt, deviceclient.Config{Broker: "tcp://" + f.host.Listeners["mqtt"], ID: id, Key: key, OnCommand: r.Command})
		return err == nil
	})
	t.Cleanup(client.Close)
	recordertest.Run(t, r, func(ctx context.Context, reply device.Reply) error {
		raw, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		return client.Publish(ctx, device.TopicReplies, raw)
	})
}

// longFilm is the film over and over, as long as a clip.
func (f *footage) longFilm(t *testing.T) (path string) {
	t.Helper()
	folder := t.TempDir()
	once, path := filepath.Join(folder, "film.mp4"), filepath.Join(folder, "clip.mp4")
	for _, options := range [][]string{
		filmOptions(once),
		{"-y", "-stream_loop", "-1", "-i", once, "-t", fmt.Sprint(clipSeconds), "-c", "copy", "-movflags", "+faststart", path},
	} {
		if said, err := exec.CommandContext(t.Context(), f.ffmpeg, options...).CombinedOutput(); err != nil { // the recorder's own encoder
			t.Fatalf("%v: %s", err, said)
		}
	}
	return path
}

// recorded is when the device began to record something that is longer than a clip.
func (f *footage) recorded(t *testing.T, id string) time.Time {
	t.Helper()
	for day := range 3 {
		date := time.Now().UTC().AddDate(0, 0, -day).Format(time.DateOnly)
		var found struct {
			Intervals []struct{ Ch, Start, End int } // seconds of the day
			Zone      string
		}
		f.host.Do(f.admin, "POST /api/org/alpha/devices/id/"+id+"/recordingtimes", `{"type":"video","date":"`+date+`"}`).Decode(t, &found)
		zone, err := time.LoadLocation(found.Zone)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range found.Intervals {
			if midnight, err := time.ParseInLocation(time.DateOnly, date, zone); err == nil && i.Ch == 1 && i.End-i.Start > clipSeconds+60 {
				return midnight.Add(time.Duration(i.Start+10) * time.Second)
			}
		}
	}
	t.Fatal("the device has recorded nothing that is long enough within three days")
	return time.Time{}
}

// awaitSuccess waits until all files of a fileset are there.
func (f *footage) awaitSuccess(t *testing.T, operation string) {
	t.Helper()
	var found struct {
		Status       string
		FileRequests []struct{ Status, Reason string } `json:"file_requests"`
	}
	for began := time.Now(); found.Status != "success"; pause(t.Context(), 100*time.Millisecond) {
		f.host.Do(f.admin, "GET "+operation, nil).Decode(t, &found)
		if found.Status == "canceled" || time.Since(began) > 5*time.Minute {
			t.Fatalf("the clip does not come: %+v", found)
		}
	}
}

// firstBytes reads the first byte of each file, and returns how many there are in all.
func (f *footage) firstBytes(t *testing.T, fileset string) (size int64) {
	t.Helper()
	var links struct {
		Files []struct {
			Preview string
			Size    int64
		}
	}
	f.host.Do(f.admin, "GET /api/org/alpha/files/requests/"+fileset+"/preview", nil).Decode(t, &links)
	if len(links.Files) != recorder.Channels {
		t.Fatalf("%d files are there", len(links.Files))
	}
	for _, file := range links.Files {
		answer, err := f.client.Get(f.host.URL + file.Preview) // the test's own host
		if err != nil {
			t.Fatal(err)
		}
		if _, err = io.ReadFull(answer.Body, make([]byte, 1)); err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("a file is answered %d: %v", answer.StatusCode, err)
		}
		if err := answer.Body.Close(); err != nil {
			t.Fatal(err)
		}
		size += file.Size
	}
	return size
}
