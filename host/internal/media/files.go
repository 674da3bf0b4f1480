package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"outrider.dev/sdk/fault"
)

// maxName bounds the name of a file in bytes.
const maxName = 400

// Files are what is stored.
type Files struct {
	bucket *blob.Bucket
	signer *Signer
	base   func() string // URL under which devices reach this host, known once it listens
}

// NewFiles works on what is stored in bucket; links for devices begin with base, "https://portal.example.com".
func NewFiles(bucket *blob.Bucket, signer *Signer, base func() string) *Files {
	return &Files{bucket, signer, base}
}

// KeyOf is where a plugin's file lies: below the organisation, below the plugin. fault.Invalid for a name that would lead elsewhere.
func KeyOf(orgID, plugin, name string) (string, error) {
	clean := name != "" && len(name) <= maxName && path.Clean(name) == name && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "..")
	if !clean || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f }) || strings.Contains(name, "/.") || name[0] == '.' {
		return "", fault.New(fault.Invalid, "%q is not the name of a file: it is relative, without dots at the beginning of a part.", name)
	}
	return orgID + "/" + plugin + "/" + name, nil
}

// Stored is what is known of a file.
type Stored struct {
	Size     int64
	SHA256   string // hexadecimal; of one just written
	Modified time.Time
}

// Stat finds a file; fault.NotFound.
func (f *Files) Stat(ctx context.Context, key string) (Stored, error) {
	attrs, err := f.bucket.Attributes(ctx, key)
	if err != nil {
		return Stored{}, faultOf(err)
	}
	return Stored{Size: attrs.Size, Modified: attrs.ModTime}, nil
}

// Write stores what from gives. If that fails, what was there before stays.
func (f *Files) Write(ctx context.Context, key string, from io.Reader) (Stored, error) {
	ctx, abort := context.WithCancel(ctx)
	defer abort()
	w, err := f.bucket.NewWriter(ctx, key, nil)
	if err != nil {
		return Stored{}, faultOf(err)
	}
	hash := sha256.New()
	size, err := io.Copy(io.MultiWriter(w, hash), from)
	if err != nil {
		abort() // a writer that is closed after its context ended stores nothing
		return Stored{}, errors.Join(faultOf(err), ignoreCancelled(w.Close()))
	}
	if err := w.Close(); err != nil {
		return Stored{}, faultOf(err)
	}
	return Stored{Size: size, SHA256: hex.EncodeToString(hash.Sum(nil)), Modified: f.signer.now()}, nil
}

// Read gives length bytes from offset, all of them if length is negative; the caller closes it.
func (f *Files) Read(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	r, err := f.bucket.NewRangeReader(ctx, key, offset, length, nil)
	if err != nil {
		return nil, faultOf(err)
	}
	return r, nil
}

// Delete removes a file; one that is not there is no error.
func (f *Files) Delete(ctx context.Context, key string) error {
	if err := f.bucket.Delete(ctx, key); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return faultOf(err)
	}
	return nil
}

// Link signs a link and says its path and, for devices, its whole URL.
func (f *Files) Link(l Link, life time.Duration) (path, url string, expires time.Time, err error) {
	l.Expires = f.signer.now().Add(life)
	if path, err = f.signer.URL(l); err != nil {
		return "", "", time.Time{}, fault.Wrap(fault.Invalid, err, "This link cannot be made.")
	}
	return path, strings.TrimSuffix(f.base(), "/") + path, l.Expires, nil
}

// Linked is where the file lies to which a link of an organisation leads, for plugins that were given the link, and what the link says it is, if it
// does; fault.Denied for one that is not good, or is for a user alone.
func (f *Files) Linked(orgID, link string) (key, sha256 string, err error) {
	token, ok := strings.CutPrefix(link, Path)
	if !ok {
		return "", "", fault.New(fault.Denied, "This link is not valid or has expired.")
	}
	l, err := f.signer.Verify(token)
	if err != nil || l.Verb != Get || l.OrgID != orgID || l.SessionID != "" {
		return "", "", fault.New(fault.Denied, "This link is not valid or has expired.")
	}
	return l.Key, l.SHA256, nil
}

func ignoreCancelled(err error) error {
	if errors.Is(err, context.Canceled) || gcerrors.Code(err) == gcerrors.Canceled {
		return nil
	}
	return err
}

// faultOf says what a storage's error means to whoever asked.
func faultOf(err error) error {
	var known *fault.Error
	switch {
	case errors.As(err, &known), errors.Is(err, errTooLarge), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case gcerrors.Code(err) == gcerrors.NotFound:
		return fault.New(fault.NotFound, "The file is no longer here.")
	default:
		return fault.Wrap(fault.Unavailable, fmt.Errorf("media storage: %w", err), "The storage of files is not answering. Please try again soon.")
	}
}
