package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/seal"
	"outrider.dev/sdk/plugintest"
)

// wantMedia looks at what an alert of Van 1 shows of its evidence once all files are there, and downloads it.
func wantMedia(t *testing.T, h *plugintest.Host, as plugintest.Actor, id string) {
	t.Helper()
	one := "GET /api/org/alpha/alerts/" + id
	plugintest.Eventually(t, "the alert does not show that its evidence is there", func() bool {
		return strings.Contains(string(h.Do(as, one, nil).Body), `"evidence_request":"success","evidence_progress":100`)
	})
	var found struct {
		Total int `json:"total_records"`
	}
	h.Do(as, "POST /api/org/alpha/alerts/elastic?page_num=1", `{"filters":{"evidence":"ready"}}`).Decode(t, &found)
	if found.Total != 1 {
		t.Errorf("%d alerts with evidence are found", found.Total)
	}
	wantLinks(t, h, as, one)

	var contents struct {
		Name    string
		Size    int64
		Skipped []any
	}
	made(t, h.Do(as, one+"/media/contents", nil), http.StatusOK).Decode(t, &contents)
	answer := made(t, h.Do(as, one+"/media", nil), http.StatusOK)
	files := alertstest.Unzip(t, answer.Body)
	if int64(len(answer.Body)) != contents.Size || answer.Header.Get("Content-Length") != strconv.FormatInt(contents.Size, 10) || len(contents.Skipped) != 0 {
		t.Errorf("the zip has %d bytes, its length %s, announced were %+v", len(answer.Body), answer.Header.Get("Content-Length"), contents)
	}
	if !regexp.MustCompile(`^attachment; filename="?Van_1_\d{4}_\d\d_\d\d__\d\d_\d\d_\d\d\.zip"?$`).MatchString(answer.Header.Get("Content-Disposition")) {
		t.Errorf("the zip is named %s", answer.Header.Get("Content-Disposition"))
	}
	base := strings.TrimSuffix(contents.Name, ".zip")
	for _, name := range []string{base + "_CH2.mp4", "snapshots.zip", "gps_data.csv", "imu.csv"} {
		if len(files[name]) == 0 {
			t.Errorf("the zip lacks %s", name)
		}
	}
	if pictures := alertstest.Unzip(t, files["snapshots.zip"]); len(pictures) == 0 {
		t.Error("there are no pictures")
	}
	wantPackage(t, h, as, one)
	if log := string(h.Do(as, one+"/activity", nil).Body); !strings.Contains(log, `"exported","detail":"media"`) || !strings.Contains(log, `"exported","detail":"package"`) {
		t.Errorf("the log does not say who took the media: %s", log)
	}
	for role, want := range map[string]int{"THIRD_PARTY_USER": http.StatusForbidden, "DRIVER": http.StatusForbidden, "FLEET_MANAGER": http.StatusOK} {
		if got := h.Do(plugintest.As("alpha", role), one+"/media", nil); got.Status != want && got.Status != http.StatusNotFound {
			t.Errorf("%s gets %d, want %d: %.200s", role, got.Status, want, got.Body)
		}
	}
}

// wantLinks follows the link to a clip.
func wantLinks(t *testing.T, h *plugintest.Host, as plugintest.Actor, one string) {
	t.Helper()
	var evidence struct {
		Files []struct {
			FileType string `json:"file_type"`
			Location string
		}
	}
	made(t, h.Do(as, one+"/evidence", nil), http.StatusOK).Decode(t, &evidence)
	if len(evidence.Files) < 4 {
		t.Errorf("the evidence has %d files", len(evidence.Files))
	}
	for _, f := range evidence.Files {
		if answer := h.Do(plugintest.Actor{}, "GET "+f.Location, nil); answer.Status != http.StatusOK || len(answer.Body) == 0 {
			t.Errorf("the link to %s answers %d", f.FileType, answer.Status)
		}
	}
}

// wantPackage checks an evidence package as somebody without an account would.
func wantPackage(t *testing.T, h *plugintest.Host, as plugintest.Actor, one string) {
	t.Helper()
	var published struct {
		Keys []struct {
			PublicKey string `json:"public_key"`
		}
	}
	made(t, h.Do(plugintest.Actor{}, "GET /api/evidence/keys", nil), http.StatusOK).Decode(t, &published)
	key, err := base64.StdEncoding.DecodeString(published.Keys[0].PublicKey)
	must(t, err)
	files := alertstest.Unzip(t, made(t, h.Do(as, one+"/package", nil), http.StatusOK).Body)
	signature, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(files[seal.SignatureFile])))
	must(t, err)
	if !ed25519.Verify(key, files[seal.ManifestFile], signature) {
		t.Error("the package is not signed with the published key")
	}
	var manifest seal.Manifest
	must(t, json.Unmarshal(files[seal.ManifestFile], &manifest))
	if len(manifest.Files) != len(files)-2 {
		t.Errorf("the list has %d files, the package %d", len(manifest.Files), len(files))
	}
	for _, f := range manifest.Files {
		if sum := sha256.Sum256(files[f.Name]); hex.EncodeToString(sum[:]) != f.SHA256 {
			t.Errorf("%s is not what the list says", f.Name)
		}
		if strings.HasSuffix(f.Name, ".mp4") && (f.Sources[0].StoredSHA256 != f.SHA256 || len(f.Sources[0].DeviceSHA256) != 2*sha256.Size || (f.Sources[0].Rewrite == nil) != (f.Sources[0].DeviceSHA256 == f.SHA256)) {
			t.Errorf("what the device brought of %s: %+v", f.Name, f.Sources[0])
		}
	}
}
