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

// Uploads takes what devices bring. What was accepted once is never replaced: a receipt is kept of it.
type Uploads struct {
	files    *Files
	register *Register
	announce Announce
}

// NewUploads stores into files and keeps receipts in register.
func NewUploads(files *Files, register *Register, announce Announce) *Uploads {
	return &Uploads{files, register, announce}
}

// Put stores one part, in place of what came before under its number. A complete upload takes none (fault.Conflict), nor does one that is over.
func (u *Uploads) Put(ctx context.Context, l Link, number int, body io.Reader) (Part, error) {
	if number < 1 || number > maxParts {
		return Part{}, fault.New(fault.Invalid, "The part must be a number from 1 to %d.", maxParts)
	}
	if err := u.begin(ctx, l); err != nil {
		return Part{}, err
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
	if err := u.begin(ctx, l); err != nil { // it was completed, or ended, while the part came
		return Part{}, errors.Join(err, u.files.Delete(ctx, partKey(l, number)))
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
	receipt, err := u.find(ctx, l)
	if err != nil {
		return err
	}
	if receipt.State != Begun && !receipt.holds(promise) {
		return errOther
	}
	parts, err := u.Parts(ctx, l)
	if err != nil {
		return err
	}
	if receipt.State == Complete {
		return u.clear(ctx, l, parts) // whoever composed it may have been cut off before
	}
	if err := inOrder(parts, promise.Size); err != nil {
		return err
	}
	whole := &joined{ctx: ctx, files: u.files, link: l, parts: parts, hash: sha256.New(), want: promise.SHA256, accept: func() error {
		accepted, err := u.register.Accept(ctx, l, promise)
		return errors.Join(err, refusal(accepted, promise))
	}}
	defer whole.close()
	if _, err := u.files.Write(ctx, l.Key, whole); err != nil {
		return err
	}
	if receipt, err = u.register.Complete(ctx, l.Key); err != nil {
		return err
	}
	if receipt.State == Over { // it ended while it was stored: what is there now is nobody's
		return errors.Join(errOver, u.files.Delete(ctx, l.Key), u.clear(ctx, l, parts))
	}
	return u.clear(ctx, l, parts)
}

// inOrder says what parts lack of a whole of so many bytes.
func inOrder(parts []Part, want int64) error {
	var size int64
	for i, p := range parts {
		if p.Part != i+1 {
			return fault.New(fault.Invalid, "Part %d has not arrived.", i+1)
		}
		size += p.Size
	}
	if len(parts) == 0 {
		return fault.New(fault.Invalid, "Part 1 has not arrived.")
	}
	if size != want {
		return fault.New(fault.Invalid, "size: the parts have %d bytes, and %d were promised.", size, want)
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
		promise.SHA256 = strings.ToLower(promise.SHA256)
		return answer(w, promise, u.Complete(r.Context(), l, promise))
	default:
		receipt, err := u.find(r.Context(), l)
		if err != nil {
			return err
		}
		if receipt.State == Complete {
			return answer(w, map[string]any{"parts": []Part{}, "complete": true}, nil)
		}
		parts, err := u.Parts(r.Context(), l)
		return answer(w, map[string]any{"parts": parts, "complete": false}, err)
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
