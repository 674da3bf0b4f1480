package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

const wholeSeconds = 1000 // milliseconds

type requestInput struct {
	OrgID     string `path:"orgId"`
	VehicleID string `path:"vehicleId"`
	DeviceID  string `path:"deviceId"`
	Body      struct {
		Description  string        `json:"description,omitempty" maxLength:"200"`
		FileRequests []fileWishing `json:"file_requests" minItems:"1" maxItems:"64" nullable:"false"`
	}
}

type fileWishing struct {
	FileType  string `json:"file_type" enum:"video,alert_video,alert_snaps,alert_imu,alert_tracking,tracking,accelerometer"`
	StartTime string `json:"start_time" doc:"YYYY-MM-DDTHH:mm:ss by the vehicle's clock, or RFC 3339"`
	Duration  string `json:"duration" doc:"Seconds, 1 to 300"`
	Channel   string `json:"channel,omitempty" doc:"1 to 8; of video and pictures"`
}

type fileOutput struct {
	FileRequestID string `json:"file_request_id"`
	FileType      string `json:"file_type"`
	Channel       int    `json:"channel" doc:"0: of no camera"`
	DeviceID      string `json:"device_id"`
	Status        string `json:"status" enum:"created,accepted,in_progress,complete,success,canceled"`
	Progress      int    `json:"progress" doc:"Percent"`
	Reason        string `json:"reason,omitempty" doc:"Why it is canceled"`
	Timestamp     string `json:"timestamp" doc:"When it begins"`
	Seconds       int    `json:"seconds"`
	Size          int64  `json:"size" doc:"Bytes; 0 until it is there"`
}

type filesetOutput struct {
	FilesetRequestID string       `json:"fileset_request_id"`
	AlertID          string       `json:"alert_id,omitempty"`
	Description      string       `json:"description"`
	VehicleID        string       `json:"vehicle_id"`
	VehicleName      string       `json:"vehicle_name"`
	DeviceID         string       `json:"device_id"`
	RequestedBy      string       `json:"requested_by" doc:"A user's id; empty for the evidence of an alert"`
	RequestedName    string       `json:"requested_name"`
	RequestedAt      string       `json:"requested_at"`
	Status           string       `json:"status" enum:"created,accepted,in_progress,complete,success,canceled"`
	Progress         int          `json:"progress" doc:"The floored average of the files'"`
	FileRequests     []fileOutput `json:"file_requests" nullable:"false"`
	SharedWith       []string     `json:"shared_with" nullable:"false" doc:"Ids of users"`
}

type requestOutput struct{ Body filesetOutput }

type filesetsOutput struct {
	Body struct {
		Filesets []filesetOutput `json:"filesets" nullable:"false" doc:"The newest first, at most 500"`
	}
}

// request asks for files of a device. They are asked for until they are there, also when the device is away.
func (a *API) request(ctx context.Context, in *requestInput) (*web.Created[filesetOutput], error) {
	found, err := a.fleet.Device(ctx, in.DeviceID)
	if err == nil && found.VehicleID != in.VehicleID {
		err = fault.New(fault.NotFound, "There is no such device on this vehicle.")
	}
	if err != nil {
		return nil, err
	}
	zone, err := a.zones.Of(ctx, in.OrgID, in.VehicleID)
	if err != nil {
		return nil, err
	}
	caller := web.Caller(ctx)
	wanted := fileset.Fileset{
		OrgID: in.OrgID, VehicleID: in.VehicleID, DeviceID: in.DeviceID, Description: in.Body.Description, RequestedBy: caller.UserID, RequestedName: caller.Name,
	}
	for i, wish := range in.Body.FileRequests {
		file, field, err := wish.read(zone, a.now())
		if err != nil {
			return nil, fault.InvalidFields("Some files cannot be asked for.", fault.Field{Location: fmt.Sprintf("body.file_requests[%d].%s", i, field), Message: err.Error()})
		}
		wanted.Files = append(wanted.Files, fileset.File{Wanted: file})
	}
	added, err := a.filesets.Add(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return web.NewCreated(filesetOutputOf(added)), nil
}

// read turns the wire's texts into a wish; field is what is wrong with an error.
func (f fileWishing) read(zone *time.Location, now time.Time) (wanted fileset.Wanted, field string, err error) {
	start, err := zones.Parse(f.StartTime, zone)
	if err != nil || start.After(now) {
		return wanted, "start_time", errors.New("must be YYYY-MM-DDTHH:mm:ss in the past")
	}
	seconds, err := strconv.Atoi(f.Duration)
	if err != nil {
		return wanted, "duration", errors.New("must be whole seconds")
	}
	channel := 0
	if f.Channel != "" {
		if channel, err = strconv.Atoi(f.Channel); err != nil {
			return wanted, "channel", errors.New("must be a number from 1 to 8")
		}
	}
	wanted = fileset.Wanted{Type: f.FileType, Channel: channel, StartMs: start.UnixMilli(), DurationMs: int64(seconds) * wholeSeconds}
	switch err := wanted.Check(); {
	case errors.Is(err, fileset.ErrNoChannel):
		return wanted, "channel", err
	case errors.Is(err, fileset.ErrDuration):
		return wanted, "duration", err
	default:
		return wanted, "file_type", err
	}
}

type oneInput struct {
	OrgID     string `path:"orgId"`
	VehicleID string `path:"vehicleId"`
	DeviceID  string `path:"deviceId"`
	RequestID string `path:"requestId"`
}

// one is a fileset of a device.
func (a *API) one(ctx context.Context, in *oneInput) (*requestOutput, error) {
	found, err := a.find(ctx, in)
	if err != nil {
		return nil, err
	}
	return &requestOutput{filesetOutputOf(found)}, nil
}

func (a *API) find(ctx context.Context, in *oneInput) (fileset.Fileset, error) {
	found, err := a.filesets.Find(ctx, in.OrgID, in.RequestID)
	if err == nil && (found.VehicleID != in.VehicleID || found.DeviceID != in.DeviceID) {
		err = fileset.ErrNotFound
	}
	return found, explain(err)
}

// remove cancels what is under way and deletes what is there.
func (a *API) remove(ctx context.Context, in *oneInput) (*struct{}, error) {
	found, err := a.find(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := a.filesets.Delete(ctx, found); err != nil {
		return nil, err
	}
	return nil, a.storage.Delete(ctx, in.OrgID, found.Names()...)
}

type listInput struct {
	OrgID string `path:"orgId"`
}

// requests are the organisation's, within the caller's sight.
func (a *API) requests(ctx context.Context, in *listInput) (*filesetsOutput, error) {
	return filesetsOutputOf(a.filesets.Seen(ctx, in.OrgID))
}

// own are those of the caller, and shared with the caller.
func (a *API) own(ctx context.Context, in *listInput) (*filesetsOutput, error) {
	return filesetsOutputOf(a.filesets.Own(ctx, in.OrgID))
}

func filesetsOutputOf(found []fileset.Fileset, err error) (*filesetsOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &filesetsOutput{}
	out.Body.Filesets = make([]filesetOutput, len(found))
	for i, f := range found {
		out.Body.Filesets[i] = filesetOutputOf(f)
	}
	return out, nil
}

func filesetOutputOf(s fileset.Fileset) filesetOutput {
	out := filesetOutput{
		FilesetRequestID: s.ID, AlertID: s.AlertID, Description: s.Description, VehicleID: s.VehicleID, VehicleName: s.VehicleName, DeviceID: s.DeviceID,
		RequestedBy: s.RequestedBy, RequestedName: s.RequestedName, RequestedAt: s.CreatedAt.UTC().Format(time.RFC3339), Status: string(s.Status()),
		Progress: s.Progress(), FileRequests: make([]fileOutput, len(s.Files)), SharedWith: slices.Concat([]string{}, s.Shared),
	}
	if out.SharedWith == nil {
		out.SharedWith = []string{}
	}
	for i, f := range s.Files {
		out.FileRequests[i] = fileOutput{
			FileRequestID: f.ID, FileType: f.Type, Channel: f.Channel, DeviceID: s.DeviceID, Status: string(f.Status), Progress: f.Progress, Reason: f.Reason,
			Timestamp: time.UnixMilli(f.StartMs).UTC().Format(time.RFC3339), Seconds: int(f.DurationMs / wholeSeconds), Size: f.Size,
		}
	}
	return out
}

func explain(err error) error {
	if errors.Is(err, fileset.ErrNotFound) {
		return fault.Wrap(fault.NotFound, err, "There is no such request.")
	}
	return err
}
