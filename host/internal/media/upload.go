package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gocloud.dev/blob"

	"outrider.dev/sdk/fault"
)

const (
	// MaxPart bounds one part of an upload in bytes.
	MaxPart = 64 << 20
	// maxParts bounds how many there are.
	maxParts = 10_000
	// uploads is where parts lie until their file is whole; no name of a plugin's file begins with a dot.
	uploads = ".uploads/"
)

// Part is one part of an upload that has arrived.
type Part struct {
	Part int   `json:"part"` // from 1
	Size int64 `json:"size"` // bytes
}

// Uploaded is a file that a device has brought, whole and as promised.
type Uploaded struct {
	Link   Link
	Size   int64
	SHA256 string
}

// Announce tells the plugin; it returns once that can no longer be lost.
type Announce func(ctx context.Context, u Uploaded) error

// Uploads takes what devices bring.
type Uploads struct {
	files    *Files
	announce Announce
}

// NewUploads stores into files.
func NewUploads(files *Files, announce Announce) *Uploads { return &Uploads{files, announce} }

// Put stores one part, in place of what came before under its number.
func (u *Uploads) Put(ctx context.Context, l Link, number int, body io.Reader) (Part, error) {
	if number < 1 || number > maxParts {
		return Part{}, fault.New(fault.Invalid, "The part must be a number from 1 to %d.", maxParts)
	}
	there, err := u.Parts(ctx, l)
	if err != nil {
		return Part{}, err
	}
	room := l.MaxBytes
	for _, p := range there {
		if p.Part != number {
			room -= p.Size
		}
	}
	limited := &limitedReader{from: body, left: min(room, MaxPart)}
	stored, err := u.files.Write(ctx, partKey(l, number), limited)
	if err != nil {
		return Part{}, err
	}
	return Part{number, stored.Size}, nil
}

// Parts lists what has arrived, by number.
func (u *Uploads) Parts(ctx context.Context, l Link) ([]Part, error) {
	prefix := partFolder(l)
	list, parts := u.files.bucket.List(&blob.ListOptions{Prefix: prefix}), []Part{}
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, faultOf(err)
		}
		if n, err := strconv.Atoi(strings.TrimPrefix(object.Key, prefix)); err == nil {
			parts = append(parts, Part{n, object.Size})
		}
	}
	slices.SortFunc(parts, func(a, b Part) int { return a.Part - b.Part })
	return parts, nil
}

// Promise is what a device says of the whole.
type Promise struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Complete makes the file of its parts, if they are what was promised, and announces it. Once more is answered the same.
func (u *Uploads) Complete(ctx context.Context, l Link, promise Promise) error {
	if err := u.compose(ctx, l, promise); err != nil {
		return err
	}
	if err := u.announce(ctx, Uploaded{l, promise.Size, promise.SHA256}); err != nil {
		return fault.Wrap(fault.Unavailable, err, "The file is here, but could not be announced. Please complete it again.")
	}
	return nil
}

func (u *Uploads) compose(ctx context.Context, l Link, promise Promise) error {
	parts, err := u.Parts(ctx, l)
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		return u.compareWhole(ctx, l, promise)
	}
	var size int64
	for i, p := range parts {
		if p.Part != i+1 {
			return fault.New(fault.Invalid, "Part %d has not arrived.", i+1)
		}
		size += p.Size
	}
	if size != promise.Size {
		return fault.New(fault.Invalid, "size: the parts have %d bytes, and %d were promised.", size, promise.Size)
	}
	whole := &joined{ctx: ctx, files: u.files, link: l, parts: parts, hash: sha256.New(), want: strings.ToLower(promise.SHA256)}
	defer whole.close()
	if _, err := u.files.Write(ctx, l.Key, whole); err != nil {
		return err
	}
	return u.clear(ctx, l, parts)
}

// compareWhole answers a device that completes once more because it did not hear the first answer.
func (u *Uploads) compareWhole(ctx context.Context, l Link, promise Promise) error {
	stored, err := u.files.Stat(ctx, l.Key)
	if fault.KindOf(err) == fault.NotFound {
		return fault.New(fault.Invalid, "Part 1 has not arrived.")
	}
	if err != nil {
		return err
	}
	r, err := u.files.Read(ctx, l.Key, 0, -1)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }() // only read from
	hash := sha256.New()
	if _, err := io.Copy(hash, r); err != nil {
		return faultOf(err)
	}
	if stored.Size != promise.Size || hex.EncodeToString(hash.Sum(nil)) != strings.ToLower(promise.SHA256) {
		return fault.New(fault.Conflict, "This file is complete already, and is another one.")
	}
	return nil
}

func (u *Uploads) clear(ctx context.Context, l Link, parts []Part) error {
	for _, p := range slices.Backward(parts) { // a cut leaves the first ones: then part 1 is never missing alone
		if err := u.files.Delete(ctx, partKey(l, p.Part)); err != nil {
			return err
		}
	}
	return nil
}

// serve answers PUT, GET and POST of an upload's link.
func (u *Uploads) serve(w http.ResponseWriter, r *http.Request, l Link) error {
	switch r.Method {
	case http.MethodPut:
		number, err := strconv.Atoi(r.URL.Query().Get("part"))
		if err != nil {
			return fault.New(fault.Invalid, "part: must be a number from 1 to %d.", maxParts)
		}
		part, err := u.Put(r.Context(), l, number, r.Body)
		return answer(w, part, err)
	case http.MethodPost:
		var promise Promise
		if err := json.NewDecoder(r.Body).Decode(&promise); err != nil || promise.Size <= 0 || len(promise.SHA256) != 2*sha256.Size {
			return fault.New(fault.Invalid, "The body must be JSON with size in bytes and sha256 in hexadecimal.")
		}
		return answer(w, promise, u.Complete(r.Context(), l, promise))
	default:
		parts, err := u.Parts(r.Context(), l)
		_, missing := u.files.Stat(r.Context(), l.Key)
		return answer(w, map[string]any{"parts": parts, "complete": missing == nil && len(parts) == 0}, err)
	}
}

func answer(w http.ResponseWriter, body any, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(body)
}

func partFolder(l Link) string {
	sum := sha256.Sum256([]byte(l.Key + "\n" + l.DeviceID))
	return uploads + hex.EncodeToString(sum[:]) + "/"
}

func partKey(l Link, number int) string { return fmt.Sprintf("%s%05d", partFolder(l), number) }
