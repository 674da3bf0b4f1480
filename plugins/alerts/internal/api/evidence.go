package api

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/bundle"
	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// The texts of the error catalogue.
const (
	noFiles      = "no files to download"
	noFilesFound = "no files found to download"
	notRightNow  = "Could not retrieve files right now"
)

type evidenceFile struct {
	evidence.File
	Location string `json:"location" doc:"A link to the file that is good for ten minutes, within the caller's session; empty while it is not there"`
}

type evidenceOutput struct {
	Body struct {
		FilesetRequestID string         `json:"fileset_request_id" doc:"Empty: nobody asked for evidence"`
		Status           string         `json:"status"`
		Progress         int            `json:"progress"`
		Files            []evidenceFile `json:"files" nullable:"false"`
	}
}

// evidence is how far the files of an alert are, with links to those that are there.
func (a *API) evidence(ctx context.Context, in *oneInput) (*evidenceOutput, error) {
	if _, err := a.find(ctx, in.ID); err != nil {
		return nil, err
	}
	out := &evidenceOutput{}
	out.Body.Files = []evidenceFile{}
	set, found, err := a.store.Evidence(ctx, in.OrgID, in.ID)
	if err != nil || !found {
		return out, err
	}
	out.Body.FilesetRequestID, out.Body.Status, out.Body.Progress = set.FilesetRequestID, set.Status, set.Progress
	var shelf *bundle.Shelf
	if isThere(set.Files) {
		if shelf, err = a.vault.Shelf(ctx, in.OrgID, set.FilesetRequestID); err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, fault.Wrap(fault.Unavailable, err, notRightNow)
		}
	}
	for _, f := range set.Files {
		one := evidenceFile{File: f}
		one.Reason = web.SayOfDevice(ctx, f.Reason)
		if stored, ok := has(shelf, f); ok {
			if one.Location, err = shelf.Link(ctx, stored, contentTypes[kindOf(f)], ""); err != nil {
				return nil, err
			}
		}
		out.Body.Files = append(out.Body.Files, one)
	}
	return out, nil
}

func has(shelf *bundle.Shelf, f evidence.File) (bundle.Stored, bool) {
	if shelf == nil || f.Status != evidence.Success {
		return bundle.Stored{}, false
	}
	return shelf.Has(f.FileRequestID)
}

func isThere(list []evidence.File) bool {
	for _, f := range list {
		if f.Status == evidence.Success {
			return true
		}
	}
	return false
}

const (
	kindVideo    = "video"
	kindPictures = "pictures"
)

func kindOf(f evidence.File) string {
	switch {
	case f.IsVideo():
		return kindVideo
	case f.IsPictures():
		return kindPictures
	default:
		return ""
	}
}

// contentTypes are how files are shown; samples are bytes.
var contentTypes = map[string]string{kindVideo: "video/mp4", kindPictures: "application/zip"}

// collect prepares the media of an alert for a zip. The bundle is the caller's to close.
func (a *API) collect(ctx context.Context, orgID string, r view.Alert) (*bundle.Bundle, error) {
	set, found, err := a.store.Evidence(ctx, orgID, r.AlertID)
	switch {
	case err != nil:
		return nil, err
	case !found || len(set.Files) == 0:
		return nil, fault.New(fault.NotFound, noFiles)
	case !isThere(set.Files):
		return nil, fault.New(fault.NotFound, noFilesFound)
	}
	shelf, err := a.vault.Shelf(ctx, orgID, set.FilesetRequestID)
	if fault.KindOf(err) == fault.NotFound {
		return nil, fault.New(fault.NotFound, noFilesFound)
	}
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, notRightNow)
	}
	b, err := bundle.Collect(ctx, nameOf(r), set.Files, shelf)
	if err == nil && len(b.Entries) == 0 {
		_ = b.Close()
		return nil, fault.New(fault.Unavailable, notRightNow)
	}
	return b, err
}

// nameOf is the name of an alert's zip.
func nameOf(r view.Alert) string {
	local, _ := time.Parse("2006-01-02T15:04:05", r.EventTimeLocal) // this plugin wrote it
	return bundle.NameOf(r.VehicleName, local)
}

type contentsOutput struct {
	Body struct {
		Name    string           `json:"name" doc:"Of the zip"`
		Size    int64            `json:"size" doc:"Bytes; 0: it cannot be said before"`
		Files   []contentsFile   `json:"files" nullable:"false"`
		Skipped []bundle.Skipped `json:"skipped" nullable:"false" doc:"What is not in the zip, and why"`
	}
}

type contentsFile struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// contents is what the zip of an alert's media has, and what it lacks.
func (a *API) contents(ctx context.Context, in *oneInput) (*contentsOutput, error) {
	found, err := a.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	b, err := a.collect(ctx, in.OrgID, found.Body)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	out := &contentsOutput{}
	entries, err := withSkipped(b, web.Caller(ctx).Locale, a.now())
	if err != nil {
		return nil, err
	}
	out.Body.Name, out.Body.Skipped, out.Body.Files = b.Name+".zip", make([]bundle.Skipped, len(b.Skipped)), []contentsFile{}
	for i, s := range b.Skipped {
		out.Body.Skipped[i] = bundle.Skipped{Name: s.Name, Reason: web.SayOfDevice(ctx, s.Reason)}
	}
	if size, known := bundle.Size(entries); known {
		out.Body.Size = size
	}
	for _, e := range entries {
		out.Body.Files = append(out.Body.Files, contentsFile{e.Name, e.Size})
	}
	return out, nil
}
