package scaffold_test

import (
	"go/format"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/scaffold"
)

const sdkJSON = `{"version":"0.1.0","go":"v0.1.0","go_toolchain":"1.26.0","npm":"outrider-sdk-0.1.0.tgz",
	"dependencies":{"react":"19.0.0"},"toolchain":{"webpack":"5.0.0"}}`

func TestFind(t *testing.T) {
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/sdk/sdk.json" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(sdkJSON))
	}))
	defer host.Close()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "sdk.json"), []byte(sdkJSON), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ from, npm, mk string }{
		"a host":           {host.URL, host.URL + "/sdk/outrider-sdk-0.1.0.tgz", "SDK := " + host.URL + "/sdk\n"},
		"its folder":       {host.URL + "/sdk/", host.URL + "/sdk/outrider-sdk-0.1.0.tgz", "SDK := " + host.URL + "/sdk\n"},
		"a folder on disk": {folder, "file:" + folder + "/outrider-sdk-0.1.0.tgz", "SDK := file://" + folder + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			sdk, err := scaffold.Find(t.Context(), tc.from)
			if err != nil {
				t.Fatal(err)
			}
			files, err := scaffold.Files("tyres", sdk)
			if err != nil {
				t.Fatal(err)
			}
			if got := string(files["web/package.json"]); !strings.Contains(got, `"@outrider/sdk": "`+tc.npm+`"`) {
				t.Errorf("web/package.json does not name %s:\n%s", tc.npm, got)
			}
			if got := string(files["sdk.mk"]); got != tc.mk {
				t.Errorf("sdk.mk = %q, want %q", got, tc.mk)
			}
		})
	}
	if _, err := scaffold.Find(t.Context(), host.URL+"/elsewhere"); err == nil {
		t.Error("a host without an SDK is no error")
	}
}

func TestWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "tyres")
	if err := scaffold.Write("tyres", folder, scaffold.SDK{Go: "v0.1.0", GoToolchain: "1.26.0"}); err != nil {
		t.Fatal(err)
	}
	if err := scaffold.Write("tyres", folder, scaffold.SDK{}); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("writing over files = %v", err)
	}
	if err := scaffold.Write("Ty-res", t.TempDir(), scaffold.SDK{}); err == nil || !strings.Contains(err.Error(), "cannot be a plugin's id") {
		t.Errorf("a wrong id = %v", err)
	}
}

// TestFiles_TheNameIsEverywhere looks for the example's own name in what is written, and that code stays as gofmt writes it.
func TestFiles_TheNameIsEverywhere(t *testing.T) {
	files, err := scaffold.Files("tyres", scaffold.SDK{Go: "v0.1.0", GoToolchain: "1.26.0"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"main.go", "internal/note/api.go", "internal/note/store.go", "go.mod", "Makefile", "migrations/0001_tyres.sql", "web/src/tyres-page.tsx", "web/locales/nl.json"} {
		if files[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	for name, content := range files {
		if strings.Contains(strings.ToLower(name+string(content)), "logbook") {
			t.Errorf("%s still speaks of the example", name)
		}
		if formatted, err := format.Source(content); strings.HasSuffix(name, ".go") && (err != nil || string(formatted) != string(content)) {
			t.Errorf("%s is not as gofmt writes it: %v", name, err)
		}
	}
}
