package fileset

import (
	"context"
	"errors"
	"slices"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/web"
)

type requestIDInput struct {
	OrgID     string `path:"orgId"`
	RequestID string `path:"requestId" doc:"Of a fileset or of one of its files"`
}

type locationOutput struct {
	FileRequestID string `json:"file_request_id"`
	FileType      string `json:"file_type"`
	Channel       int    `json:"channel"`
	File          string `json:"file" doc:"The name to save it under"`
	Size          int64  `json:"size" doc:"Bytes"`
	SHA256        string `json:"sha256" doc:"Of the file, hexadecimal"`
	DeviceSize    int64  `json:"device_size,omitempty" doc:"Bytes that the device brought"`
	DeviceSHA256  string `json:"device_sha256,omitempty" doc:"Of what the device brought, as it was accepted first; absent of videos from before it was kept"`
	Rewrite       *moved `json:"rewrite,omitempty" doc:"What was done to the device's bytes; absent: nothing"`

	Location  string `json:"location,omitempty" doc:"A link that saves it, good for ten minutes within the caller's session"`
	Preview   string `json:"preview" doc:"A link that shows it, good as long"`
	Thumbnail string `json:"thumbnail" doc:"A link to a small picture as JPEG; empty if there is none"`
}

// moved is how a video came to have its index in front: "moov", of index_bytes bytes, went from index_from to index_to, and the offsets in its tables
// "stco" and "co64" that were below index_from have grown by index_bytes.
type moved struct {
	IndexFrom  int64 `json:"index_from" doc:"Where the index was"`
	IndexTo    int64 `json:"index_to" doc:"Where it is now"`
	IndexBytes int64 `json:"index_bytes"`
}

type downloadOutput struct {
	Body struct {
		Location string           `json:"location,omitempty" doc:"Of the first file"`
		Files    []locationOutput `json:"files" nullable:"false" doc:"Only what is there, and is what it says"`
	}
}

// download answers with links to the files that are there.
func (a *API) download(ctx context.Context, in *requestIDInput) (*downloadOutput, error) {
	return a.locations(ctx, in, true)
}

// preview answers with links that show the files that are there.
func (a *API) preview(ctx context.Context, in *requestIDInput) (*downloadOutput, error) {
	return a.locations(ctx, in, false)
}

func (a *API) locations(ctx context.Context, in *requestIDInput, save bool) (*downloadOutput, error) {
	found, err := a.store.Find(ctx, in.OrgID, in.RequestID)
	if errors.Is(err, ErrNotFound) {
		found, err = a.ofFile(ctx, in.OrgID, in.RequestID)
	}
	if err != nil {
		return nil, explain(err)
	}
	out := &downloadOutput{}
	out.Body.Files = []locationOutput{}
	kept := 0
	for _, f := range found.Files {
		if f.Status != Success {
			continue
		}
		if save && !mayExport(web.Caller(ctx), f) {
			kept++
			continue
		}
		links, err := a.links(ctx, found, f, save)
		if err != nil {
			return nil, err
		}
		out.Body.Files = append(out.Body.Files, links)
		out.Body.Location = out.Body.Files[0].Location
	}
	if kept > 0 && len(out.Body.Files) == 0 {
		return nil, fault.Forbidden(exportAll)
	}
	return out, nil
}

// The permissions to take files along: any file, or videos alone.
const (
	exportAll   = "exportFileset"
	exportVideo = "exportVideo"
)

// mayExport reports whether a file is the caller's to take along.
func mayExport(caller web.CallerInfo, f File) bool {
	isVideo := f.Type == device.FileVideo || f.Type == device.FileAlertVideo
	return caller.Plugin != "" || caller.Has(exportAll) || isVideo && caller.Has(exportVideo)
}

// ofFile is a fileset with one of its files alone, by that file's id; ErrNotFound.
func (a *API) ofFile(ctx context.Context, orgID, fileID string) (Fileset, error) {
	found, err := a.store.WithFiles(ctx, orgID, []string{fileID})
	if err != nil {
		return Fileset{}, err
	}
	for _, s := range found {
		if i := slices.IndexFunc(s.Files, func(f File) bool { return f.ID == fileID }); i >= 0 {
			s.Files = s.Files[i : i+1]
			return s, nil
		}
	}
	return Fileset{}, ErrNotFound
}

// links lead to a file; save adds the one that saves it.
func (a *API) links(ctx context.Context, s Fileset, f File, save bool) (o locationOutput, err error) {
	zone, err := a.zones.Of(ctx, s.OrgID, s.VehicleID)
	if err != nil {
		return o, err
	}
	kind, name := typeOf(f.Type), NameOf(s.ID, f.ID)
	o = locationOutput{
		FileRequestID: f.ID, FileType: f.Type, Channel: f.Channel, File: nameOf(s, f, zone), Size: f.Size, SHA256: f.SHA256,
		DeviceSize: f.DeviceSize, DeviceSHA256: f.DeviceSHA256,
	}
	if f.Rewrite != nil {
		o.Rewrite = &moved{f.Rewrite.From, f.Rewrite.To, f.Rewrite.Bytes}
	}
	if save {
		if o.Location, _, err = a.storage.Link(ctx, s.OrgID, name, media.LinkOptions{ContentType: kind.content, FileName: o.File, SHA256: f.SHA256}); err != nil {
			return o, err
		}
	}
	if o.Preview, err = a.shown(ctx, s, f); err != nil {
		return o, err
	}
	o.Thumbnail, err = a.thumbnail(ctx, s, f)
	return o, err
}

// shown is a link that shows a file.
func (a *API) shown(ctx context.Context, s Fileset, f File) (string, error) {
	link, _, err := a.storage.Link(ctx, s.OrgID, NameOf(s.ID, f.ID), media.LinkOptions{ContentType: typeOf(f.Type).content, SHA256: f.SHA256})
	return link, err
}

// thumbnail is a link to a file's small picture; empty if there is none.
func (a *API) thumbnail(ctx context.Context, s Fileset, f File) (string, error) {
	if !f.Thumbnail {
		return "", nil
	}
	link, _, err := a.storage.Link(ctx, s.OrgID, ThumbnailOf(s.ID, f.ID), media.LinkOptions{ContentType: "image/jpeg"})
	return link, err
}
