package api

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/media"
)

type requestIDInput struct {
	OrgID     string `path:"orgId"`
	RequestID string `path:"requestId"`
}

type locationOutput struct {
	FileRequestID string `json:"file_request_id"`
	FileType      string `json:"file_type"`
	Channel       int    `json:"channel"`
	File          string `json:"file" doc:"The name to save it under"`
	Location      string `json:"location" doc:"A link that is good for ten minutes, within the caller's session"`
}

type downloadOutput struct {
	Body struct {
		Files []locationOutput `json:"files" nullable:"false" doc:"Only what is there, and is what it says"`
	}
}

// download answers with links to the files that are there.
func (a *API) download(ctx context.Context, in *requestIDInput) (*downloadOutput, error) {
	found, err := a.filesets.Find(ctx, in.OrgID, in.RequestID)
	if err != nil {
		return nil, explain(err)
	}
	zone, err := a.zones.Of(ctx, in.OrgID, found.VehicleID)
	if err != nil {
		return nil, err
	}
	out := &downloadOutput{}
	out.Body.Files = []locationOutput{}
	for _, f := range found.Files {
		if f.Status != fileset.Success {
			continue
		}
		kind, name := typeOf(f.Type), nameOf(found, f, zone)
		link, _, err := a.storage.Link(ctx, in.OrgID, fileset.NameOf(found.ID, f.ID), media.LinkOptions{ContentType: kind.content, FileName: name})
		if err != nil {
			return nil, err
		}
		out.Body.Files = append(out.Body.Files, locationOutput{FileRequestID: f.ID, FileType: f.Type, Channel: f.Channel, File: name, Location: link})
	}
	return out, nil
}

type fileKind struct{ content, ending string }

func typeOf(kind string) fileKind {
	switch kind {
	case device.FileVideo, device.FileAlertVideo:
		return fileKind{"video/mp4", ".mp4"}
	case device.FileAlertSnaps:
		return fileKind{"application/zip", ".zip"}
	default:
		return fileKind{"application/octet-stream", ".bin"}
	}
}

var unsafe = regexp.MustCompile(`[^\pL\pN._-]+`)

// nameOf is "HGV-022_2026_11_21__14_41_26_CH1.mp4": the vehicle, when it begins by the vehicle's clock, and what it is.
func nameOf(s fileset.Fileset, f fileset.File, zone *time.Location) string {
	vehicle := s.VehicleName
	if vehicle == "" {
		vehicle = s.DeviceID
	}
	what := f.Type
	if f.Channel > 0 {
		what = fmt.Sprintf("CH%d", f.Channel)
	}
	name := vehicle + "_" + time.UnixMilli(f.StartMs).In(zone).Format("2006_01_02__15_04_05") + "_" + what
	return path.Base(unsafe.ReplaceAllString(name, "_")) + typeOf(f.Type).ending
}

type shareInput struct {
	OrgID  string `path:"orgId"`
	ID     string `path:"id"`
	UserID string `path:"userId"`
}

func (a *API) share(ctx context.Context, in *shareInput) (*struct{}, error) {
	return nil, a.setShared(ctx, in, true)
}

func (a *API) unshare(ctx context.Context, in *shareInput) (*struct{}, error) {
	return nil, a.setShared(ctx, in, false)
}

func (a *API) setShared(ctx context.Context, in *shareInput, shared bool) error {
	if _, err := a.filesets.Find(ctx, in.OrgID, in.ID); err != nil {
		return explain(err)
	}
	return a.filesets.Share(ctx, in.OrgID, in.ID, in.UserID, shared)
}
