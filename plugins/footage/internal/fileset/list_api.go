package fileset

import (
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// linksAtOnce is for how many filesets of a list links are made at the same time.
const linksAtOnce = 8

type fileOutput struct {
	FileRequestID string `json:"file_request_id"`
	FileType      string `json:"file_type"`
	Channel       int    `json:"channel" doc:"0: of no camera"`
	DeviceID      string `json:"device_id"`
	Status        string `json:"status" enum:"created,accepted,in progress,complete,success,canceled"`
	Progress      int    `json:"progress" doc:"Percent"`
	Reason        string `json:"reason,omitempty" doc:"Why it is canceled, in the language of who asks"`
	Withdrawn     bool   `json:"withdrawn,omitempty" doc:"Somebody canceled or deleted it"`
	Timestamp     string `json:"timestamp" doc:"When it begins"`
	Seconds       int    `json:"seconds"`
	Size          int64  `json:"size" doc:"Bytes; 0 until it is there"`
	File          string `json:"file" doc:"The name to save it under"`
	Location      string `json:"location,omitempty" doc:"A link that shows it, once it is there, good for ten minutes within the caller's session"`
	Thumbnail     string `json:"thumbnail,omitempty" doc:"A link to a JPEG; only where one fileset is asked for"`
}

type filesetOutput struct {
	FilesetRequestID string       `json:"fileset_request_id"`
	AlertID          string       `json:"alert_id,omitempty"`
	Name             string       `json:"name" doc:"The description"`
	Description      string       `json:"description"`
	VehicleID        string       `json:"vehicle_id"`
	Vehicle          string       `json:"vehicle" doc:"Its name"`
	VehicleName      string       `json:"vehicle_name"`
	DeviceID         string       `json:"device_id"`
	Channels         []int        `json:"channels" nullable:"false"`
	Types            []string     `json:"types" nullable:"false"`
	RequestedBy      string       `json:"requested_by" doc:"A user's id; empty for the evidence of an alert"`
	RequestedName    string       `json:"requested_name"`
	By               string       `json:"by" doc:"The same name"`
	RequestedAt      string       `json:"requested_at"`
	Requested        string       `json:"requested" doc:"The same time"`
	Status           string       `json:"status" enum:"created,accepted,in progress,complete,success,canceled"`
	Progress         int          `json:"progress" doc:"The floored average of the files'"`
	Size             int64        `json:"size" doc:"Bytes that are there"`
	Timestamp        string       `json:"timestamp" doc:"When its files begin"`
	Seconds          int          `json:"seconds"`
	Zone             string       `json:"zone" doc:"IANA name of the zone that its vehicle goes by"`
	FileRequests     []fileOutput `json:"file_requests" nullable:"false"`
	Files            []fileOutput `json:"files" nullable:"false" doc:"Those that are there"`
	Video            bool         `json:"video" doc:"Whether a video is there"`
	Tracking         bool         `json:"tracking" doc:"Whether a tracking file is there"`
	Accelerometer    bool         `json:"accelerometer" doc:"Whether an IMU file is there"`
	Thumbnail        string       `json:"thumbnail" doc:"A link to a small picture as JPEG; empty if there is none"`
	SharedWith       []string     `json:"shared_with" nullable:"false" doc:"Ids of users"`
}

type listInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
	Locations bool `query:"locations" default:"true" doc:"With a link to each file that is there; false answers faster and shorter"`
}

type ownInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
	Locations     bool   `query:"locations" default:"true" doc:"With a link to each file that is there; false answers faster and shorter"`
	FileRequestID string `query:"file_request_id" doc:"Of this file alone: where its bytes are"`
}

type filesetsOutput struct {
	Body struct {
		Filesets     []filesetOutput `json:"filesets" nullable:"false"`
		PageCount    int             `json:"page_count"`
		TotalRecords int64           `json:"total_records"`
		Location     string          `json:"location,omitempty" doc:"With file_request_id: a link to the file"`
		File         string          `json:"file,omitempty" doc:"With file_request_id: the name to save it under"`
		FileType     string          `json:"file_type,omitempty" doc:"With file_request_id"`
	}
}

// requests are the organisation's, within the caller's sight.
func (a *API) requests(ctx context.Context, in *listInput) (*filesetsOutput, error) {
	found, total, err := a.store.Seen(ctx, in.OrgID, &in.ListQuery)
	if err != nil {
		return nil, err
	}
	return a.listed(ctx, in.OrgID, page{&in.ListQuery, total, in.Locations}, found)
}

// own are those of the caller, and shared with the caller; or where one file is.
func (a *API) own(ctx context.Context, in *ownInput) (*filesetsOutput, error) {
	if in.FileRequestID != "" {
		return a.located(ctx, in)
	}
	found, total, err := a.store.Own(ctx, in.OrgID, &in.ListQuery)
	if err != nil {
		return nil, err
	}
	return a.listed(ctx, in.OrgID, page{&in.ListQuery, total, in.Locations}, found)
}

// page is what was asked for of a list of total filesets.
type page struct {
	query   *web.ListQuery
	total   int64
	located bool // with links to files
}

func (a *API) listed(ctx context.Context, orgID string, p page, found []Fileset) (*filesetsOutput, error) {
	out := &filesetsOutput{}
	out.Body.PageCount, out.Body.TotalRecords = p.query.PageCount(p.total), p.total
	out.Body.Filesets = make([]filesetOutput, len(found))
	vehicles := make([]string, len(found))
	for i, f := range found {
		vehicles[i] = f.VehicleID
	}
	a.zones.Prepare(ctx, orgID, vehicles)
	linking, ctx := errgroup.WithContext(ctx)
	linking.SetLimit(linksAtOnce)
	for i, f := range found {
		zone, err := a.zones.Of(ctx, orgID, f.VehicleID)
		if err != nil {
			return nil, errors.Join(err, linking.Wait())
		}
		linking.Go(func() (err error) {
			out.Body.Filesets[i], err = a.linked(ctx, f, zone, p.located)
			return err
		})
	}
	return out, linking.Wait()
}

// linked is a fileset with a link to its first small picture and, if it is located, to its files that are there.
func (a *API) linked(ctx context.Context, s Fileset, zone *time.Location, located bool) (o filesetOutput, err error) {
	locations := make([]string, len(s.Files))
	for i, f := range s.Files {
		if !located || f.Status != Success {
			continue
		}
		if locations[i], err = a.shown(ctx, s, f); err != nil {
			return o, err
		}
	}
	o = filesetOutputOf(ctx, s, zone, locations)
	if first := slices.IndexFunc(s.Files, func(f File) bool { return f.Thumbnail }); first >= 0 {
		o.Thumbnail, err = a.thumbnail(ctx, s, s.Files[first])
	}
	return o, err
}

// located says where one file is.
func (a *API) located(ctx context.Context, in *ownInput) (*filesetsOutput, error) {
	found, err := a.store.WithFiles(ctx, in.OrgID, []string{in.FileRequestID})
	if err != nil {
		return nil, err
	}
	for _, s := range found {
		i := slices.IndexFunc(s.Files, func(f File) bool { return f.ID == in.FileRequestID && f.Status == Success })
		if i < 0 {
			continue
		}
		out, err := a.listed(ctx, in.OrgID, page{&in.ListQuery, 1, in.Locations}, found)
		if err != nil {
			return nil, err
		}
		links, err := a.links(ctx, s, s.Files[i], true)
		out.Body.Location, out.Body.File, out.Body.FileType = links.Location, links.File, links.FileType
		return out, err
	}
	return nil, fault.New(fault.NotFound, "There is no such file.")
}

// filesetOutputOf describes a fileset; locations are links to its files, in their order, empty for those that are not there.
func filesetOutputOf(ctx context.Context, s Fileset, zone *time.Location, locations []string) filesetOutput {
	start, duration := s.Span()
	out := filesetOutput{
		FilesetRequestID: s.ID, AlertID: s.AlertID, Name: s.Description, Description: s.Description, VehicleID: s.VehicleID, Vehicle: s.VehicleName,
		VehicleName: s.VehicleName, DeviceID: s.DeviceID, Channels: s.Channels(), Types: s.Types(), RequestedBy: s.RequestedBy, RequestedName: s.RequestedName,
		By: s.RequestedName, RequestedAt: s.CreatedAt.UTC().Format(time.RFC3339), Status: s.Status().Wire(), Progress: s.Progress(), Size: s.Size(),
		Timestamp: time.UnixMilli(start).UTC().Format(time.RFC3339), Seconds: int(duration / wholeSeconds), Zone: zone.String(),
		FileRequests: make([]fileOutput, len(s.Files)), Files: []fileOutput{}, SharedWith: append([]string{}, s.Shared...),
	}
	out.Requested = out.RequestedAt
	for i, f := range s.Files {
		out.FileRequests[i] = fileOutput{
			FileRequestID: f.ID, FileType: f.Type, Channel: f.Channel, DeviceID: s.DeviceID, Status: f.Status.Wire(), Progress: f.Progress, Reason: web.SayOfDevice(ctx, f.Reason), Withdrawn: f.withdrawn(),
			Timestamp: time.UnixMilli(f.StartMs).UTC().Format(time.RFC3339), Seconds: int(f.DurationMs / wholeSeconds), Size: f.Size,
			File: nameOf(s, f, zone), Location: locations[i],
		}
		if f.Status != Success {
			continue
		}
		out.Files = append(out.Files, out.FileRequests[i])
		switch f.Type {
		case device.FileVideo, device.FileAlertVideo:
			out.Video = true
		case device.FileTracking, device.FileAlertTracking:
			out.Tracking = true
		case device.FileAccelerometer, device.FileAlertIMU:
			out.Accelerometer = true
		}
	}
	return out
}
