package catalog_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/sdk/plugin/manifest"
)

// pack makes a package; change may alter its manifest first.
func pack(t *testing.T, version string, change func(map[string]any)) (string, error) {
	t.Helper()
	m := map[string]any{"id": "tyres", "name": "Tyres", "version": version, "sdk": "^0.1.0", "module": map[string]any{"optional": false}, "events": map[string]any{}}
	if change != nil {
		change(m)
	}
	content, err := json.Marshal(m)
	if err != nil {
		t.Fatalf("write manifest: %v", err)
	}
	source := t.TempDir()
	write(t, filepath.Join(source, "manifest.json"), string(content))
	write(t, filepath.Join(source, "migrations", "0001_tyre.sql"), "-- tyres")
	write(t, filepath.Join(source, "binary"), "a program of version "+version)
	out := filepath.Join(t.TempDir(), "tyres")
	_, err = catalog.Pack(catalog.PackSource{Source: source, Binary: filepath.Join(source, "binary")}, out)
	return out, err
}

func mustPack(t *testing.T, version string) string {
	t.Helper()
	dir, err := pack(t, version, nil)
	if err != nil {
		t.Fatalf("pack: %v", err)
	}
	return dir
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatalf("make folder: %v", err)
	}
	if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
		t.Fatalf("write %s: %v", path, err)
	}
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error = %v, want one that says %q", err, part)
		}
	}
}

func TestPack_AsksForTheSchemaOfEachEvent(t *testing.T) {
	_, err := pack(t, "1.0.0", func(m map[string]any) {
		m["postgres"] = map[string]any{"connections": 4}
		m["events"] = map[string]any{"emits": []string{"event.tyres.change"}}
	})
	wantError(t, err, "event.tyres.change needs a JSON Schema", "events/change.schema.json")
}

func TestOpen_NamesEveryFileThatIsNotAsPacked(t *testing.T) {
	for _, tc := range []struct {
		name string
		harm func(dir string)
		want string
	}{
		{"altered", func(dir string) { write(t, filepath.Join(dir, "plugin"), "evil") }, "plugin in the package of tyres was changed"},
		{"added", func(dir string) { write(t, filepath.Join(dir, "ui", "x.js"), "evil") }, "ui/x.js in the package of tyres is not listed"},
		{"removed", func(dir string) { os.Remove(filepath.Join(dir, "migrations", "0001_tyre.sql")) }, "migrations/0001_tyre.sql is missing"},
		{"a link", func(dir string) { _ = os.Symlink("/etc/passwd", filepath.Join(dir, "ui")) }, "ui is neither a file nor a folder"},
		{"another lock", func(dir string) {
			lock, _ := catalog.ReadLock(dir)
			lock.Digest = strings.Repeat("0", 64)
			_ = lock.Write(dir)
		}, "does not agree with itself"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := mustPack(t, "1.0.0")
			tc.harm(dir)
			_, err := catalog.Open(dir)
			wantError(t, err, tc.want)
		})
	}
}

func TestPack_RefusesAnSDKThatThisHostDoesNotSpeak(t *testing.T) {
	_, err := pack(t, "1.0.0", func(m map[string]any) { m["sdk"] = "^9.0.0" })
	wantError(t, err, "^9.0.0", "this host has")
}

func TestStore_KeepsReleasesAndGoesBack(t *testing.T) {
	dir := t.TempDir()
	store, err := catalog.OpenStore(dir)
	if err != nil {
		t.Fatalf("open store: %v", err)
	}
	var digests []string
	for _, version := range []string{"1.0.0", "2.0.0", "3.0.0", "4.0.0"} {
		added, err := store.Add(mustPack(t, version))
		if err != nil {
			t.Fatalf("add %s: %v", version, err)
		}
		if err := store.Switch("tyres", added.Digest()); err != nil {
			t.Fatalf("switch to %s: %v", version, err)
		}
		digests = append(digests, added.Digest())
	}
	again, err := catalog.OpenStore(dir)
	if err != nil {
		t.Fatalf("open store again: %v", err)
	}
	entry, ok := again.Entry("tyres")
	if !ok || entry.Current != digests[3] || len(entry.Previous) != 2 || entry.Previous[0] != digests[2] || entry.Number != 1 {
		t.Errorf("entry = %+v", entry)
	}
	if _, err := again.Open("tyres", digests[1]); err != nil {
		t.Errorf("a release of before = %v, want it kept for open tabs", err)
	}
	if _, err := os.Stat(again.Dir("tyres", digests[0])); !os.IsNotExist(err) {
		t.Errorf("the oldest release is still there: %v", err)
	}
	t.Run("back, and back once more", func(t *testing.T) {
		for _, want := range []string{digests[2], digests[1], digests[1]} {
			if err := again.Back("tyres"); err != nil {
				t.Fatal(err)
			}
			if entry, _ := again.Entry("tyres"); entry.Current != want {
				t.Errorf("current is %.8s, want %.8s", entry.Current, want)
			}
		}
		if entry, _ := again.Entry("tyres"); !entry.HasLeft(digests[3]) || !entry.HasLeft(digests[2]) || entry.HasLeft(digests[1]) {
			t.Errorf("left are %v, want the two that were gone back from", entry.Left)
		}
	})
	t.Run("an older version has to be meant", func(t *testing.T) {
		older := mustPack(t, "0.9.0")
		wantError(t, again.CheckNewer(older, false), "0.9.0 is older than 2.0.0", "plugin rollback tyres", "-older")
		if err := errors.Join(again.CheckNewer(older, true), again.CheckNewer(mustPack(t, "2.0.0"), false)); err != nil {
			t.Error(err)
		}
	})
	t.Run("removed", func(t *testing.T) {
		if err := again.Remove("tyres"); err != nil {
			t.Fatal(err)
		}
		entry, ok := again.Entry("tyres")
		if !ok || entry.Enabled || entry.Current != "" || entry.Number != 1 || !entry.HasLeft(digests[1]) {
			t.Errorf("entry = %+v, want one that keeps its number and what was left", entry)
		}
		wantError(t, again.Remove("tyres"), "is not installed")
	})
}

func TestClashes_NameBoth(t *testing.T) {
	alerts := manifest.Manifest{ID: "alerts", Permissions: []manifest.Permission{{Name: "listAlerts"}}, Remote: &manifest.Remote{Name: "alerts", Routes: []manifest.Route{{Path: "/alerts"}}}}
	alarms := manifest.Manifest{ID: "alarms", Permissions: []manifest.Permission{{Name: "listAlerts"}}, Remote: &manifest.Remote{Name: "alarms", Routes: []manifest.Route{{Path: "/alerts"}}}}
	wantError(t, catalog.Clashes(alarms, []manifest.Manifest{alerts}), "alarms claims the permission listAlerts, which belongs to alerts", "the page /alerts")
	if err := catalog.Clashes(alerts, []manifest.Manifest{alerts}); err != nil {
		t.Errorf("a plugin clashes with its own former release: %v", err)
	}
}

func TestClashes_OfContributions(t *testing.T) {
	fences := manifest.Manifest{ID: "fences", AlertTypes: []manifest.AlertType{{ID: "yard_alert"}}, ReportTypes: []manifest.ReportType{{ID: "yards"}}, VehicleData: []manifest.VehicleData{{ID: "yard"}}}
	tanks := manifest.Manifest{ID: "tanks", AlertTypes: []manifest.AlertType{{ID: "yard_alert"}}, TrackingTables: []manifest.TrackingTable{{ID: "yards"}}, VehicleData: []manifest.VehicleData{{ID: "yard"}}}
	wantError(t, catalog.Clashes(tanks, []manifest.Manifest{fences}), "tanks claims the alert type yard_alert, which belongs to fences", "the vehicle data yard")
}

func TestUnresolved(t *testing.T) {
	fences := manifest.Manifest{ID: "fences", ReportTypes: []manifest.ReportType{{ID: "yards", Permission: "viewYards", Operation: "POST /api/org/{orgId}/yards/report"}}}
	wantError(t, catalog.Unresolved(fences, nil), "the report type yards of fences needs the permission viewYards, which no plugin defines")
	yards := manifest.Manifest{ID: "yards", Permissions: []manifest.Permission{{Name: "viewYards"}}}
	if err := catalog.Unresolved(fences, []manifest.Manifest{yards}); err != nil {
		t.Errorf("a permission of another plugin is not found: %v", err)
	}
}

func TestFits_SaysWhichLibraryAndWhy(t *testing.T) {
	shell := []catalog.Shared{{Name: "react", Version: "19.3.1", Singleton: true}, {Name: "leaflet", Version: "1.9.4", Singleton: true}}
	for _, tc := range []struct {
		name   string
		remote catalog.Shared
		want   string
	}{
		{"fits", catalog.Shared{Name: "react", Version: "19.1.0", Singleton: true, RequiredVersion: "^19.1.0"}, ""},
		{"older major", catalog.Shared{Name: "react", Version: "18.2.0", Singleton: true, RequiredVersion: "^18.2.0"}, "vehicles needs react ^18.2.0, but the shell has 19.3.1"},
		{"newer minor", catalog.Shared{Name: "react", Singleton: true, RequiredVersion: "^19.4.0"}, "needs react ^19.4.0"},
		{"either of two", catalog.Shared{Name: "react", Singleton: true, RequiredVersion: "^18.0.0 || ^19.0.0"}, ""},
		{"no range", catalog.Shared{Name: "react", Singleton: true}, ""},
		{"any", catalog.Shared{Name: "react", Singleton: true, RequiredVersion: "*"}, ""},
		{"its own copy", catalog.Shared{Name: "leaflet", RequiredVersion: "^1.9.0"}, "share it as a singleton"},
		{"not the shell's affair", catalog.Shared{Name: "left-pad", RequiredVersion: "^9.0.0"}, ""},
		{"no version range", catalog.Shared{Name: "react", Singleton: true, RequiredVersion: "latest"}, "not a version range"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := catalog.Fits("vehicles", []catalog.Shared{tc.remote}, shell)
			if tc.want == "" && err != nil {
				t.Errorf("Fits = %v, want nil", err)
			}
			if tc.want != "" {
				wantError(t, err, tc.want)
			}
		})
	}
}
