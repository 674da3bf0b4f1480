package seal_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/bundle"
	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/outrider/plugins/alerts/internal/seal"
	"outrider.dev/sdk/web/webtest"
)

var (
	at  = time.Date(2026, 7, 21, 15, 0, 0, 0, time.UTC)
	key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte("k"), ed25519.SeedSize))
)

// pack makes a package of two files, one of which is missing.
func pack(t *testing.T) []byte {
	t.Helper()
	stored, source := film()
	video := bundle.Text("HGV-022_2026_07_21__14_32_07_CH1.mp4", stored, at)
	video.Sources = []bundle.Source{source}
	media := []bundle.Entry{video, bundle.Text("gps_data.csv", []byte("utc,lat\n"), at)}
	skipped := []bundle.Skipped{{Name: "HGV-022_2026_07_21__14_32_07_CH2.mp4", Reason: "canceled: <b>no recording</b>"}}
	about := seal.About{OrgID: "demo", MadeBy: "Una", At: at, Whole: []byte(`{"alert_id":"5b0d3f9e-6f0c-5d7e-9a43-2b1f6f6f7a11"}`), Alert: seal.Subject{
		AlertID: "5b0d3f9e-6f0c-5d7e-9a43-2b1f6f6f7a11", AlertType: "imualert", PredictionLabel: "severe_braking", VehicleName: "HGV-022", EventTimeUTC: "2026-07-21T14:32:07.000Z",
	}}
	p, err := seal.New(key, about, media, skipped)
	alertstest.Must(t, err)
	size, known := p.Size()
	var out bytes.Buffer
	alertstest.Must(t, p.Write(t.Context(), &out))
	if !known || size != int64(out.Len()) {
		t.Errorf("size %d (%t), written %d", size, known, out.Len())
	}
	return out.Bytes()
}

func box(kind string, content []byte) []byte {
	return append([]byte{0, 0, 0, byte(8 + len(content))}, append([]byte(kind), content...)...)
}

// film is a video as it is stored, whose index was behind its picture when the device brought it.
func film() (stored []byte, source bundle.Source) {
	index := func(offset byte) []byte {
		return box("moov", box("trak", box("mdia", box("minf", box("stbl", box("stco", []byte{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, offset}))))))
	}
	head, picture := box("ftyp", nil), box("mdat", []byte("moving pictures"))
	length := len(index(0))
	brought := slices.Concat(head, picture, index(byte(len(head)+8)))
	stored = slices.Concat(head, index(byte(len(head)+8+length)), picture)
	source.File = evidence.File{FileRequestID: "f1", FileType: "alert_video", Channel: 1, StartMs: at.UnixMilli(), DurationMs: 25_000}
	source.Stored = bundle.Stored{
		SHA256: sum(stored), DeviceSize: int64(len(brought)), DeviceSHA256: sum(brought),
		Rewrite: &bundle.Rewrite{IndexFrom: int64(len(head) + len(picture)), IndexTo: int64(len(head)), IndexBytes: int64(length)},
	}
	return stored, source
}

func sum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func TestPackage(t *testing.T) {
	files := alertstest.Unzip(t, pack(t))
	var m seal.Manifest
	alertstest.Must(t, json.Unmarshal(files[seal.ManifestFile], &m))
	signature, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(files[seal.SignatureFile])))
	alertstest.Must(t, err)
	public, _ := key.Public().(ed25519.PublicKey)
	if !ed25519.Verify(public, files[seal.ManifestFile], signature) || m.Key != seal.Fingerprint(public) {
		t.Error("the list is not signed")
	}
	if len(m.Files) != len(files)-2 || len(m.Skipped) != 1 {
		t.Errorf("the list has %d files and %d skipped, the package %d", len(m.Files), len(m.Skipped), len(files))
	}
	for _, f := range m.Files {
		sum := sha256.Sum256(files[f.Name])
		if f.SHA256 != hex.EncodeToString(sum[:]) || f.Size != int64(len(files[f.Name])) {
			t.Errorf("%s is %d bytes with the sum %x; listed are %d and %s", f.Name, len(files[f.Name]), sum, f.Size, f.SHA256)
		}
	}
	if html := string(files[seal.PageFile]); !strings.Contains(html, base64.StdEncoding.EncodeToString(public)) || strings.Contains(html, "/*KEY*/") || strings.Contains(html, "/*TEXTS*/") {
		t.Error("the page does not know the key")
	}
	_, source := film()
	if got := m.Files[0].Sources[0]; got.DeviceSHA256 != source.Stored.DeviceSHA256 || got.StoredSHA256 != m.Files[0].SHA256 || got.Rewrite == nil || got.Rewrite.IndexFrom == 0 || got.Rewrite.What == "" {
		t.Errorf("what the device brought: %+v", got)
	}
}

// TestGolden keeps a package for the journey that opens its page in a browser.
func TestGolden(t *testing.T) { webtest.Golden(t, "testdata/evidence.zip", pack(t)) }

func TestSkipped_InTheReadersLanguage(t *testing.T) {
	for locale, want := range map[string][2]string{
		"de-AT": {"Diese Dateien", "die Datei ist zu groß"}, "en-GB": {"These files", "the file is too large"}, "xx": {"These files", "the file is too large"},
	} {
		raw, err := seal.Skipped([]bundle.Skipped{{Name: "imu.csv", Reason: "the file is too large"}}, locale)
		alertstest.Must(t, err)
		if !strings.HasPrefix(string(raw), want[0]) || !strings.Contains(string(raw), "imu.csv: "+want[1]+"\r\n") {
			t.Errorf("in %s: %s", locale, raw)
		}
	}
}
