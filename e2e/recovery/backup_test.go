package recovery_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/fleetsim"
	"outrider.dev/fleetsim/recorder"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

// TestABackupUnderLoadHasAllThatWasAcknowledged takes a backup while devices send samples, events and files and a user changes vehicles, restores it
// into another folder by the steps of docs/operate.md, and compares.
func TestABackupUnderLoadHasAllThatWasAcknowledged(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("it takes a minute or two, and finds processes in /proc")
	}
	p := newProduct(t)
	for _, id := range []string{"alerts", "footage"} {
		p.pack(id)
	}
	p.start()
	stopped := false
	t.Cleanup(func() {
		if !stopped {
			p.stop()
		}
	})
	samples := &ledger{}
	fleet, endFleet := record(t, p, samples)
	user := p.signIn()
	brakes := startBraking(t, p)
	changes := startChanging(t, p, user)
	awaitMore(t, fleet, "the fleet is not heard at first", 500)
	plugintest.Within(t, patience, "no device brings a file", func() bool { return len(p.files()) > 0 })
	plugintest.Within(t, patience, "no vehicle is made", func() bool { return changes.Len() > 10 && brakes.Len() > 10 })

	before := acknowledged{samples.lines(), brakes.lines(), changes.lines(), p.files()}
	place := filepath.Join(p.dir, "backups")
	p.killed(place, filepath.Join(place, "backups", "*", "*"), "backup", place)
	if said, err := p.program("backup", "verify", place).CombinedOutput(); err == nil || !strings.Contains(string(said), "no complete backup") {
		t.Errorf("what a killed backup left is taken for one: %v: %s", err, said)
	}
	steps := documented(t, p.root, place)
	p.steps(steps.before)
	awaitMore(t, fleet, "the fleet is not heard after the backup", 100)
	endFleet()
	brakes.end()
	changes.end()
	before.compare(t, p) // what is compared holds where it was acknowledged
	p.stop()
	stopped = true

	restored := p.elsewhere()
	restored.killed(place, filepath.Join(restored.dir, "var", "postgres", "base"), "restore", place)
	if said, err := restored.program("serve").CombinedOutput(); err == nil || !strings.Contains(string(said), "did not end: run `outrider restore` again") {
		t.Errorf("a host starts on half of a restore: %v: %s", err, said)
	}
	restored.steps(steps.after)
	restored.start()
	t.Cleanup(restored.stop)
	before.compare(t, restored)
	restored.signIn()
	more := &ledger{}
	awaitMore(t, drive(t, restored, more), "the fleet is not heard by the restored host", 300)
	awaitStored(t, restored, more, "by the restored host")
}

// guide are the steps of docs/operate.md, with a place of the test.
type guide struct{ before, after []string }

// documented reads the commands of the chapter; what follows the line that restores is for the new machine.
func documented(t *testing.T, root, place string) (g guide) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, "docs", "operate.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(raw), "\n## Backup and restore\n")
	_, chapter, _ = strings.Cut(chapter, "\n```sh\n")
	chapter, _, _ = strings.Cut(chapter, "\n```\n")
	for line := range strings.Lines(chapter) {
		command, _, _ := strings.Cut(strings.ReplaceAll(line, "/srv/backup", place), "#")
		if command = strings.TrimSpace(command); strings.Contains(command, "outrider restore") || len(g.after) > 0 {
			g.after = append(g.after, command)
		} else {
			g.before = append(g.before, command)
		}
	}
	if len(g.before) < 2 || len(g.after) != 2 || g.after[1] != "outrider serve" {
		t.Fatalf("the steps of docs/operate.md are %v and %v", g.before, g.after)
	}
	g.after = g.after[:1] // the host is started with the test's own options
	return g
}

// steps runs lines in a shell, with the product on its path.
func (p *product) steps(lines []string) {
	p.t.Helper()
	for _, line := range lines {
		command := exec.CommandContext(p.t.Context(), "sh", "-euc", line) // from the documentation
		command.Dir, command.Env = p.dir, append(p.environment(), "PATH="+filepath.Join(p.dir, "bin")+":"+os.Getenv("PATH"))
		said, err := command.CombinedOutput()
		if err != nil {
			p.t.Fatalf("%s: %v\n%s", line, err, said)
		}
		p.t.Logf("%s\n%s", line, said)
	}
}

// killed starts a command and kills it as soon as something matches the pattern.
func (p *product) killed(place, pattern string, args ...string) {
	p.t.Helper()
	command := p.program(args...)
	if err := command.Start(); err != nil {
		p.t.Fatal(err)
	}
	plugintest.Within(p.t, patience, "nothing of it is seen", func() bool {
		found, err := filepath.Glob(pattern)
		return err == nil && len(found) > 0
	})
	_ = command.Process.Kill()
	if err := command.Wait(); err == nil {
		p.t.Fatalf("%v had ended in %s before it was killed", args, place)
	}
}

// acknowledged is what devices and users were told is kept, and the files of the storage.
type acknowledged struct {
	samples, brakes, vehicles []string
	files                     map[string]string
}

func (a acknowledged) compare(t *testing.T, p *product) {
	t.Helper()
	p.awaitLines("samples", p.stored, a.samples)
	p.await("events", `SELECT device_id || ' ' || event_ms FROM alerts.alert WHERE alert_type = 'imualert'`, a.brakes)
	p.await("vehicles", `SELECT name FROM vehicles.vehicle WHERE deleted_at IS NULL`, a.vehicles)
	for _, copied := range []string{"alerts", "footage"} {
		differ := `SELECT count(*) FROM (SELECT org_id, id, name FROM vehicles.vehicle WHERE deleted_at IS NULL) v
			FULL JOIN (SELECT org_id, id, name FROM ` + copied + `.fleet_vehicle WHERE NOT deleted) c USING (org_id, id) WHERE v.name IS DISTINCT FROM c.name`
		plugintest.Within(t, patience, copied+" knows other vehicles than there are", func() bool {
			found, err := p.query(t.Context(), differ)
			return err == nil && found["0"] == 1
		})
	}
	there := p.files()
	for name, hash := range a.files {
		if there[name] != hash {
			t.Errorf("file %s has the hash %q, and had %q", name, there[name], hash)
		}
	}
	hashes := map[string]bool{}
	for _, hash := range there {
		hashes[hash] = true
	}
	rows, err := p.query(t.Context(), `SELECT sha256 FROM footage.file WHERE status = 'success' AND sha256 <> ''`)
	if err != nil {
		t.Fatal(err)
	}
	for hash := range rows {
		if !hashes[hash] {
			t.Errorf("a row tells of a file with the hash %s that is not there", hash)
		}
	}
	t.Logf("%d samples, %d events, %d vehicles and %d files are there; %d rows tell of files", len(a.samples), len(a.brakes), len(a.vehicles), len(a.files), len(rows))
}

// await waits until the query finds each line exactly once: what was on its way in the streams arrives after the start.
func (p *product) await(what, query string, lines []string) {
	p.t.Helper()
	p.awaitLines(what, func(ctx context.Context) (map[string]int, error) { return p.query(ctx, query) }, lines)
}

// awaitLines is await for lines that are read in another way.
func (p *product) awaitLines(what string, read func(ctx context.Context) (map[string]int, error), lines []string) {
	p.t.Helper()
	var wrong []string
	defer func() {
		if len(wrong) > 0 {
			p.t.Logf("%d of %d %s: %s …", len(wrong), len(lines), what, strings.Join(wrong[:min(len(wrong), 5)], ", "))
		}
	}()
	plugintest.Within(p.t, patience, "acknowledged "+what+" are missing or doubled", func() bool {
		found, err := read(p.t.Context())
		if err != nil {
			return false
		}
		wrong = nil
		for _, line := range lines {
			if found[line] != 1 {
				wrong = append(wrong, fmt.Sprintf("%s is there %d times", line, found[line]))
			}
		}
		return len(wrong) == 0
	})
}

// query counts the values of the first column.
func (p *product) query(ctx context.Context, query string) (map[string]int, error) {
	conn, err := pgx.Connect(ctx, p.databaseURL())
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, `SELECT x::text FROM (`+query+`) q(x)`)
	if err != nil {
		return nil, err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	counts := map[string]int{}
	for _, line := range lines {
		counts[line]++
	}
	return counts, err
}

// files are those of the storage by their hashes, without what is being uploaded.
func (p *product) files() map[string]string {
	p.t.Helper()
	dir, found := filepath.Join(p.dir, "var", "media"), map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(path, "/.uploads/") || strings.HasSuffix(path, ".tmp") {
			return nil // it was finished or removed meanwhile
		}
		f, err := os.Open(path)
		if err != nil {
			return nil
		}
		defer f.Close()
		hash := sha256.New()
		if _, err := io.Copy(hash, f); err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		found[name] = hex.EncodeToString(hash.Sum(nil))
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// record is drive with cameras, until end is called.
func record(t *testing.T, p *product, ledger *ledger) (f *fleetsim.Fleet, end func()) {
	t.Helper()
	ffmpeg, err := recorder.FindFFmpeg()
	if err != nil {
		t.Fatal(err)
	}
	var specs []traffic.Spec
	for n := range 10 {
		id := device.DemoID("demo", n+1)
		specs = append(specs, traffic.Spec{DeviceID: id, Key: device.DemoKey(p.secret("demo.devices"), id), Type: "van"})
	}
	pace := traffic.Pace{Moving: 100 * time.Millisecond, Parked: 100 * time.Millisecond}
	f = fleetsim.New(fleetsim.Options{
		Broker: p.mqtt, Fleet: specs, Seed: 1, Zone: time.UTC, Pace: pace, From: time.Now(), Speedup: 1, FFmpeg: ffmpeg, Folder: t.TempDir(),
		Acknowledged: ledger, Log: slog.New(slog.DiscardHandler),
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { f.Run(ctx); close(ended) }()
	end = func() { cancel(); <-ended }
	t.Cleanup(end)
	return f, end
}

func mustJSON(t *testing.T, value any) []byte {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
