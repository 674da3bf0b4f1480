// Package archive sends many files as one zip, which is written while it is sent: what it needs of memory does not depend on the files.
package archive

import (
	"archive/zip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"path"
	"slices"
	"strings"
	"time"
)

const (
	// Life is how long a zip may be begun to be fetched after it was asked for.
	Life = 2 * time.Minute
	// buffer is what a file is copied by, in bytes.
	buffer = 64 << 10
	// skippedName lists what was left out.
	skippedName = "skipped.txt"
)

// ErrGone means that a zip was fetched already, is too old, or never was.
var ErrGone = errors.New("there is no such zip any more")

// File is a file of a zip.
type File struct {
	Name     string    `json:"name"` // in the storage
	As       string    `json:"as"`   // in the zip
	Modified time.Time `json:"modified"`
	SHA256   string    `json:"sha256,omitempty"` // what it is, hexadecimal; empty: not known
}

// Zip is files that are sent as one.
type Zip struct {
	OrgID string `json:"org_id"`
	As    string `json:"as"` // the name to save it under
	Files []File `json:"files"`
}

// Tickets keeps which zips may be fetched.
type Tickets interface {
	Add(ctx context.Context, z Zip, secret string, until time.Time) error
	Take(ctx context.Context, secret string, now time.Time) (Zip, error)
}

// Storage is where the files are.
type Storage interface {
	Open(ctx context.Context, orgID, name string) (io.ReadCloser, error)
}

// NewSecret is the secret of a zip's address.
func NewSecret() string { return rand.Text() }

// Names makes the names of files in a zip differ: "CH1.mp4", "CH1 (2).mp4".
func Names(files []File) {
	seen := map[string]int{}
	for i, f := range files {
		key := strings.ToLower(f.As)
		seen[key]++
		if n := seen[key]; n > 1 {
			ending := path.Ext(f.As)
			files[i].As = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(f.As, ending), n, ending)
		}
	}
}

// errChanged means that a file is not what was accepted.
var errChanged = errors.New("its bytes are not those that were accepted")

// Write sends a zip. A file that cannot be opened, or is not what was accepted, is left out and named in skipped.txt; one that breaks off, or changes
// while it is sent, breaks the zip off, so that nobody takes a half for the whole. Videos do not become smaller: files are stored as they are.
func Write(ctx context.Context, w io.Writer, storage Storage, z Zip) error {
	archive := zip.NewWriter(w)
	copied := make([]byte, buffer)
	var skipped []string
	for _, f := range z.Files {
		opened, err := look(ctx, storage, z.OrgID, f, copied)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, errChanged) {
			skipped = append(skipped, f.As+": "+err.Error())
			continue
		}
		if err != nil {
			skipped = append(skipped, f.As)
			continue
		}
		if err := add(archive, opened, f, copied); err != nil {
			return fmt.Errorf("send %s in a zip: %w", f.Name, err)
		}
	}
	if len(skipped) > 0 {
		slices.Sort(skipped)
		if err := add(archive, io.NopCloser(strings.NewReader(strings.Join(skipped, "\r\n")+"\r\n")), File{As: skippedName}, copied); err != nil {
			return fmt.Errorf("send the list of what is missing in a zip: %w", err)
		}
	}
	return archive.Close()
}

func add(archive *zip.Writer, from io.ReadCloser, f File, copied []byte) (err error) {
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := archive.CreateHeader(&zip.FileHeader{Name: f.As, Method: zip.Store, Modified: f.Modified})
	if err != nil {
		return err
	}
	hash := sha256.New()
	if _, err = io.CopyBuffer(struct{ io.Writer }{io.MultiWriter(to, hash)}, struct{ io.Reader }{from}, copied); err != nil {
		return err
	}
	return f.check(hash)
}

// look opens a file that is what was accepted; errChanged. It is read for that, and then once more to be sent.
func look(ctx context.Context, storage Storage, orgID string, f File, copied []byte) (io.ReadCloser, error) {
	if f.SHA256 != "" {
		opened, err := storage.Open(ctx, orgID, f.Name)
		if err != nil {
			return nil, err
		}
		hash := sha256.New()
		_, err = io.CopyBuffer(hash, struct{ io.Reader }{opened}, copied)
		if err = errors.Join(err, opened.Close()); err == nil {
			err = f.check(hash)
		}
		if err != nil {
			return nil, err
		}
	}
	return storage.Open(ctx, orgID, f.Name)
}

func (f File) check(whole hash.Hash) error {
	if f.SHA256 != "" && hex.EncodeToString(whole.Sum(nil)) != f.SHA256 {
		return errChanged
	}
	return nil
}
