package recovery_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"outrider.dev/sdk/plugintest"
)

// TestUpgrade_FromTheFirstRelease restores a backup of an organisation that the first release kept, and runs today's code on it. testdata/README.md
// tells what is in it.
func TestUpgrade_FromTheFirstRelease(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("it takes a minute, and the backup is of linux/amd64")
	}
	p := newProduct(t)
	for _, id := range []string{"alerts", "footage"} {
		p.pack(id)
	}
	place, err := filepath.Abs(filepath.Join("testdata", "first-release"))
	if err != nil {
		t.Fatal(err)
	}
	p.steps([]string{"outrider backup verify " + place, "outrider restore " + place})
	files := p.files()
	p.start()
	t.Cleanup(p.stop)
	p.signIn()
	p.await("alerts", `SELECT device_id || ' ' || alert_type FROM alerts.alert`, []string{"demo-0002 imualert"})
	p.await("filesets", `SELECT description FROM footage.fileset`, []string{"kept"})
	p.await("vehicles", `SELECT name FROM vehicles.vehicle WHERE id = 'demo-vehicle-01'`, []string{"HGV-007"})
	plugintest.Within(t, patience, "samples of the first release are missing", func() bool {
		found, err := p.stored(t.Context())
		return err == nil && len(found) >= 69
	})
	rows, err := p.query(t.Context(), `SELECT sha256 FROM footage.file WHERE status = 'success'`)
	if err != nil || len(rows) == 0 {
		t.Fatalf("no row tells of a file: %v", err)
	}
	for _, hash := range files {
		if rows[hash] == 0 {
			t.Errorf("no row tells of the file with the hash %s", hash)
		}
	}
	more := &ledger{}
	awaitMore(t, drive(t, p, more), "the fleet is not heard", 100)
	awaitStored(t, p, more, "by today's code")
}
