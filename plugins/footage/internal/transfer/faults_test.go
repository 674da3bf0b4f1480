package transfer_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/policy"
	"outrider.dev/outrider/plugins/footage/internal/transfer"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

// promise is what an honest device says of a file.
func promise(data []byte) map[string]any {
	sum := sha256.Sum256(data)
	return map[string]any{"size": len(data), "sha256": hex.EncodeToString(sum[:])}
}

func TestWorker_RefusesWhatIsNotAsPromised(t *testing.T) {
	w := open(t, policy.Installation{})
	f := w.wish(device.FileVideo)
	u, data := <-w.asked, film(t)
	for name, said := range map[string]map[string]any{
		"longer": promise(append([]byte{0}, data...)), "shorter": promise(data[1:]), "other bytes": {"size": len(data), "sha256": strings.Repeat("0", 64)},
	} {
		if status := w.bring(u, data, said); status != http.StatusUnprocessableEntity {
			t.Errorf("%s than promised = %d", name, status)
		}
	}
	if w.exists(fileset.NameOf(f.ID, u.FileRequestID)) {
		t.Error("something that was refused is there")
	}
	if status := w.bring(u, data, promise(data)); status >= 300 {
		t.Errorf("the right one afterwards = %d", status)
	}
	w.until(f.ID, fileset.Success)
}

func TestWorker_RemovesWhatIsNoVideo(t *testing.T) {
	w := open(t, policy.Installation{})
	f := w.wish(device.FileVideo)
	u, data := <-w.asked, []byte(strings.Repeat("not a video ", 1000))
	if status := w.bring(u, data, promise(data)); status >= 300 {
		t.Fatal(status)
	}
	if file := w.until(f.ID, fileset.Canceled); !strings.Contains(file.Reason, "not a video") {
		t.Errorf("the reason is %q", file.Reason)
	}
	if w.exists(fileset.NameOf(f.ID, u.FileRequestID)) {
		t.Error("it is still there")
	}
}

func TestWorker_RemovesWhatNobodyExpects(t *testing.T) {
	w := open(t, policy.Installation{})
	data := film(t)
	f := w.wish(device.FileVideo)
	u := <-w.asked
	if err := w.filesets.Delete(w.caller(), f); err != nil {
		t.Fatal(err)
	}
	w.over(u, data)
	if w.exists(fileset.NameOf(f.ID, u.FileRequestID)) {
		t.Error("a file of a fileset that was deleted stays")
	}
	f = w.wish(device.FileVideo)
	u = <-w.asked
	if status := w.do(http.MethodPut, u.URL+"?part=1", data); status >= 300 {
		t.Fatal(status)
	}
	w.shelf.SetAway(true) // the link ends when the storage is back
	if _, err := w.filesets.Cancel(w.caller(), "demo", f.ID, "canceled by Ann"); err != nil {
		t.Fatal(err)
	}
	w.Pass(time.Minute)
	w.shelf.SetAway(false)
	w.over(u, data)
	if file := w.until(f.ID, fileset.Canceled); file.Reason != "canceled by Ann" || w.exists(fileset.NameOf(f.ID, u.FileRequestID)) {
		t.Errorf("%+v", file)
	}
}

// over waits until the device is told that a file is not wanted any more; its link takes nothing then.
func (w *world) over(u device.Upload, data []byte) {
	w.t.Helper()
	plugintest.Eventually(w.t, "the device is not told", func() bool { w.Pass(time.Minute); return len(w.stopped) > 0 })
	if id := <-w.stopped; id != u.FileRequestID {
		w.t.Errorf("the device is to leave %s instead of %s", id, u.FileRequestID)
	}
	for _, status := range []int{w.do(http.MethodPut, u.URL+"?part=1", data), w.do(http.MethodPost, u.URL, []byte(`{"size":1,"sha256":"`+hashOf(data)+`"}`)), w.do(http.MethodGet, u.URL, nil)} {
		if status != http.StatusGone {
			w.t.Errorf("its link answers %d", status)
		}
	}
}

func TestWorker_WaitsForAStorageThatIsAwayOrFull(t *testing.T) {
	w := open(t, policy.Installation{})
	data := film(t)
	for name, set := range map[string]func(bool){"away": w.shelf.SetAway, "full": w.shelf.SetFull} {
		f := w.wish(device.FileVideo)
		u := <-w.asked
		set(true)
		if status := w.bring(u, data, promise(data)); status >= 300 {
			t.Fatalf("%s: %d", name, status)
		}
		w.until(f.ID, fileset.Complete) // its index is still behind, and cannot be put in front
		w.Pass(3 * time.Minute)         // it is tried again meanwhile
		if file := w.until(f.ID, fileset.Complete); file.Thumbnail || file.Reason != "" {
			t.Errorf("%s: %+v", name, file)
		}
		set(false)
		plugintest.Eventually(t, "the file does not come when the storage is back", func() bool { w.Pass(time.Minute); return w.statusOf(f.ID) == fileset.Success })
	}
}

// statusOf is the status of a fileset's first file.
func (w *world) statusOf(id string) fileset.Status {
	found, err := w.filesets.Find(w.caller(), "demo", id)
	if err != nil {
		w.t.Fatal(err)
	}
	return found.Files[0].Status
}

func TestWorker_AsksAgainSoonWhenACommandCannotBeSent(t *testing.T) {
	w := open(t, policy.Installation{})
	w.unsent.Store(2)
	f := w.wish(device.FileVideo)
	plugintest.Eventually(t, "the file is not asked for again", func() bool { w.Pass(time.Second); return len(w.asked) == 1 })
	u, data := <-w.asked, film(t)
	if status := w.bring(u, data, promise(data)); status >= 300 {
		t.Fatal(status)
	}
	w.until(f.ID, fileset.Success)
}

func TestWorker_KeepsToTheQuota(t *testing.T) {
	data := film(t)
	w := open(t, policy.Installation{QuotaBytes: int64(len(data)) * 3 / 2})
	first, second := w.wish(device.FileVideo), w.wish(device.FileVideo)
	a, b := <-w.asked, <-w.asked // both were asked for while there was room
	if a.FileRequestID != first.Files[0].ID {
		a, b = b, a
	}
	w.bring(a, data, promise(data))
	w.until(first.ID, fileset.Success)
	w.bring(b, data, promise(data))
	if file := w.until(second.ID, fileset.Canceled); !strings.Contains(file.Reason, "storage for files is full: 0.0 GB of 0.0 GB are used") {
		t.Errorf("the reason is %q", file.Reason)
	}
	if w.exists(fileset.NameOf(second.ID, second.Files[0].ID)) {
		t.Error("what has no room is there")
	}
	if room, err := policy.NewStore(w.db, policy.Installation{}).Room(t.Context(), "demo"); err != nil || room.Used <= int64(len(data)) || room.Used > int64(len(data))+1<<20 || room.Files != 1 {
		t.Errorf("%+v, %v: want the file and its small picture", room, err)
	}
}

func TestKeeper_KeepsEachTypeAsLongAsTheOrganisationSays(t *testing.T) {
	w := open(t, policy.Installation{RetentionDays: 90})
	policies := policy.NewStore(w.db, policy.Installation{RetentionDays: 90})
	f := w.wish(device.FileVideo, device.FileVideo)
	data := film(t)
	for range f.Files {
		w.bring(<-w.asked, data, promise(data))
	}
	w.until(f.ID, fileset.Success)
	plugintest.Eventually(t, "not both are there", func() bool {
		found, err := w.filesets.Find(w.caller(), "demo", f.ID)
		return err == nil && found.Status() == fileset.Success
	})
	keeper := transfer.NewKeeper(w.filesets, w.shelf.Store, 90, func(context.Context, []fileset.Fileset) {}, slog.New(slog.DiscardHandler), w.Now)
	w.Pass(31 * 24 * time.Hour)
	if err := keeper.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !w.exists(fileset.NameOf(f.ID, f.Files[0].ID)) {
		t.Fatal("a file went before its time")
	}
	if err := policies.Change(w.caller(), "demo", func(p *policy.Policy) error {
		p.RetentionDays[device.FileVideo] = 30
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := keeper.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.exists(fileset.NameOf(f.ID, f.Files[0].ID)) || w.exists(fileset.ThumbnailOf(f.ID, f.Files[0].ID)) {
		t.Error("a file that is too old is still there")
	}
	if _, err := w.filesets.Find(w.caller(), "demo", f.ID); err == nil {
		t.Error("its fileset is still there")
	}
}
