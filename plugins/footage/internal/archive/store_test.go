package archive_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/footage/internal/archive"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

func TestArchives_AreGoodForOneDownload(t *testing.T) {
	s := archive.NewStore(dbtest.Open(t, "plugins/footage"))
	z := archive.Zip{OrgID: "demo", As: "van.zip", Files: []archive.File{{Name: "filesets/1/1", As: "CH1.mp4"}}}
	now := time.Now()
	for secret, until := range map[string]time.Time{"good": now.Add(time.Minute), "old": now.Add(-time.Minute)} {
		if err := s.Add(t.Context(), z, secret, until); err != nil {
			t.Fatal(err)
		}
	}
	if taken, err := s.Take(t.Context(), "good", now); err != nil || taken.As != z.As || len(taken.Files) != 1 || taken.Files[0].As != "CH1.mp4" {
		t.Errorf("%+v, %v", taken, err)
	}
	for _, secret := range []string{"good", "old", "never"} {
		if _, err := s.Take(t.Context(), secret, now); !errors.Is(err, archive.ErrGone) {
			t.Errorf("%s: %v", secret, err)
		}
	}
}
