// Command footage is the plugin of video: what cameras show now, what recorders have kept, and the files that they bring. It only wires
// the pieces together; every rule lives in the packages below internal/.
package main

import (
	"cmp"
	"context"
	"embed"
	"time"
	_ "time/tzdata" // people speak by the clock on the wall; a slim machine has no zones

	"outrider.dev/outrider/plugins/footage/internal/archive"
	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/evidence"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/firmware"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/peer"
	"outrider.dev/outrider/plugins/footage/internal/policy"
	"outrider.dev/outrider/plugins/footage/internal/push"
	"outrider.dev/outrider/plugins/footage/internal/recording"
	"outrider.dev/outrider/plugins/footage/internal/stream"
	"outrider.dev/outrider/plugins/footage/internal/thumbnail"
	"outrider.dev/outrider/plugins/footage/internal/transfer"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

//go:embed texts
var messages embed.FS

func main() {
	plugin.Serve(manifest, start, messages)
}

// start builds the plugin; its work begins when the host says so.
func start(ctx context.Context, env plugin.Env) (*web.Router, error) {
	models, err := firmware.ParseTable(cmp.Or(env.Settings["vod_models"], firmware.Known))
	if err != nil {
		return nil, err
	}
	installation, err := policy.ParseInstallation(env.Settings)
	if err != nil {
		return nil, err
	}
	fleet := replica.Follow(env)
	asker := ask.New(ask.NewStore(env.Store), env.Events, env.Log, time.Now)
	filesets, policies := fileset.NewStore(env.Store, fleet), policy.NewStore(env.Store, installation)
	clocks, tell := zones.New(env.Host, env.Log, time.Now), push.New(env.Events, env.Log).Tell
	if err := fetchFiles(ctx, env, asker, filesets, policies, clocks, tell); err != nil {
		return nil, err
	}
	router, err := showVideo(env, asker)
	if err != nil {
		return nil, err
	}
	env.Go("forget old questions", asker.Run)
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	stream.NewAPI(stream.Deps{
		Fleet: fleet, Router: router, Zones: clocks, Firmware: firmware.NewChecker(env.Host, models), Policies: policies, Log: env.Log, Now: time.Now,
	}).Register(r)
	recording.NewAPI(fleet, asker, clocks, time.Now).Register(r)
	fileset.NewAPI(fileset.Deps{
		Fleet: fleet, Store: filesets, Storage: env.Media, Zones: clocks, Policies: policies, Zips: archive.NewStore(env.Store), Host: env.Host, Tell: tell,
		Log: env.Log, Now: time.Now,
	}).Register(r)
	policy.NewAPI(policies).Register(r)
	return r, nil
}

// fetchFiles brings files from devices, and deletes those that are too old.
func fetchFiles(ctx context.Context, env plugin.Env, asker *ask.Asker, filesets *fileset.Store, policies *policy.Store, clocks *zones.Zones, tell func(context.Context, []fileset.Fileset)) error {
	pictures, lacking, err := thumbnail.New(ctx, env.Settings["ffmpeg"])
	if err != nil {
		return err
	}
	if lacking != nil {
		env.Log.Warn("videos have no small pictures", "reason", lacking.Error())
	}
	carrier := transfer.New(transfer.Deps{
		Files: filesets, Devices: asker, Storage: env.Media, Rooms: policies, Pictures: pictures, Tell: tell, Log: env.Log, Now: time.Now,
	})
	events.Consume(env.Events, "device.reply", func(ctx context.Context, e events.Event[events.DeviceReply]) error {
		if err := asker.Take(ctx, e); err != nil {
			return err
		}
		return carrier.Replied(ctx, e)
	})
	events.Consume(env.Events, events.MediaUploadedSubject, carrier.Uploaded)
	events.Consume(env.Events, "event.alerts.evidence", evidence.New(filesets, clocks).Take)
	env.Go("fetch files", carrier.Run)
	env.Go("delete old files", transfer.NewKeeper(filesets, env.Media, policies.Installation().RetentionDays, tell, env.Log, time.Now).Run)
	return nil
}

// showVideo takes what devices publish and shows it, here and to the processes of other hosts.
func showVideo(env plugin.Env, asker *ask.Asker) (*peer.Router, error) {
	listener, err := env.Listener("rtsp", live.PublishTimeout)
	if err != nil {
		return nil, err
	}
	encryption, err := env.ListenerTLS("rtsp")
	if err != nil {
		return nil, err
	}
	self, err := peer.NewSelf(cmp.Or(env.Settings["peer_address"], env.Settings["rtsp.address"]), time.Now())
	if err != nil {
		return nil, err
	}
	views := peer.NewViews(env.Store, self)
	sessions := viewing.New(viewing.NewStreams(env.Store), asker, views, addressOf(env.Settings, encryption != nil), env.Log, time.Now)
	router := peer.NewRouter(sessions, views, env.Log, time.Now)
	devices, peers := peer.Split(listener)
	env.Go("end unwatched streams", sessions.Run)
	env.Go("other processes", func(ctx context.Context) error {
		defer router.Close()
		return peer.NewServer(self, sessions, env.Log).Run(ctx, peers)
	})
	env.Go("rtsp", func(ctx context.Context) error {
		return live.NewServer(ctx, devices, live.UDP{RTPPair: env.RTP["rtp"], Everyone: env.Settings["rtp.everyone"] == "true"}, encryption, sessions.Admit, env.Log).Run(ctx)
	})
	return router, nil
}

// addressOf is the address under which devices reach the RTSP listener, or what stands before it.
func addressOf(settings map[string]string, isEncrypted bool) string {
	scheme := "rtsp://"
	if isEncrypted {
		scheme = "rtsps://"
	}
	return scheme + cmp.Or(settings["rtsp_address"], settings["rtsp.address"])
}
