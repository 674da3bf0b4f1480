package bundle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/web"
)

// Call is the operation of the footage plugin that is called: who may see an alert's evidence was decided before.
const Call = "GET /api/org/{orgId}/files/requests/{requestId}/download"

// linkFresh is how long links are used; they live for ten minutes.
const linkFresh = 5 * time.Minute

// Host makes calls to other plugins.
type Host interface {
	Call(ctx context.Context, method, path string, in, out any) error
}

// Storage reads by links and makes links of links.
type Storage interface {
	OpenLinked(ctx context.Context, orgID, link string) (*media.Reader, error)
	LinkLinked(ctx context.Context, orgID, link string, o media.LinkOptions) (path string, expires time.Time, err error)
}

// Vault is where the bytes of evidence are: with the footage plugin.
type Vault struct {
	host    Host
	storage Storage
	now     func() time.Time
}

// NewVault returns a vault.
func NewVault(host Host, storage Storage, now func() time.Time) *Vault {
	return &Vault{host: host, storage: storage, now: now}
}

// Stored is a file that is there.
type Stored struct {
	FileRequestID string   `json:"file_request_id"`
	File          string   `json:"file"`     // the name to save it under
	Location      string   `json:"location"` // a link for this plugin
	SHA256        string   `json:"sha256"`   // hexadecimal
	DeviceSize    int64    `json:"device_size"`
	DeviceSHA256  string   `json:"device_sha256"` // of what the device brought; empty of videos from before it was kept
	Rewrite       *Rewrite `json:"rewrite"`       // what was done to that; nil: nothing
}

// Rewrite is how a video came to have its index in front: "moov", of so many bytes, went from one place to another, and the offsets in its tables that
// were below its former place have grown by its length.
type Rewrite struct {
	IndexFrom  int64 `json:"index_from"`
	IndexTo    int64 `json:"index_to"`
	IndexBytes int64 `json:"index_bytes"`
}

// Shelf is the files of one fileset. It belongs to one goroutine.
type Shelf struct {
	vault            *Vault
	orgID, filesetID string
	files            map[string]Stored
	asked            time.Time
}

// Shelf asks which files of a fileset are there; fault.NotFound without the fileset, fault.Unavailable while nobody answers.
func (v *Vault) Shelf(ctx context.Context, orgID, filesetID string) (*Shelf, error) {
	s := &Shelf{vault: v, orgID: orgID, filesetID: filesetID}
	return s, s.ask(ctx)
}

func (s *Shelf) ask(ctx context.Context) error {
	var answer struct {
		Files []Stored `json:"files"`
	}
	path := "/api/org/" + url.PathEscape(s.orgID) + "/files/requests/" + url.PathEscape(s.filesetID) + "/download"
	if err := s.vault.host.Call(web.AsPlugin(ctx, s.orgID), http.MethodGet, path, nil, &answer); err != nil {
		return fmt.Errorf("ask for the files of %s: %w", s.filesetID, err)
	}
	s.files, s.asked = map[string]Stored{}, s.vault.now()
	for _, f := range answer.Files {
		s.files[f.FileRequestID] = f
	}
	return nil
}

// Has finds a file that is there.
func (s *Shelf) Has(fileRequestID string) (Stored, bool) {
	f, ok := s.files[fileRequestID]
	return f, ok
}

// Link makes a link to a file for the caller of ctx, to be shown, or saved under a name.
func (s *Shelf) Link(ctx context.Context, f Stored, contentType, name string) (string, error) {
	path, _, err := s.vault.storage.LinkLinked(ctx, s.orgID, f.Location, media.LinkOptions{ContentType: contentType, FileName: name})
	return path, err
}

// Open reads a file; fault.NotFound if it is gone. Its last bytes come only if the whole is what was accepted, else ErrChanged.
func (s *Shelf) Open(ctx context.Context, fileRequestID string) (*Steady, error) {
	if s.vault.now().Sub(s.asked) > linkFresh {
		if err := s.ask(ctx); err != nil {
			return nil, err
		}
	}
	f, ok := s.files[fileRequestID]
	if !ok {
		return nil, fault.New(fault.NotFound, "The file is no longer here.")
	}
	reader, err := s.vault.storage.OpenLinked(ctx, s.orgID, f.Location)
	if err != nil {
		return nil, err
	}
	return Steadily(reader, reader.Size(), f.SHA256), nil
}

// ErrChanged means that a file is not what was accepted from its device.
var ErrChanged = errors.New("the file is not the one that was accepted")

// attempts is how often one place of a file is read before it is given up.
const attempts = 3

// Steady reads a file and goes on where it was when the storage has hiccups.
type Steady struct {
	reader   io.ReadSeekCloser
	size, at int64
	hash     hash.Hash
	want     string
}

// Steadily reads a file of so many bytes, which has a SHA-256 if that is not empty.
func Steadily(reader io.ReadSeekCloser, size int64, sha string) *Steady {
	return &Steady{reader: reader, size: size, hash: sha256.New(), want: sha}
}

// Size is the file's size in bytes.
func (s *Steady) Size() int64 { return s.size }

// Read implements io.Reader.
func (s *Steady) Read(p []byte) (n int, err error) {
	for range attempts {
		if n, err = s.reader.Read(p); n > 0 || err == nil || err == io.EOF { // as io.Reader has it
			s.at += int64(n)
			s.hash.Write(p[:n])
			if s.want != "" && s.at >= s.size && hex.EncodeToString(s.hash.Sum(nil)) != s.want {
				return 0, ErrChanged
			}
			return n, err
		}
		_ = s.reader.Close() // a reader that is closed can be read again
		if _, seekErr := s.reader.Seek(s.at, io.SeekStart); seekErr != nil {
			return 0, seekErr
		}
	}
	return n, err
}

// Close implements io.Closer.
func (s *Steady) Close() error { return s.reader.Close() }
