package fileset_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

func open(t *testing.T) *fileset.Store {
	t.Helper()
	db := dbtest.Open(t, "plugins/footage")
	return fileset.NewStore(db, replica.New(db, nil, "footage"))
}

// add asks for two files of a device.
func add(t *testing.T, s *fileset.Store) fileset.Fileset {
	t.Helper()
	wish := fileset.Fileset{OrgID: "demo", VehicleID: "van", DeviceID: "demo-0001", RequestedBy: "ann"}
	for channel := range 2 {
		wish.Files = append(wish.Files, fileset.File{Wanted: fileset.Wanted{Type: device.FileVideo, Channel: channel + 1, StartMs: 1, DurationMs: 20_000}})
	}
	added, err := s.Add(t.Context(), wish)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func TestMove_OnlyForward(t *testing.T) {
	s := open(t)
	f := add(t, s)
	which := fileset.FileRef{OrgID: "demo", DeviceID: f.DeviceID, FileID: f.Files[0].ID}
	for _, step := range []struct {
		to       fileset.Change
		status   fileset.Status
		progress int
	}{
		{fileset.Change{Status: fileset.InProgress, Progress: 40}, fileset.InProgress, 40},
		{fileset.Change{Status: fileset.Accepted}, fileset.InProgress, 40},
		{fileset.Change{Status: fileset.InProgress, Progress: 20}, fileset.InProgress, 40},
		{fileset.Change{Status: fileset.Complete, Progress: 99, Size: 3 << 30, SHA256: "ab"}, fileset.Complete, 99},
		{fileset.Change{Status: fileset.Success, Progress: 100}, fileset.Success, 100},
		{fileset.Change{Status: fileset.Canceled, Reason: "too late"}, fileset.Success, 100},
	} {
		if _, err := s.Move(t.Context(), which, step.to); err != nil {
			t.Fatal(err)
		}
		found := find(t, s, f.ID).Files[0]
		if found.Status != step.status || found.Progress != step.progress {
			t.Errorf("after %s %d %%: %s %d %%, want %s %d %%", step.to.Status, step.to.Progress, found.Status, found.Progress, step.status, step.progress)
		}
	}
	if found := find(t, s, f.ID); found.Files[0].Size != 3<<30 || found.Progress() != 50 || found.Status() != fileset.Created {
		t.Errorf("the fileset is %+v", found)
	}
}

// TestProgress_OfWhatNeverCame is that of its files: a file that is canceled is not a file that is there.
func TestProgress_OfWhatNeverCame(t *testing.T) {
	s := open(t)
	f := add(t, s)
	for _, one := range f.Files {
		which := fileset.FileRef{OrgID: "demo", DeviceID: f.DeviceID, FileID: one.ID}
		if _, err := s.Move(t.Context(), which, fileset.Change{Status: fileset.Canceled, Reason: "too late"}); err != nil {
			t.Fatal(err)
		}
	}
	if found := find(t, s, f.ID); found.Progress() != 0 || found.Status() != fileset.Canceled {
		t.Errorf("%s, %d %%", found.Status(), found.Progress())
	}
}

func TestMove_OfAnotherDeviceChangesNothing(t *testing.T) {
	s := open(t)
	f := add(t, s)
	changed, err := s.Move(t.Context(), fileset.FileRef{OrgID: "demo", DeviceID: "demo-0002", FileID: f.Files[0].ID}, fileset.Change{Status: fileset.Success, Progress: 100})
	if err != nil || len(changed) != 0 || find(t, s, f.ID).Files[0].Status != fileset.Created {
		t.Errorf("another's file was brought: %v, %v", changed, err)
	}
}

func TestDue_OneProcessAtATimeUntilItIsDone(t *testing.T) {
	s := open(t)
	f := add(t, s)
	now := time.Now().Add(time.Second)
	due := func(at time.Time) int {
		t.Helper()
		found, err := s.Due(t.Context(), at, time.Minute, 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	if first, second, later := due(now), due(now), due(now.Add(2*time.Minute)); first != 2 || second != 0 || later != 2 {
		t.Errorf("due are %d, %d and later %d; want 2, 0 and 2", first, second, later)
	}
	ask(t, s, f.Files[0].ID, now.Add(time.Hour))
	if _, err := s.Move(t.Context(), fileset.FileRef{OrgID: "demo", DeviceID: f.DeviceID, Command: "command"}, fileset.Change{Status: fileset.Canceled, Reason: "no card"}); err != nil {
		t.Fatal(err)
	}
	if left := due(now.Add(24 * time.Hour)); left != 1 {
		t.Errorf("%d files are asked for after one was refused, want 1", left)
	}
}

func TestAsking_EndsWhenTheFileHasCome(t *testing.T) {
	s := open(t)
	f := add(t, s)
	one, now := f.Files[0].ID, time.Now().Add(time.Second)
	ask(t, s, one, now.Add(time.Hour))
	if _, err := s.Move(t.Context(), fileset.FileRef{OrgID: "demo", DeviceID: f.DeviceID, Command: "command"}, fileset.Change{Status: fileset.Complete, Due: now}); err != nil {
		t.Fatal(err)
	}
	if err := s.Asked(t.Context(), "demo", one, "command", now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if still, err := s.Asking(t.Context(), "demo", one, "another"); err != nil || still {
		t.Errorf("what has come may be asked for: %t, %v", still, err)
	}
	found, err := s.Due(t.Context(), now, time.Minute, 10)
	if err != nil || !slices.ContainsFunc(found, func(d fileset.Due) bool { return d.ID == one }) {
		t.Errorf("what has come is not looked at now: %v, %v", found, err)
	}
}

// ask notes that a file was asked for by "command".
func ask(t *testing.T, s *fileset.Store, file string, again time.Time) {
	t.Helper()
	if still, err := s.Asking(t.Context(), "demo", file, "command"); err != nil || !still {
		t.Fatal(still, err)
	}
	if err := s.Asked(t.Context(), "demo", file, "command", again); err != nil {
		t.Fatal(err)
	}
}

func find(t *testing.T, s *fileset.Store, id string) fileset.Fileset {
	t.Helper()
	ctx := web.WithCaller(t.Context(), web.CallerInfo{UserID: "ann", OrgID: "demo", Scope: web.Scope{All: true}})
	found, err := s.Find(ctx, "demo", id)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
