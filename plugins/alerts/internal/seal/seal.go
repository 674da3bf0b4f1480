// Package seal makes a bundle of media a package that proves itself: a list of what every file is, signed, and a page that checks it without
// asking anybody.
package seal

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/bundle"
	"outrider.dev/sdk/texts"
)

// Format is written into every manifest.
const Format = "outrider-evidence-1"

// The names of the files beside the media.
const (
	ManifestFile  = "manifest.json"
	SignatureFile = "manifest.sig" // Ed25519 over the manifest's bytes, base64
	PageFile      = "verify.html"
	AlertFile     = "alert.json"
	SkippedFile   = "skipped.txt"
)

// About is what a package says of itself.
type About struct {
	OrgID  string
	Alert  Subject
	Whole  []byte // the alert as the API writes it
	MadeBy string
	At     time.Time
}

// Manifest is the signed list.
type Manifest struct {
	Format       string           `json:"format"`
	Organisation string           `json:"organisation"`
	Alert        Subject          `json:"alert"`
	MadeAt       string           `json:"made_at"`
	MadeBy       string           `json:"made_by"`
	Key          string           `json:"key"`        // fingerprint of the public key
	PublicKey    string           `json:"public_key"` // base64
	Files        []File           `json:"files"`
	Skipped      []bundle.Skipped `json:"skipped"`
}

// Subject is the alert that is proved.
type Subject struct {
	AlertID         string `json:"alert_id"`
	AlertType       string `json:"alert_type"`
	PredictionLabel string `json:"prediction_label"`
	VehicleID       string `json:"vehicle_id"`
	VehicleName     string `json:"vehicle_name"`
	DeviceID        string `json:"device_id"`
	EventTimeUTC    string `json:"event_time_utc"`
}

// File is one file of the package, and what the device brought of which it was made.
type File struct {
	Name    string   `json:"name"`
	Size    int64    `json:"size"`
	SHA256  string   `json:"sha256"`
	Sources []Source `json:"sources,omitempty"`
}

// Source is a file of a device.
type Source struct {
	FileRequestID string `json:"file_request_id"`
	FileType      string `json:"file_type"`
	Channel       int    `json:"channel,omitempty"`
	StartMs       int64  `json:"start_ms"`
	DurationMs    int64  `json:"duration_ms"`

	StoredSHA256 string   `json:"stored_sha256,omitempty"` // of what the portal has
	DeviceSize   int64    `json:"device_size,omitempty"`   // of what the device brought
	DeviceSHA256 string   `json:"device_sha256,omitempty"` // as it was accepted first; absent of videos from before it was kept
	Rewrite      *Rewrite `json:"rewrite,omitempty"`       // what the portal did to the device's bytes; absent: nothing
}

// Rewrite is what was done to a video so that it plays while it comes. Undone it gives the device's bytes.
type Rewrite struct {
	What string `json:"what"` // in words
	bundle.Rewrite
}

// indexMoved says what the only rewrite does.
const indexMoved = "The index (moov) of index_bytes bytes was moved from byte index_from to byte index_to, and each offset in its tables stco and co64 that was " +
	"below index_from was raised by index_bytes. Nothing else was changed; undone, the SHA-256 is device_sha256."

// Fingerprint is how people compare keys: the first half of the SHA-256 of a public key, hexadecimal.
func Fingerprint(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:16])
}

// Skipped is the text that lists files that are not there; nil when all are.
func Skipped(list []bundle.Skipped, locale string) ([]byte, error) {
	if len(list) == 0 {
		return nil, nil
	}
	head, err := text(locale, "skippedFile")
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	out.WriteString(head + "\r\n")
	for _, s := range list {
		out.WriteString(s.Name + ": " + texts.OfDevice(texts.Of(locale), s.Reason) + "\r\n")
	}
	return []byte(out.String()), nil
}

// Package is a bundle about to be signed while it is written.
type Package struct {
	key      ed25519.PrivateKey
	manifest Manifest
	entries  []bundle.Entry
	sums     []hash.Hash
	at       time.Time
}

// New adds to a bundle what an evidence package has besides: the alert, the page, the list and its signature.
func New(key ed25519.PrivateKey, about About, media []bundle.Entry, skipped []bundle.Skipped) (*Package, error) {
	public, _ := key.Public().(ed25519.PublicKey) // that is what it is
	html, err := Page(public)
	if err != nil {
		return nil, err
	}
	p := &Package{key: key, at: about.At, entries: append(media[:len(media):len(media)], bundle.Text(AlertFile, about.Whole, about.At), bundle.Text(PageFile, html, about.At))}
	if skipped == nil {
		skipped = []bundle.Skipped{}
	}
	p.manifest = Manifest{
		Format: Format, Organisation: about.OrgID, MadeAt: about.At.UTC().Format(time.RFC3339), MadeBy: about.MadeBy, Key: Fingerprint(public),
		PublicKey: base64.StdEncoding.EncodeToString(public), Skipped: skipped, Alert: about.Alert,
	}
	for _, e := range p.entries {
		p.manifest.Files = append(p.manifest.Files, fileOf(e))
		p.sums = append(p.sums, sha256.New())
	}
	return p, nil
}

func fileOf(e bundle.Entry) File {
	f := File{Name: e.Name, Size: e.Size, SHA256: strings.Repeat("0", sha256.Size*2)} // as long as the one to come
	for _, s := range e.Sources {
		source := Source{
			FileRequestID: s.FileRequestID, FileType: s.FileType, Channel: s.Channel, StartMs: s.StartMs, DurationMs: s.DurationMs,
			StoredSHA256: s.Stored.SHA256, DeviceSize: s.Stored.DeviceSize, DeviceSHA256: s.Stored.DeviceSHA256,
		}
		if s.Stored.Rewrite != nil {
			source.Rewrite = &Rewrite{indexMoved, *s.Stored.Rewrite}
		}
		f.Sources = append(f.Sources, source)
	}
	return f
}

// all are the entries with list and signature behind them; these have their true length whatever they will say.
func (p *Package) all() ([]bundle.Entry, error) {
	raw, err := json.MarshalIndent(p.manifest, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the manifest: %w", err)
	}
	manifest, signature := bundle.Text(ManifestFile, raw, p.at), bundle.Text(SignatureFile, make([]byte, base64.StdEncoding.EncodedLen(ed25519.SignatureSize)+1), p.at)
	manifest.Open = func(context.Context) (io.ReadCloser, error) { return p.closing(raw, false) }
	signature.Open = func(context.Context) (io.ReadCloser, error) { return p.closing(raw, true) }
	return append(p.entries[:len(p.entries):len(p.entries)], manifest, signature), nil
}

// closing is the list with the sums of what has been written by now, or its signature.
func (p *Package) closing(draft []byte, signature bool) (io.ReadCloser, error) {
	for i, sum := range p.sums {
		p.manifest.Files[i].SHA256 = hex.EncodeToString(sum.Sum(nil))
	}
	raw, err := json.MarshalIndent(p.manifest, "", "  ")
	if err == nil && len(raw) != len(draft) {
		err = fmt.Errorf("it has %d bytes instead of %d", len(raw), len(draft))
	}
	if err != nil {
		return nil, fmt.Errorf("write the manifest: %w", err)
	}
	if signature {
		raw = []byte(base64.StdEncoding.EncodeToString(ed25519.Sign(p.key, raw)) + "\n")
	}
	return io.NopCloser(strings.NewReader(string(raw))), nil
}

// Size is how many bytes the package has; false if that cannot be said.
func (p *Package) Size() (int64, bool) {
	all, err := p.all()
	if err != nil {
		return 0, false
	}
	return bundle.Size(all)
}

// Write writes the package, once.
func (p *Package) Write(ctx context.Context, w io.Writer) error {
	all, err := p.all()
	if err != nil {
		return err
	}
	next := 0
	return bundle.Write(ctx, w, all, func(bundle.Entry) io.Writer {
		if next == len(p.sums) {
			return io.Discard // list and signature
		}
		next++
		return p.sums[next-1]
	})
}
