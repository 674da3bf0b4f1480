package stream

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
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
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
		Beginning     bool           `json:"beginning,omitempty" doc:"Of start_streaming: answer with what a player of low latency asks for first as well, where there is a picture already"`
	}
}

// channelsOf are the channels that are named, each once.
func channelsOf(several []int, one int) []int {
	list := slices.Clone(several)
	if one > 0 {
		list = append(list, one)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func errNoChannel() error {
	return fault.InvalidFields("Choose a channel.", fault.Field{Location: "body.channels", Message: "must name at least one channel"})
}

// StreamOutput is a channel of a device, and where it is played from.
type StreamOutput struct {
	Channel int    `json:"channel"`
	Session string `json:"session" doc:"The caller's view; empty if there is none"`
	Status  string `json:"status" enum:"started,streaming,stopped,unavailable" doc:"streaming: there is a picture"`
	URL     string `json:"streaming_session_url_hls" doc:"Low latency HLS. Fetch it with the caller's token"`
	Plain   string `json:"streaming_session_url_hls_plain" doc:"For players that do not know low latency"`
	Text    string `json:"text,omitempty" doc:"Why it is unavailable, or has stopped"`
	Sound   string `json:"sound,omitempty" enum:"unknown,none,playing,unsupported" doc:"unknown until the device has come; unsupported: it sends a codec that browsers cannot play"`

	Watermark *watermarkOutput `json:"watermark" doc:"What is written over the picture; null for nothing"`
	Beginning []pieceOutput    `json:"beginning,omitempty" doc:"Playlists, heads and newest pictures, as streaming_session_url_hls leads to them"`
}

type pieceOutput struct {
	File string `json:"file" doc:"Its address beside the playlist"`
	Body []byte `json:"body" doc:"Base64"`
}

type watermarkOutput struct {
	Name string `json:"name" doc:"Who watches; the running time goes with it"`
	Zone string `json:"zone" doc:"IANA name of the zone of that time"`
}

type streamsOutput struct {
	Body []StreamOutput `nullable:"false"`
}

// videostreams starts, keeps, stops and lists the caller's views of a device.
func (a *API) videostreams(ctx context.Context, in *streamsInput) (*streamsOutput, error) {
	found, err := a.fleet.Device(ctx, in.DeviceID)
	if err != nil {
		return nil, err
	}
	if in.Body.Action == "start_streaming" {
		return a.start(ctx, in, found)
	}
	views, err := a.follow(ctx, in.Body.Action, viewing.Filter{
		DeviceID: in.DeviceID, Channels: channelsOf(in.Body.Channels, in.Body.Channel), IDs: in.Body.Sessions,
	})
	out := &streamsOutput{Body: make([]StreamOutput, len(views))}
	for i, v := range views {
		out.Body[i] = outputOf(in.OrgID, v)
		if in.Body.Action == "stop_streaming" {
			out.Body[i].Status = "stopped"
		}
	}
	return out, err
}

// start asks for all channels at once; one that cannot be had does not keep the others from playing.
func (a *API) start(ctx context.Context, in *streamsInput, found replica.Device) (*streamsOutput, error) {
	channels := channelsOf(in.Body.Channels, in.Body.Channel)
	if len(channels) == 0 {
		return nil, errNoChannel()
	}
	if found.Disabled {
		return nil, fault.New(fault.Unavailable, notReached)
	}
	zone, err := a.zones.Of(ctx, in.OrgID, found.VehicleID)
	if err != nil {
		return nil, err
	}
	profile := in.Body.Profile
	if profile == "" {
		profile = device.ProfileSub
	}
	views, problems := make([]StreamOutput, len(channels)), make([]error, len(channels))
	var mark *watermarkOutput
	var group sync.WaitGroup
	group.Go(func() { mark, err = a.watermark(ctx, in.OrgID, zone) })
	for i, channel := range channels {
		group.Go(func() {
			v, err := a.router.Start(ctx, watcher(ctx), live.Camera{OrgID: in.OrgID, DeviceID: in.DeviceID, Channel: channel, Profile: profile})
			if problems[i] = err; err != nil {
				views[i] = unavailable(ctx, channel)
				return
			}
			views[i] = outputOf(in.OrgID, v)
			if in.Body.Beginning && v.Streaming {
				views[i].Beginning = a.beginning(ctx, v.ID)
			}
		})
	}
	group.Wait()
	if err != nil { // nobody watches without the mark that the organisation may ask for
		return nil, errors.Join(err, a.stopAll(ctx, in.DeviceID, views))
	}
	for i := range views {
		if problems[i] == nil {
			views[i].Watermark = mark
		}
	}
	return &streamsOutput{Body: views}, a.refusal(in.DeviceID, problems)
}

// beginning is what the player of a view asks for first; nothing if another process has the view.
func (a *API) beginning(ctx context.Context, id string) (pieces []pieceOutput) {
	for _, p := range a.router.Beginning(ctx, watcher(ctx), id) {
		pieces = append(pieces, pieceOutput(p))
	}
	return pieces
}

// stopAll ends views that were begun.
func (a *API) stopAll(ctx context.Context, deviceID string, views []StreamOutput) error {
	var ids []string
	for _, v := range views {
		if v.Session != "" {
			ids = append(ids, v.Session)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	_, err := a.router.Follow(ctx, watcher(ctx), viewing.Filter{DeviceID: deviceID, IDs: ids}, viewing.DoStop)
	return err
}

func unavailable(ctx context.Context, channel int) StreamOutput {
	return StreamOutput{Channel: channel, Status: "unavailable", Text: web.Say(ctx, notReached)}
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

func outputOf(orgID string, v viewing.State) StreamOutput {
	base := "/api/org/" + url.PathEscape(orgID) + "/footage/live/" + v.ID + "/"
	o := StreamOutput{
		Channel: v.Channel, Session: v.ID, Status: "started",
		URL: base + string(live.Low) + "/index.m3u8", Plain: base + string(live.Plain) + "/index.m3u8", Sound: string(v.Sound),
	}
	if v.Streaming {
		o.Status = "streaming"
	}
	return o
}
