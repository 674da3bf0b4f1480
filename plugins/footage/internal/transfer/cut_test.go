package transfer_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/faststart"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/policy"
	"outrider.dev/outrider/plugins/footage/internal/transfer"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

// comes has the first file of a fileset be there, with a hash, as if a process that looked at it had been killed.
func (w *world) comes(f fileset.Fileset, hash string) {
	w.t.Helper()
	which := fileset.FileRef{OrgID: "demo", DeviceID: "demo-0001", FileID: f.Files[0].ID}
	if _, err := w.filesets.Move(w.t.Context(), which, fileset.Change{Status: fileset.Complete, Size: 1, SHA256: hash, Due: w.Now()}); err != nil {
		w.t.Fatal(err)
	}
}

func TestWorker_GivesUpAFileWhoseBytesWereRemoved(t *testing.T) {
	w := open(t, policy.Installation{})
	f := w.wish(device.FileVideo)
	<-w.asked
	w.comes(f, "0")
	if file := w.until(f.ID, fileset.Canceled); file.Reason != "the file is no longer there" {
		t.Errorf("the reason is %q", file.Reason)
	}
}

func TestWorker_TellsTheHashOfWhatAnEarlierLookChanged(t *testing.T) {
	w := open(t, policy.Installation{})
	before := w.wish(device.FileVideo)
	data := film(t)
	w.bring(<-w.asked, data, promise(data))
	changed := w.read(fileset.NameOf(before.ID, w.until(before.ID, fileset.Success).ID)) // its index is in front

	f := w.wish(device.FileVideo)
	<-w.asked
	if _, err := w.shelf.Store.Write(t.Context(), "demo", fileset.NameOf(f.ID, f.Files[0].ID), bytes.NewReader(changed)); err != nil {
		t.Fatal(err)
	}
	where := bytes.Index(data, []byte("moov")) - 4 // as the earlier look has noted
	if err := w.filesets.Rewriting(t.Context(), "demo", f.Files[0].ID, faststart.Move{From: int64(where), To: int64(data[3]), Bytes: int64(len(data) - where)}); err != nil {
		t.Fatal(err)
	}
	w.comes(f, hashOf(data))
	if file := w.until(f.ID, fileset.Success); file.SHA256 != hashOf(changed) || file.Size != int64(len(changed)) {
		t.Errorf("%+v, want %d bytes with %s", file, len(changed), hashOf(changed))
	} else if file.DeviceSHA256 != hashOf(data) || file.Rewrite == nil {
		t.Errorf("%+v: what the device brought was %s", file, hashOf(data))
	}
}

// TestWorker_RefusesAFileThatChangedAfterItCame has its bytes be others than those that were accepted, good as they are.
func TestWorker_RefusesAFileThatChangedAfterItCame(t *testing.T) {
	w := open(t, policy.Installation{})
	data := film(t)
	forged := bytes.Clone(data)
	forged[bytes.Index(data, []byte("mdat"))+200] ^= 1
	f := w.wish(device.FileVideo)
	<-w.asked
	if _, err := w.shelf.Store.Write(t.Context(), "demo", fileset.NameOf(f.ID, f.Files[0].ID), bytes.NewReader(forged)); err != nil {
		t.Fatal(err)
	}
	w.comes(f, hashOf(data))
	if file := w.until(f.ID, fileset.Canceled); file.Reason != "the file is not the one that the device brought" || w.exists(fileset.NameOf(f.ID, file.ID)) {
		t.Errorf("%+v", file)
	}
}

// TestWorker_KeepsWhatTheDeviceBrought says of a video whose index was put in front what it was before.
func TestWorker_KeepsWhatTheDeviceBrought(t *testing.T) {
	w := open(t, policy.Installation{})
	data := film(t)
	f := w.wish(device.FileVideo)
	w.bring(<-w.asked, data, promise(data))
	file := w.until(f.ID, fileset.Success)
	if file.DeviceSHA256 != hashOf(data) || file.DeviceSize != int64(len(data)) || file.SHA256 == file.DeviceSHA256 || file.Rewrite == nil {
		t.Fatalf("%+v", file)
	}
	stored := w.read(fileset.NameOf(f.ID, file.ID))
	undone, err := faststart.Undo(bytes.NewReader(stored), int64(len(stored)), *file.Rewrite)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := io.ReadAll(undone); err != nil || hashOf(back) != file.DeviceSHA256 {
		t.Errorf("undone it is not what the device brought: %v", err)
	}
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func TestWorker_LeavesNothingOfAFileThatIsDeletedMeanwhile(t *testing.T) {
	w := open(t, policy.Installation{})
	var f fileset.Fileset
	w.looked = func() {
		if err := w.shelf.Store.Delete(t.Context(), "demo", f.Names()...); err != nil {
			t.Error(err)
		}
		if err := w.filesets.Delete(w.caller(), f); err != nil {
			t.Error(err)
		}
	}
	f = w.wish(device.FileVideo)
	data := film(t)
	w.bring(<-w.asked, data, promise(data))
	plugintest.Eventually(t, "the row is not gone", func() bool {
		_, err := w.filesets.Find(w.caller(), "demo", f.ID)
		return errors.Is(err, fileset.ErrNotFound)
	})
	plugintest.Eventually(t, "something is left", func() bool {
		return !w.exists(fileset.NameOf(f.ID, f.Files[0].ID)) && !w.exists(fileset.ThumbnailOf(f.ID, f.Files[0].ID))
	})
}

// stuck is a storage that does not delete one file.
type stuck struct {
	transfer.Storage
	id string
}

var errStuck = errors.New("the storage does not answer")

// Delete implements transfer.Storage.
func (s stuck) Delete(ctx context.Context, orgID string, names ...string) error {
	if strings.Contains(names[0], s.id) {
		return errStuck
	}
	return s.Storage.Delete(ctx, orgID, names...)
}

func TestKeeper_OneFileThatCannotBeDeletedKeepsNoOthers(t *testing.T) {
	w := open(t, policy.Installation{})
	first, second := w.wish(device.FileVideo), w.wish(device.FileVideo)
	for _, f := range []fileset.Fileset{first, second} {
		<-w.asked
		if _, err := w.filesets.Cancel(w.caller(), "demo", f.ID, "canceled by Ann"); err != nil {
			t.Fatal(err)
		}
	}
	w.Pass(24 * 365 * time.Hour)
	keeper := func(storage transfer.Storage) error {
		tell := func(context.Context, []fileset.Fileset) {}
		return transfer.NewKeeper(w.filesets, storage, 90, tell, slog.New(slog.DiscardHandler), w.Now).Tidy(t.Context())
	}
	if err := keeper(stuck{w.shelf.Store, first.Files[0].ID}); !errors.Is(err, errStuck) {
		t.Errorf("the problem is not told: %v", err)
	}
	if left, err := w.filesets.FindAll(w.caller(), "demo", []string{first.ID, second.ID}); err != nil || len(left) != 1 || left[0].ID != first.ID {
		t.Errorf("%v, %v: want what could not be deleted", left, err)
	}
	if err := keeper(w.shelf.Store); err != nil {
		t.Error(err)
	}
}
