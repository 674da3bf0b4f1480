package stream

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/firmware"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

const (
	cannotPlay = "This device cannot play recordings."
	hasEnded   = "The recording has ended."
	// profileRecording keeps a recording apart from live pictures of the same camera.
	profileRecording = "recording"
	longestPlay      = 24 * 60 * 60 // seconds
)

type vodInput struct {
	OrgID    string `path:"orgId"`
	DeviceID string `path:"deviceId"`
	Body     struct {
		Action        string         `json:"action,omitempty" enum:"start,keep,stop,start_streaming,keep_streaming,stop_streaming,get_endpoints" doc:"start without one"`
		Channel       int            `json:"channel,omitempty" minimum:"1" maximum:"8" doc:"One channel; the same as channels with one entry"`
		Channels      []int          `json:"channels,omitempty" maxItems:"8" nullable:"false" minimum:"1" maximum:"8" doc:"Of start at least one; of the others none means all"`
		StartTime     web.TimeText   `json:"start_time,omitempty" doc:"YYYY-MM-DDTHH:mm:ss by the vehicle's clock, RFC 3339, or Unix seconds"`
		Duration      int            `json:"duration,omitempty" minimum:"0" maximum:"86400" doc:"Seconds; without one as far as the recording goes"`
		Sessions      []string       `json:"sessions,omitempty" maxItems:"64" nullable:"false" doc:"Of start: views that the new ones replace. Of the others: these views only"`
		StreamConfigs map[string]any `json:"stream_configs,omitempty" doc:"By hls and dash; HLS is what there is"`
	}
}

type vodOutput struct {
	StreamOutput
	StartTime string `json:"start_time" doc:"Where it begins, by the vehicle's clock"`
	StartMs   int64  `json:"start_ms" doc:"The same in Unix milliseconds"`
	EndsMs    int64  `json:"ends_ms" doc:"Unix milliseconds; 0 if it is not known"`
}

type vodsOutput struct {
	Body []vodOutput `nullable:"false"`
}

type supportOutput struct {
	Body struct {
		Supported bool   `json:"supported"`
		Reason    string `json:"reason" enum:"ok,model,firmware,unknown"`
		Model     string `json:"model"`
		Firmware  string `json:"firmware"`
		Minimum   string `json:"minimum" doc:"The least firmware of the model; empty for a model that cannot"`
	}
}

type deviceInput struct {
	OrgID    string `path:"orgId"`
	DeviceID string `path:"deviceId"`
}

// vodSupport says whether a device can play its recordings.
func (a *API) vodSupport(ctx context.Context, in *deviceInput) (*supportOutput, error) {
	if _, err := a.fleet.Device(ctx, in.DeviceID); err != nil {
		return nil, err
	}
	s, err := a.firmware.Of(ctx, in.OrgID, in.DeviceID)
	if err != nil {
		return nil, err
	}
	out := &supportOutput{}
	out.Body.Supported, out.Body.Reason, out.Body.Model, out.Body.Firmware, out.Body.Minimum = s.Reason == firmware.OK, s.Reason, s.Model, s.Firmware, s.Minimum
	return out, nil
}

// vod starts, keeps and stops the caller's views of what a device has recorded.
func (a *API) vod(ctx context.Context, in *vodInput) (*vodsOutput, error) {
	found, err := a.fleet.Device(ctx, in.DeviceID)
	if err != nil {
		return nil, err
	}
	zone, err := a.zones.Of(ctx, in.OrgID, found.VehicleID)
	if err != nil {
		return nil, err
	}
	switch in.Body.Action {
	case "keep", "keep_streaming", "stop", "stop_streaming", "get_endpoints":
		views, err := a.follow(ctx, in.Body.Action, viewing.Filter{
			DeviceID: in.DeviceID, Recording: true, Channels: channelsOf(in.Body.Channels, in.Body.Channel), IDs: in.Body.Sessions,
		})
		out := &vodsOutput{Body: make([]vodOutput, len(views))}
		for i, v := range views {
			out.Body[i] = vodOutputOf(in.OrgID, v, zone)
			if strings.HasPrefix(in.Body.Action, "stop") {
				out.Body[i].Status = "stopped"
			}
		}
		return out, err
	}
	if found.Disabled {
		return nil, fault.New(fault.Unavailable, notReached)
	}
	s, err := a.firmware.Of(ctx, in.OrgID, in.DeviceID)
	if err != nil {
		return nil, err
	}
	if s.Reason != firmware.OK {
		return nil, fault.New(fault.Conflict, cannotPlay)
	}
	return a.startRecording(ctx, in, zone)
}

// startRecording asks for all channels at once, in place of the views that are named.
func (a *API) startRecording(ctx context.Context, in *vodInput, zone *time.Location) (*vodsOutput, error) {
	channels := channelsOf(in.Body.Channels, in.Body.Channel)
	if len(channels) == 0 {
		return nil, errNoChannel()
	}
	start, err := zones.Parse(string(in.Body.StartTime), zone)
	if err != nil || start.After(a.now()) {
		return nil, fault.InvalidFields("Choose a time.", fault.Field{Location: "body.start_time", Message: "must be YYYY-MM-DDTHH:mm:ss in the past"})
	}
	wanted := viewing.Span{StartMs: start.UnixMilli()}
	if in.Body.Duration > 0 {
		wanted.EndMs = wanted.StartMs + int64(in.Body.Duration)*1000
	}
	if len(in.Body.Sessions) > 0 {
		if _, err := a.follow(ctx, "stop", viewing.Filter{DeviceID: in.DeviceID, Recording: true, IDs: in.Body.Sessions}); err != nil {
			return nil, err
		}
	}
	mark, err := a.watermark(ctx, in.OrgID, zone)
	if err != nil {
		return nil, err
	}
	out := &vodsOutput{Body: make([]vodOutput, len(channels))}
	problems := make([]error, len(channels))
	var group sync.WaitGroup
	for i, channel := range channels {
		group.Go(func() {
			c := live.Camera{OrgID: in.OrgID, DeviceID: in.DeviceID, Channel: channel, Profile: profileRecording}
			v, err := a.router.StartRecording(ctx, watcher(ctx), c, wanted)
			if problems[i] = err; err != nil {
				out.Body[i] = vodOutput{StreamOutput: unavailable(ctx, channel)}
				return
			}
			out.Body[i] = vodOutputOf(in.OrgID, v, zone)
			out.Body[i].Watermark = mark
		})
	}
	group.Wait()
	return out, a.refusal(in.DeviceID, problems)
}

// follow keeps, stops or lists views; those that are over are left out. The action is one of videostreams' or vod's.
func (a *API) follow(ctx context.Context, action string, which viewing.Filter) ([]viewing.State, error) {
	do := viewing.DoLook
	switch action {
	case "keep", "keep_streaming":
		do = viewing.DoKeep
	case "stop", "stop_streaming":
		do = viewing.DoStop
	}
	list, err := a.router.Follow(ctx, watcher(ctx), which, do)
	slices.SortFunc(list, func(a, b viewing.State) int { return a.Channel - b.Channel })
	return list, err
}

func vodOutputOf(orgID string, v viewing.State, zone *time.Location) vodOutput {
	o := vodOutput{StreamOutput: outputOf(orgID, v), StartMs: v.Shows.StartMs, EndsMs: v.Shows.EndMs}
	o.StartTime = zones.Format(time.UnixMilli(o.StartMs), zone)
	if v.Played {
		o.Status, o.Text = "stopped", hasEnded
	}
	return o
}

// watermark is what is written over pictures; nil unless the organisation asks for it.
func (a *API) watermark(ctx context.Context, orgID string, zone *time.Location) (*watermarkOutput, error) {
	p, err := a.policies.Of(ctx, orgID)
	if err != nil || !p.Watermark {
		return nil, err
	}
	c := web.Caller(ctx)
	name := c.Name
	if name == "" {
		name = c.Email
	}
	return &watermarkOutput{Name: name, Zone: zone.String()}, nil
}
