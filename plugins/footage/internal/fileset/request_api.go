package fileset

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

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
		Description  string        `json:"description,omitempty" maxLength:"200" doc:"What it is called; vehicle and start without one"`
		FileRequests []fileWishing `json:"file_requests" minItems:"1" maxItems:"64" nullable:"false"`
	}
}

type fileWishing struct {
	FileType  string       `json:"file_type" enum:"video,alert_video,alert_snaps,alert_imu,alert_tracking,tracking,accelerometer"`
	StartTime web.TimeText `json:"start_time" doc:"YYYY-MM-DDTHH:mm:ss by the vehicle's clock, RFC 3339, or Unix seconds"`
	Duration  string       `json:"duration" doc:"Seconds, 1 to 300"`
	Channel   string       `json:"channel,omitempty" doc:"1 to 8; of video and pictures"`
}

type requestOutput struct{ Body filesetOutput }

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
	wanted := Fileset{
		OrgID: in.OrgID, VehicleID: in.VehicleID, DeviceID: in.DeviceID, Description: in.Body.Description, RequestedBy: caller.UserID, RequestedName: caller.Name,
	}
	for i, wish := range in.Body.FileRequests {
		file, field, err := wish.read(zone, a.now())
		if err != nil {
			return nil, fault.InvalidFields("Some files cannot be asked for.", fault.Field{Location: fmt.Sprintf("body.file_requests[%d].%s", i, field), Message: err.Error()})
		}
		wanted.Files = append(wanted.Files, File{Wanted: file})
	}
	if wanted.Description == "" {
		if wanted.VehicleName, err = a.store.VehicleName(ctx, in.OrgID, in.VehicleID); err != nil {
			return nil, err
		}
		start, _ := wanted.Span()
		wanted.Description = titleOf(wanted, start, zone)
	}
	room, err := a.policies.Room(ctx, in.OrgID)
	if err == nil {
		err = full(room.Take(1))
	}
	if err != nil {
		return nil, err
	}
	added, err := a.store.Add(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return web.NewCreated(filesetOutputOf(ctx, added, zone, make([]string, len(added.Files)))), nil
}

// read turns the wire's texts into a wish; field is what is wrong with an error.
func (f fileWishing) read(zone *time.Location, now time.Time) (wanted Wanted, field string, err error) {
	start, err := zones.Parse(string(f.StartTime), zone)
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
	wanted = Wanted{Type: f.FileType, Channel: channel, StartMs: start.UnixMilli(), DurationMs: int64(seconds) * wholeSeconds}
	switch err := wanted.Check(); {
	case errors.Is(err, ErrNoChannel):
		return wanted, "channel", err
	case errors.Is(err, ErrDuration):
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
	zone, err := a.zones.Of(ctx, in.OrgID, found.VehicleID)
	if err != nil {
		return nil, err
	}
	described, err := a.linked(ctx, found, zone, true)
	if err != nil {
		return nil, err
	}
	for i, f := range found.Files {
		if described.FileRequests[i].Thumbnail, err = a.thumbnail(ctx, found, f); err != nil {
			return nil, err
		}
	}
	return &requestOutput{described}, nil
}

func (a *API) find(ctx context.Context, in *oneInput) (Fileset, error) {
	found, err := a.store.Find(ctx, in.OrgID, in.RequestID)
	if err == nil && (found.VehicleID != in.VehicleID || found.DeviceID != in.DeviceID) {
		err = ErrNotFound
	}
	return found, explain(err)
}

// remove cancels what is under way and deletes what is there.
func (a *API) remove(ctx context.Context, in *oneInput) (*struct{}, error) {
	found, err := a.find(ctx, in)
	if err != nil {
		return nil, err
	}
	// The bytes go while a row knows of them: whoever is cut off deletes once more.
	if _, err := a.store.Cancel(ctx, in.OrgID, found.ID, deletedBy+web.Caller(ctx).Name); err != nil {
		return nil, err
	}
	if err := a.storage.Delete(ctx, in.OrgID, found.Names()...); err != nil {
		return nil, err
	}
	return nil, a.store.Delete(ctx, found)
}

func explain(err error) error {
	if errors.Is(err, ErrNotFound) {
		return fault.Wrap(fault.NotFound, err, "There is no such request.")
	}
	return err
}

// full is the refusal of what has no room; nil if it has.
func full(err error) error {
	if err != nil {
		return fault.Wrap(fault.Conflict, err, "%s", err.Error())
	}
	return nil
}
