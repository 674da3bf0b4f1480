package transfer_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/abema/go-mp4"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/host/mediatest"
	"outrider.dev/outrider/plugins/footage/internal/archive"
	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/footagetest"
	"outrider.dev/outrider/plugins/footage/internal/policy"
	"outrider.dev/outrider/plugins/footage/internal/thumbnail"
	"outrider.dev/outrider/plugins/footage/internal/transfer"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/plugintest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// world is a worker with the real database and the real storage; the test is the device, reached by a queue instead of MQTT.
type world struct {
	t        *testing.T
	shelf    *mediatest.Shelf
	db       *store.DB
	filesets *fileset.Store
	worker   *transfer.Worker
	asked    chan device.Upload
	stopped  chan string  // files that the device is told to leave
	looked   func()       // set: called before a small picture of a video is made
	unsent   atomic.Int32 // commands that cannot be sent, from now on
	footagetest.Clock
}

// eye makes small pictures, and tells the test before.
type eye struct {
	*thumbnail.Maker
	w *world
}

// Video implements transfer.Pictures.
func (e eye) Video(ctx context.Context, path string) ([]byte, error) {
	if e.w.looked != nil {
		e.w.looked()
	}
	return e.Maker.Video(ctx, path)
}

func open(t *testing.T, installation policy.Installation) *world {
	t.Helper()
	w := &world{t: t, db: dbtest.Open(t, "plugins/footage"), asked: make(chan device.Upload, 64), stopped: make(chan string, 64)}
	w.filesets = fileset.NewStore(w.db, replica.New(w.db, nil, "footage"))
	w.shelf = mediatest.Open(t, "footage", func(ctx context.Context, u mediatest.Uploaded) error {
		name := strings.TrimPrefix(u.Key, "demo/footage/")
		return w.worker.Uploaded(ctx, events.Event[events.MediaUploaded]{OrgID: u.OrgID, Data: events.MediaUploaded{
			Plugin: "footage", Name: name, DeviceID: u.DeviceID, Size: u.Size, SHA256: u.SHA256,
		}})
	})
	pictures, lacking, err := thumbnail.New(t.Context(), "")
	if err := errors.Join(lacking, err); err != nil {
		t.Fatal(err)
	}
	w.worker = transfer.New(transfer.Deps{
		Files: w.filesets, Devices: w, Storage: w.shelf.Store, Rooms: policy.NewStore(w.db, installation), Pictures: eye{pictures, w},
		Tell: func(context.Context, []fileset.Fileset) {}, Log: slog.New(slog.DiscardHandler), Now: w.Now,
	})
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() {
		if err := w.worker.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { stop(); work.Wait() })
	return w
}

// Send implements transfer.Devices.
func (w *world) Send(_ context.Context, _ ask.Question, _ string, data any, _ time.Duration) error {
	if w.unsent.Add(-1) >= 0 {
		return errors.New("nobody takes commands")
	}
	switch data := data.(type) {
	case device.Upload:
		w.asked <- data
	case device.CancelUpload:
		w.stopped <- data.FileRequestID
	}
	return nil
}

// caller sees everything of the organisation.
func (w *world) caller() context.Context {
	return web.WithCaller(w.t.Context(), web.CallerInfo{UserID: "ann", OrgID: "demo", Scope: web.Scope{All: true}})
}

// wish asks for files of four seconds and returns the fileset.
func (w *world) wish(types ...string) fileset.Fileset {
	w.t.Helper()
	f := fileset.Fileset{OrgID: "demo", VehicleID: "van", DeviceID: "demo-0001"}
	for _, kind := range types {
		f.Files = append(f.Files, fileset.File{Wanted: fileset.Wanted{Type: kind, Channel: 1, StartMs: 1_700_000_000_000, DurationMs: 4000}})
	}
	added, err := w.filesets.Add(w.t.Context(), f)
	if err != nil {
		w.t.Fatal(err)
	}
	return added
}

// bring uploads what was asked for, and returns the status of the last answer.
func (w *world) bring(u device.Upload, data []byte, promised map[string]any) int {
	w.t.Helper()
	status := w.do(http.MethodPut, u.URL+"?part=1", data)
	if status != http.StatusOK {
		return status
	}
	body, err := json.Marshal(promised)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.do(http.MethodPost, u.URL, body)
}

func (w *world) do(method, url string, body []byte) int {
	w.t.Helper()
	request, err := http.NewRequestWithContext(w.t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode
}

// until waits until the first file of a fileset has a status, and returns it.
func (w *world) until(id string, status fileset.Status) fileset.File {
	w.t.Helper()
	var last fileset.File
	plugintest.Eventually(w.t, "the file is not "+string(status), func() bool {
		found, err := w.filesets.Find(w.caller(), "demo", id)
		if err != nil {
			w.t.Fatal(err)
		}
		last = found.Files[0]
		return last.Status == status
	})
	return last
}

// film is a video of four seconds whose index is behind its pictures.
func film(t *testing.T) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "film.mp4")
	recordertest.Video(t, out, "testsrc=size=320x240:rate=5:duration=4")
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (w *world) exists(name string) bool {
	w.t.Helper()
	_, err := w.shelf.Store.Stat(w.t.Context(), "demo", name)
	return err == nil
}

func (w *world) read(name string) []byte {
	w.t.Helper()
	r, err := w.shelf.Store.Open(w.t.Context(), "demo", name)
	if err != nil {
		w.t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil {
		w.t.Fatal(err)
	}
	return data
}

func TestWorker_MakesAVideoReadyToBeSeen(t *testing.T) {
	w := open(t, policy.Installation{})
	f := w.wish(device.FileVideo)
	data := film(t)
	if status := w.bring(<-w.asked, data, promise(data)); status >= 300 {
		t.Fatal(status)
	}
	file := w.until(f.ID, fileset.Success)
	if file.Size != int64(len(data)) || !file.Thumbnail || file.Progress != 100 {
		t.Errorf("%+v", file)
	}
	info, err := mp4.Probe(bytes.NewReader(w.read(fileset.NameOf(f.ID, file.ID))))
	if err != nil || !info.FastStart {
		t.Errorf("its index is not in front: %v", err)
	}
	if !w.exists(fileset.ThumbnailOf(f.ID, file.ID)) {
		t.Error("it has no small picture")
	}
	found, _ := w.filesets.Find(w.caller(), "demo", f.ID)
	var out bytes.Buffer
	if err := archive.Write(t.Context(), &out, opener{w.shelf.Store}, archive.Zip{OrgID: "demo", Files: []archive.File{
		{Name: fileset.NameOf(f.ID, found.Files[0].ID), As: "CH1.mp4", SHA256: found.Files[0].SHA256},
		{Name: "gone", As: "CH2.mp4"},
		{Name: fileset.NameOf(f.ID, found.Files[0].ID), As: "CH3.mp4", SHA256: hashOf(data)}, // as if it had been another one
	}}); err != nil {
		t.Fatal(err)
	}
	archived, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil || len(archived.File) != 2 || archived.File[0].UncompressedSize64 != uint64(len(data)) || archived.File[1].Name != "skipped.txt" {
		t.Fatalf("%v %v", archived, err)
	}
	skipped, err := archived.Open("skipped.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer skipped.Close()
	if said, err := io.ReadAll(skipped); err != nil || string(said) != "CH2.mp4\r\nCH3.mp4: its bytes are not those that were accepted\r\n" {
		t.Errorf("%q, %v", said, err)
	}
}

type opener struct{ *media.Store }

func (o opener) Open(ctx context.Context, orgID, name string) (io.ReadCloser, error) {
	return o.Store.Open(ctx, orgID, name)
}
