//go:build bench

package bench_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/sdk/plugintest"
)

const (
	footageGroup = "Live video and footage"
	perDevice    = 4
	// hiccup is how long a player may wait for the next part before its picture stands still: what hls.js keeps in hand.
	hiccup = 3 * time.Second
)

// footage is a host with cameras.
type footage struct {
	t       *testing.T
	host    *plugintest.Host
	admin   plugintest.Actor
	cameras *cameras
	ffmpeg  string
	devices []string
	client  *http.Client
}

// TestFootage measures live pictures and downloads through a host.
func TestFootage(t *testing.T) {
	channels, viewers := 100, 200
	if *quick {
		channels, viewers = 20, 40
	}
	f := &footage{t: t, admin: plugintest.As("alpha", "ORG_ADMIN"), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1024}}}
	f.cameras, f.ffmpeg = newCameras(t, film(t)), recordertest.FFmpeg(t)
	f.host = plugintest.Start(t, "../plugins/footage", plugintest.Beside("../plugins/users", "../plugins/vehicles", "../plugins/gateway"))
	for n := range (channels + perDevice - 1) / perDevice {
		f.fit(fmt.Sprintf("camera-%d", n))
	}
	t.Run("first frame", f.firstFrame)
	t.Run("rival", f.rival)
	t.Run("glass to glass", f.glass)
	t.Run("clip", f.clip)
	t.Run("many", func(t *testing.T) { f.many(t, channels, viewers) })
	t.Run("zip", f.zip)
}

// fit makes a vehicle with a camera, and connects it.
func (f *footage) fit(id string) {
	_, key := f.register(id)
	f.cameras.connect(f.host.Listeners["mqtt"], id, key)
	f.devices = append(f.devices, id)
}

// register makes a vehicle with a device.
func (f *footage) register(id string) (vehicleID, key string) {
	var vehicle struct{ ID string }
	f.host.Do(f.admin, "POST /api/org/alpha/vehicles", map[string]string{"vehicle_name": id, "vehicle_type": "van", "node": "alpha"}).Decode(f.t, &vehicle)
	var added struct{ Key string }
	f.host.Do(f.admin, "POST /api/org/alpha/devices", map[string]string{"device_id": id, "model": "JH8"}).Decode(f.t, &added)
	f.host.Do(f.admin, "PUT /api/org/alpha/vehicles/"+vehicle.ID+"/devices/"+id, map[string]bool{"is_defaultdevice": true})
	return vehicle.ID, added.Key
}

type view struct {
	Channel int    `json:"channel"`
	Session string `json:"session"`
	URL     string `json:"streaming_session_url_hls"`

	Beginning []struct {
		File string
		Body []byte
	} `json:"beginning"`
}

// start starts channels of a device; it tries again until the plugin knows the device.
func (f *footage) start(t *testing.T, id string, channels []int) (views []view) {
	t.Helper()
	for began := time.Now(); ; pause(t.Context(), 200*time.Millisecond) {
		answer := f.host.Do(f.admin, "POST /api/org/alpha/devices/id/"+id+"/videostreams", map[string]any{"action": "start_streaming", "channels": channels, "beginning": true})
		if answer.Status == http.StatusOK {
			answer.Decode(t, &views)
			return views
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("start %s: %d %s", id, answer.Status, answer.Body)
		}
	}
}

func (f *footage) viewer(v view) *viewer {
	told := map[string][]byte{}
	for _, piece := range v.Beginning {
		told[piece.File] = piece.Body
	}
	return &viewer{client: f.client, base: f.host.URL + v.URL[:len(v.URL)-len("index.m3u8")], token: f.host.Token(f.admin), told: told}
}

// firstFrame is the time from asking for a camera until what shows its first picture was fetched.
func (f *footage) firstFrame(t *testing.T) {
	f.start(t, f.devices[0], []int{4}) // the plugin knows the device
	var took []time.Duration
	for _, id := range f.devices[:min(len(f.devices), 9)] {
		for channel := 1; channel <= 2; channel++ {
			f.awaitKnown(t, id)
			began := time.Now()
			v := f.viewer(f.start(t, id, []int{channel})[0])
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			_, err := v.begin(ctx)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
	}
	slices.Sort(took)
	boundRow(footageGroup, "start to the first frame fetched, median", took[len(took)/2], 1500*time.Millisecond)
	boundRow(footageGroup, "start to the first frame fetched, slowest", took[len(took)-1], 1500*time.Millisecond)
}

func (f *footage) awaitKnown(t *testing.T, id string) {
	t.Helper()
	for f.host.Do(f.admin, "POST /api/org/alpha/devices/id/"+id+"/videostreams", `{"action":"get_endpoints"}`).Status != http.StatusOK {
		pause(t.Context(), 100*time.Millisecond)
	}
}

// many has all channels on, first without viewers and then with them.
func (f *footage) many(t *testing.T, channels, viewers int) {
	var views []view
	for _, id := range f.devices {
		f.awaitKnown(t, id)
		wanted := []int{1, 2, 3, 4}[:min(perDevice, channels-len(views))]
		views = append(views, f.start(t, id, wanted)...)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var keeping sync.WaitGroup
	keeping.Go(func() { f.keep(ctx) })
	defer keeping.Wait()
	defer cancel()
	playlists := make([]string, len(views))
	for i, v := range views { // what nobody has fetched yet is not cut
		begun, stop := context.WithTimeout(ctx, time.Minute)
		list, err := f.viewer(v).begin(begun)
		stop()
		if err != nil {
			t.Fatal(err)
		}
		playlists[i] = list
	}
	length := 30 * time.Second
	if *quick {
		length = 8 * time.Second
	}
	f.cost(t, channels, length)
	f.crowd(t, views, playlists, viewers, length)
}

// keep renews all views as their browsers would.
func (f *footage) keep(ctx context.Context) {
	for ctx.Err() == nil {
		for _, id := range f.devices {
			f.host.Do(f.admin, "POST /api/org/alpha/devices/id/"+id+"/videostreams", `{"action":"keep_streaming"}`)
		}
		pause(ctx, 20*time.Second)
	}
}

// cost compares the plugin's processor time for a channel with that of ffmpeg, which receives the same by RTSP's packets no more, but reads
// them from a file: remuxing alone.
func (f *footage) cost(t *testing.T, channels int, length time.Duration) {
	plugin := f.host.Processes()["footage"]
	own := func() time.Duration {
		before := usage.Tree(plugin).Sum()
		pause(t.Context(), length)
		return usage.Tree(plugin).Sum() - before
	}
	source := filepath.Join(t.TempDir(), "film.mp4")
	if said, err := exec.CommandContext(t.Context(), f.ffmpeg, filmOptions(source)...).CombinedOutput(); err != nil { // the recorder's own encoder
		t.Fatalf("%v: %s", err, said)
	}
	const others = 10
	ours := own()
	theirs := f.remux(t, source, others, length)
	each, rival := ours/time.Duration(channels), theirs/others
	ratio := float64(each) / float64(rival)
	measured.Add(table.Row{
		Group: footageGroup, What: "processor time of a stream to ffmpeg -c copy's", Target: "≤ 1.2",
		Result: fmt.Sprintf("%.3g (%.2f%% to %.2f%% of a processor)", ratio, 100*each.Seconds()/length.Seconds(), 100*rival.Seconds()/length.Seconds()), Passed: ratio <= 1.2,
	})
}

// remux runs ffmpeg on so many streams and tells the processor time that all of them used, without their starts.
func (f *footage) remux(t *testing.T, source string, count int, length time.Duration) time.Duration {
	var programs []*exec.Cmd
	defer func() {
		for _, p := range programs {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
	}()
	for range count {
		p := exec.CommandContext(t.Context(), f.ffmpeg, "-v", "error", "-nostdin", "-re", "-stream_loop", "-1", "-i", source, "-c", "copy", "-f", "hls", "-hls_time", "1", // what is compared with
			"-hls_list_size", "7", "-hls_segment_type", "fmp4", "-hls_flags", "delete_segments", filepath.Join(t.TempDir(), "index.m3u8"))
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		programs = append(programs, p)
	}
	pause(t.Context(), 2*time.Second)
	sum := func() (used time.Duration) {
		for _, p := range programs {
			used += usage.Tree(p.Process.Pid).Sum()
		}
		return used
	}
	before := sum()
	pause(t.Context(), length)
	return sum() - before
}

// crowd lets viewers watch all at once and counts those whose picture stands still.
func (f *footage) crowd(t *testing.T, views []view, playlists []string, viewers int, length time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	var mu sync.Mutex
	var longest []time.Duration
	stalled, broken, parts := 0, 0, 0
	var all sync.WaitGroup
	before := usage.Tree(f.host.PID()).Sum()
	for n := range viewers {
		all.Go(func() {
			v := f.viewer(views[n%len(views)])
			v.have = map[string]bool{}
			waited, seen, err := v.watch(ctx, playlists[n%len(views)])
			mu.Lock()
			defer mu.Unlock()
			longest, parts = append(longest, waited), parts+seen
			if err != nil {
				broken++
				t.Log(err)
			}
			if waited > hiccup {
				stalled++
			}
		})
	}
	all.Wait()
	slices.Sort(longest)
	measured.Add(table.Row{
		Group: footageGroup, What: fmt.Sprintf("%d channels, %d viewers: pictures that stood still", len(views), viewers), Target: "none",
		Result: fmt.Sprintf("%d, and %d broke off (%d parts; longest wait %s, median of the viewers' longest %s; host and plugins %.0f%% of a processor)", stalled, broken, parts,
			longest[len(longest)-1].Round(time.Millisecond), longest[len(longest)/2].Round(time.Millisecond), 100*(usage.Tree(f.host.PID()).Sum()-before).Seconds()/length.Seconds()),
		Passed: stalled == 0 && broken == 0 && parts > viewers,
	})
}

// zip fetches 2 GiB in one piece and looks at the plugin's memory meanwhile.
func (f *footage) zip(t *testing.T) {
	const files = 4
	size := int64(512 << 20)
	if *quick {
		size = 64 << 20
	}
	db := f.host.Database(t)
	if _, err := db.Exec(t.Context(), `INSERT INTO footage.fileset (org_id, id, vehicle_id, device_id) VALUES ('alpha', 'big', 'none', 'none')`); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(f.host.DataDir(), "media", "alpha", "footage", "filesets", "big")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for n := range files {
		name := fmt.Sprintf("f%d", n)
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(t.Context(), `INSERT INTO footage.file (org_id, id, fileset_id, device_id, position, file_type, channel, start_ms, duration_ms, status, progress, size)
			VALUES ('alpha', $1, 'big', 'none', $2, 'video', $3, 1700000000000, 300000, 'success', 100, $4)`, name, n, n+1, size); err != nil {
			t.Fatal(err)
		}
	}
	var made struct{ Location string }
	f.host.Do(f.admin, "POST /api/org/alpha/files/zip", map[string]any{"fileset_request_ids": []string{"big"}}).Decode(t, &made)
	plugin := f.host.Processes()["footage"]
	before, most := usage.Resident(plugin), 0
	answer, err := http.Get(f.host.URL + made.Location) // the test's own host
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	began, total, buffer := time.Now(), int64(0), make([]byte, 1<<20)
	for {
		n, err := answer.Body.Read(buffer)
		if total/(16<<20) != (total+int64(n))/(16<<20) {
			most = max(most, usage.Resident(plugin))
		}
		if total += int64(n); err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	took := time.Since(began)
	measured.Add(table.Row{
		Group: footageGroup, What: fmt.Sprintf("zip of %.1f GiB: memory of the plugin beyond what it had", float64(total)/(1<<30)), Target: "< 32 MB",
		Result: fmt.Sprintf("%d MB (%d before, %d at most; %.0f MB/s)", max(0, most-before), before, most, float64(total)/1e6/took.Seconds()), Passed: most-before < 32 && total > files*size,
	})
}
