package api

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"sync"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/fault"
)

// notReached is what a viewer reads when a device does not answer.
const notReached = "Sorry, we could not reach this device right now."

type streamsInput struct {
	OrgID    string `path:"orgId"`
	DeviceID string `path:"deviceId"`
	Body     struct {
		Action        string         `json:"action" enum:"start_streaming,keep_streaming,stop_streaming,get_endpoints"`
		Channel       int            `json:"channel,omitempty" minimum:"1" maximum:"8" doc:"One channel; the same as channels with one entry"`
		Channels      []int          `json:"channels,omitempty" maxItems:"8" nullable:"false" minimum:"1" maximum:"8" doc:"Of start_streaming at least one; of the others none means all"`
		Sessions      []string       `json:"sessions,omitempty" maxItems:"64" nullable:"false" doc:"Of keep_streaming and stop_streaming: these views only, not those of the caller's other tabs"`
		Profile       string         `json:"profile,omitempty" enum:"main,sub" doc:"Full size, or small; sub without one"`
		StreamConfigs map[string]any `json:"stream_configs,omitempty" doc:"By hls and dash; HLS is what there is"`
	}
}

func (in *streamsInput) channels() []int {
	list := slices.Clone(in.Body.Channels)
	if in.Body.Channel > 0 {
		list = append(list, in.Body.Channel)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

type streamOutput struct {
	Channel int    `json:"channel"`
	Session string `json:"session" doc:"The caller's view; empty if there is none"`
	Status  string `json:"status" enum:"started,streaming,stopped,unavailable" doc:"streaming: there is a picture"`
	URL     string `json:"streaming_session_url_hls" doc:"Low latency HLS. Fetch it with the caller's token"`
	Plain   string `json:"streaming_session_url_hls_plain" doc:"For players that do not know low latency"`
	Text    string `json:"text,omitempty" doc:"Why it is unavailable"`
}

type streamsOutput struct {
	Body []streamOutput `nullable:"false"`
}

// videostreams starts, keeps, stops and lists the caller's views of a device.
func (a *API) videostreams(ctx context.Context, in *streamsInput) (*streamsOutput, error) {
	found, err := a.fleet.Device(ctx, in.DeviceID)
	if err != nil {
		return nil, err
	}
	if in.Body.Action == "start_streaming" {
		return a.start(ctx, in, found.Disabled)
	}
	out := &streamsOutput{Body: []streamOutput{}}
	for _, v := range a.desk.Find(watcher(ctx), in.DeviceID, in.channels(), in.Body.Sessions) {
		o := outputOf(in.OrgID, v)
		switch in.Body.Action {
		case "keep_streaming":
			err := a.desk.Keep(ctx, v)
			if errors.Is(err, viewing.ErrGone) {
				continue
			}
			if err != nil {
				return nil, err
			}
		case "stop_streaming":
			a.desk.Stop(v)
			o.Status = "stopped"
		}
		out.Body = append(out.Body, o)
	}
	slices.SortFunc(out.Body, func(a, b streamOutput) int { return a.Channel - b.Channel })
	return out, nil
}

// start asks for all channels at once; one that cannot be had does not keep the others from playing.
func (a *API) start(ctx context.Context, in *streamsInput, disabled bool) (*streamsOutput, error) {
	channels := in.channels()
	if len(channels) == 0 {
		return nil, fault.InvalidFields("Choose a channel.", fault.Field{Location: "body.channels", Message: "must name at least one channel"})
	}
	if disabled {
		return nil, fault.New(fault.Unavailable, notReached)
	}
	profile := in.Body.Profile
	if profile == "" {
		profile = device.ProfileSub
	}
	views, problems := make([]streamOutput, len(channels)), make([]error, len(channels))
	var group sync.WaitGroup
	for i, channel := range channels {
		group.Go(func() {
			v, err := a.desk.Start(ctx, watcher(ctx), live.Camera{OrgID: in.OrgID, DeviceID: in.DeviceID, Channel: channel, Profile: profile})
			if problems[i] = err; err != nil {
				views[i] = streamOutput{Channel: channel, Status: "unavailable", Text: notReached}
				return
			}
			views[i] = outputOf(in.OrgID, v)
		})
	}
	group.Wait()
	return &streamsOutput{Body: views}, a.refusal(in.DeviceID, problems)
}

// refusal is the error if no channel could be started, or the plugin itself could not do its part.
func (a *API) refusal(deviceID string, problems []error) error {
	failed := 0
	for _, err := range problems {
		switch {
		case err == nil:
		case errors.Is(err, ask.ErrSilent), errors.Is(err, ask.ErrRefused), errors.Is(err, live.ErrEnded), errors.Is(err, live.ErrUnwatched):
			a.log.Info("a stream cannot be started", "device", deviceID, "reason", err)
			failed++
		default:
			return err
		}
	}
	if failed == len(problems) {
		return fault.Wrap(fault.Unavailable, errors.Join(problems...), notReached)
	}
	return nil
}

func outputOf(orgID string, v *viewing.View) streamOutput {
	base := "/api/org/" + url.PathEscape(orgID) + "/footage/live/" + v.ID + "/"
	o := streamOutput{
		Channel: v.Stream.Camera.Channel, Session: v.ID, Status: "started",
		URL: base + string(live.Low) + "/index.m3u8", Plain: base + string(live.Plain) + "/index.m3u8",
	}
	select {
	case <-v.Stream.Begun():
		o.Status = "streaming"
	default:
	}
	return o
}
