package media

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
)

// maxRanges is how many parts one request may ask for; each costs a read from the storage.
const maxRanges = 16

// Handler serves links.
type Handler struct {
	bucket   *blob.Bucket
	signer   *Signer
	uploads  *Uploads
	sessions Sessions
	log      *slog.Logger
}

// NewHandler serves what signer has signed: downloads from bucket, which stays the caller's to close, and uploads.
func NewHandler(bucket *blob.Bucket, signer *Signer, uploads *Uploads, sessions Sessions, log *slog.Logger) *Handler {
	return &Handler{bucket: bucket, signer: signer, uploads: uploads, sessions: sessions, log: log}
}

// ServeHTTP implements /api/media/{token}. GET and HEAD of a download: Range, several ranges, If-Range, ETag, If-None-Match,
// If-Modified-Since. Of a device's upload: PUT ?part=, GET, POST. A link that is not valid, or is another verb's, is answered 403, an
// object that is gone 404.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	link, err := h.admit(r)
	if err == nil && link.Verb == Put {
		audit.Note(r.Context(), func(record *audit.Record) {
			record.OrgID, record.Plugin, record.ActorName, record.ActorRole = link.OrgID, link.Plugin, link.DeviceID, "device"
			record.ObjectKind, record.ObjectID = "file", link.Key
		})
	}
	if err == nil && link.Verb == Put {
		err = h.uploads.serve(w, r, link)
	} else if err == nil {
		err = h.download(w, r, link)
	}
	if err != nil {
		h.refuse(w, err)
	}
}

func (h *Handler) download(w http.ResponseWriter, r *http.Request, link Link) error {
	attrs, err := h.bucket.Attributes(r.Context(), link.Key)
	if err != nil {
		return err
	}
	body := newContent(r.Context(), h.bucket, link, attrs.Size)
	defer func() { _ = body.Close() }() // only read from: nothing is lost
	setHeaders(w.Header(), link, attrs.ETag, h.signer.now())
	if strings.Count(r.Header.Get("Range"), ",") >= maxRanges {
		r.Header.Del("Range")
	}
	http.ServeContent(w, r, "", attrs.ModTime, body)
	if body.problem != nil { // too late for a status: the answer ends before its length, which the other side sees
		h.log.Error("a file is not served whole", "org", link.OrgID, "key", link.Key, "error", body.problem)
	}
	return nil
}

// verbs are what a link allows by the method of a request. An upload is also looked at, to go on after a cut, and completed.
var verbs = map[string][]Verb{
	http.MethodGet: {Get, Put}, http.MethodHead: {Get}, http.MethodPut: {Put}, http.MethodPost: {Put},
}

// admit verifies the link and that its session still lives.
func (h *Handler) admit(r *http.Request) (Link, error) {
	link, err := h.signer.Verify(strings.TrimPrefix(r.URL.Path, Path))
	if err != nil {
		return Link{}, err
	}
	if !slices.Contains(verbs[r.Method], link.Verb) {
		return Link{}, ErrLink
	}
	if link.SessionID == "" {
		return link, nil
	}
	alive, err := h.sessions.Alive(r.Context(), link.UserID, link.SessionID, link.OrgID)
	if err != nil {
		return Link{}, fmt.Errorf("look up session of link: %w", err)
	}
	if !alive {
		return Link{}, ErrLink
	}
	return link, nil
}

// setHeaders says how the browser may use the file: as its type, as nothing that runs, and only for itself.
func setHeaders(header http.Header, link Link, etag string, now time.Time) {
	contentType := link.ContentType
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	header.Set("Content-Type", contentType)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", fmt.Sprintf("private, max-age=%d", max(0, int(link.Expires.Sub(now).Seconds()))))
	if link.Name != "" {
		header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": link.Name}))
	}
	if etag != "" {
		header.Set("ETag", quoted(etag))
	}
}

// quoted makes an entity tag of what a storage calls one.
func quoted(etag string) string {
	if strings.HasPrefix(etag, `"`) || strings.HasPrefix(etag, `W/"`) {
		return etag
	}
	return `"` + etag + `"`
}

func (h *Handler) refuse(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, ErrLink):
		problem(w, http.StatusForbidden, fault.Denied, "This link is not valid or has expired.")
	case errors.Is(err, errOver):
		problem(w, http.StatusGone, fault.NotFound, "This upload is over: the file is not wanted any more.")
	case gcerrors.Code(err) == gcerrors.NotFound, fault.KindOf(err) == fault.NotFound:
		problem(w, http.StatusNotFound, fault.NotFound, "The file is no longer here.")
	case errors.Is(err, errTooLarge):
		problem(w, http.StatusRequestEntityTooLarge, fault.Invalid, "This is more than the link allows.")
	case fault.KindOf(err) == fault.Invalid:
		problem(w, http.StatusUnprocessableEntity, fault.Invalid, messageOf(err))
	case fault.KindOf(err) == fault.Conflict:
		problem(w, http.StatusConflict, fault.Conflict, messageOf(err))
	case errors.Is(err, context.Canceled), errors.Is(err, io.ErrUnexpectedEOF): // the client has left
	default:
		h.log.Error("serve a file", "error", err)
		problem(w, http.StatusServiceUnavailable, fault.Unavailable, "The storage of files is not answering. Please try again soon.")
	}
}

func messageOf(err error) string {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known.Message
	}
	return "The request is wrong."
}

func problem(w http.ResponseWriter, status int, kind fault.Kind, title string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"type": "about:blank", "title": title, "status": status, "kind": kind}) // the client is gone if this fails
}
