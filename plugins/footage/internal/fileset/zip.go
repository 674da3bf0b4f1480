package fileset

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/archive"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/web"
)

const (
	nothingToDownload = "no files found to download"
	videosOnly        = "You may download videos only."
	zipPath           = "/footage/zip/"
)

type zipInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		FilesetRequestIDs []string `json:"fileset_request_ids,omitempty" maxItems:"200" nullable:"false" doc:"All files of these"`
		FileRequestIDs    []string `json:"file_request_ids,omitempty" maxItems:"500" nullable:"false" doc:"These files"`
		Name              string   `json:"name,omitempty" maxLength:"120" doc:"To save the zip under; made of vehicle and time without one"`
	}
}

type skippedOutput struct {
	FileRequestID string `json:"file_request_id"`
	Reason        string `json:"reason"`
}

type zipOutput struct {
	Location  string          `json:"location" doc:"For one download by a plain link of the browser"`
	File      string          `json:"file" doc:"The name it is saved under"`
	Files     int             `json:"files" doc:"How many it holds"`
	Size      int64           `json:"size" doc:"Bytes of the files"`
	Skipped   []skippedOutput `json:"skipped" nullable:"false" doc:"What was asked for and is not there"`
	ExpiresAt string          `json:"expires_at" doc:"Until when the download has to begin"`
}

// zip makes a link by which the caller's browser can fetch many files as one, once.
func (a *API) zip(ctx context.Context, in *zipInput) (*web.Created[zipOutput], error) {
	found, err := a.zipped(ctx, in)
	if err != nil {
		return nil, err
	}
	out := zipOutput{Skipped: []skippedOutput{}}
	z := archive.Zip{OrgID: in.OrgID}
	for _, s := range found {
		zone, err := a.zones.Of(ctx, in.OrgID, s.VehicleID)
		if err != nil {
			return nil, err
		}
		for _, f := range s.Files {
			whole := slices.Contains(in.Body.FilesetRequestIDs, s.ID)
			switch {
			case !whole && !slices.Contains(in.Body.FileRequestIDs, f.ID):
			case !mayExport(web.Caller(ctx), f):
				out.Skipped = append(out.Skipped, skippedOutput{f.ID, web.Say(ctx, videosOnly)})
			case f.Status != Success:
				out.Skipped = append(out.Skipped, skippedOutput{f.ID, web.SayOfDevice(ctx, f.Reason)})
			default:
				z.Files = append(z.Files, archive.File{Name: NameOf(s.ID, f.ID), SHA256: f.SHA256, As: nameOf(s, f, zone), Modified: time.UnixMilli(f.StartMs).In(zone)})
				out.Size += f.Size
			}
		}
		z.As = zipName(in.Body.Name, s, len(found), a.now(), zone)
	}
	if len(z.Files) == 0 {
		return nil, fault.New(fault.NotFound, nothingToDownload)
	}
	archive.Names(z.Files)
	secret, until := archive.NewSecret(), a.now().Add(archive.Life)
	if err := a.zips.Add(ctx, z, secret, until); err != nil {
		return nil, err
	}
	out.Location, out.File, out.Files, out.ExpiresAt = "/api"+zipPath+secret, z.As, len(z.Files), until.UTC().Format(time.RFC3339)
	return web.NewCreated(out), nil
}

// zipped are the filesets that are asked for; a not_found fault if one of them, or of the files, is none that the caller sees.
func (a *API) zipped(ctx context.Context, in *zipInput) ([]Fileset, error) {
	whole, err := a.store.FindAll(ctx, in.OrgID, in.Body.FilesetRequestIDs)
	if err != nil {
		return nil, err
	}
	parts, err := a.store.WithFiles(ctx, in.OrgID, in.Body.FileRequestIDs)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	found := []Fileset{}
	for _, s := range slices.Concat(whole, parts) {
		if !known[s.ID] {
			found, known[s.ID] = append(found, s), true
		}
		for _, f := range s.Files {
			known[f.ID] = true
		}
	}
	for _, id := range slices.Concat(in.Body.FilesetRequestIDs, in.Body.FileRequestIDs) {
		if !known[id] {
			return nil, explain(ErrNotFound)
		}
	}
	return found, nil
}

// zipName is "HGV-022_2026_11_21__14_41_26.zip" for one fileset; several go by the time of now.
func zipName(wanted string, s Fileset, filesets int, now time.Time, zone *time.Location) string {
	start, _ := s.Span()
	name := titleOf(s, start, zone)
	switch {
	case wanted != "":
		name = wanted
	case filesets > 1:
		name = "files_" + Stamp(now, zone)
	}
	return Safe(name) + ".zip"
}

// fetchZip sends a zip to whoever has its secret, once.
func (a *API) fetchZip() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		z, err := a.zips.Take(r.Context(), r.PathValue("secret"), a.now())
		if errors.Is(err, archive.ErrGone) {
			err = fault.New(fault.NotFound, "This download is over. Please ask for it again.")
		}
		if err != nil {
			web.WriteProblem(w, r, err)
			return
		}
		header := w.Header()
		header.Set("Content-Type", "application/zip")
		header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": z.As}))
		header.Set("Cache-Control", "no-store")
		if err := archive.Write(r.Context(), w, shelf{a.storage}, z); err != nil {
			a.log.LogAttrs(r.Context(), slog.LevelInfo, "a zip broke off", slog.Any("error", err))
			panic(http.ErrAbortHandler) // half a zip must not look whole
		}
	})
}

// shelf opens files for a zip.
type shelf struct{ store *media.Store }

// Open implements archive.Storage.
func (s shelf) Open(ctx context.Context, orgID, name string) (io.ReadCloser, error) {
	return s.store.Open(ctx, orgID, name)
}
