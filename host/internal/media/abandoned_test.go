package media_test

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/media"
)

func TestSweep_RemovesPartsThatNobodyGoesOnWith(t *testing.T) {
	s := newStore(t)
	left, underWay := upload(), upload()
	left.Key = "demo/footage/left.mp4"
	s.put(left, "1", "2")
	age(t, s.folder, 8*24*time.Hour)
	s.put(underWay, "1")
	age(t, s.folder, 6*24*time.Hour) // what was left is older by now: ages add up
	s.put(underWay, "2")
	bucket, err := media.Open(t.Context(), s.folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bucket.Close() })
	files := media.NewFiles(bucket, s.signer, func() string { return "" })
	if removed, err := files.Sweep(t.Context()); err != nil || removed != 2 {
		t.Errorf("%d parts were removed, %v; want the 2 of what was left", removed, err)
	}
	if _, answer := s.send(http.MethodGet, s.link(left), ""); answer != `{"complete":false,"parts":[]}` {
		t.Errorf("what was left: %s", answer)
	}
	if _, answer := s.send(http.MethodGet, s.link(underWay), ""); answer != `{"complete":false,"parts":[{"part":1,"size":5},{"part":2,"size":5}]}` {
		t.Errorf("what is under way: %s", answer)
	}
	if removed, err := files.Sweep(t.Context()); err != nil || removed != 0 {
		t.Errorf("once more: %d, %v", removed, err)
	}
}

// put uploads parts of five bytes.
func (s *store) put(l media.Link, numbers ...string) {
	s.t.Helper()
	for _, number := range numbers {
		if status, answer := s.send(http.MethodPut, s.link(l)+"?part="+number, "hello"); status != http.StatusOK {
			s.t.Fatalf("part %s: %d %s", number, status, answer)
		}
	}
}

// age makes all files of a folder older.
func age(t *testing.T, folder string, by time.Duration) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return os.Chtimes(path, time.Time{}, info.ModTime().Add(-by))
	})
	if err != nil {
		t.Fatal(err)
	}
}
