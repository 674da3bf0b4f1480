// Command reports is the plugin of reports: it shows, adds up, exports and schedules what other plugins contribute, and knows none of them. It only wires its nouns together.
package main

import (
	"context"
	"embed"
	"time"
	_ "time/tzdata" // days of zones; a slim machine has none

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/known"
	"outrider.dev/outrider/plugins/reports/internal/letterhead"
	"outrider.dev/outrider/plugins/reports/internal/naming"
	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/outrider/plugins/reports/internal/schedule"
	"outrider.dev/outrider/plugins/reports/internal/schedulemail"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed texts
var messages embed.FS

//go:embed manifest.json
var own []byte

func main() { plugin.Serve(own, start, messages) }

// start wires; nothing is connected yet, and work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	fleet := replica.Follow(env)
	kinds, letterheads := kind.New(env.Host), letterhead.NewStore(env.Store)
	reports := report.New(kinds, fleet, naming.New(fleet, env.Host), env.Host, letterheads, known.New(env.Host, fleet), time.Now)
	if found, err := document.UseFont(env.Settings["font"]); err != nil {
		return nil, err
	} else if !found {
		env.Log.Warn("no font has the letters of Chinese, Japanese and Korean: PDFs show boxes in their place; install Debian's fonts-droid-fallback, or name one in plugins.reports.font")
	}
	mails, err := schedulemail.New(env.Settings["public_url"])
	if err != nil {
		return nil, err
	}
	runs := run.NewStore(env.Store, time.Now)
	schedules := schedule.NewStore(env.Store, runs, time.Now)
	modules := schedule.NewModules(schedules, kinds, env.Events, env.Log)
	workers := &run.Workers{
		Store: runs, Reports: reports, Fleet: fleet, OnBehalf: env.OnBehalf, Media: env.Media, Mail: env.Mail, Host: env.Host, Pauser: modules, MailWriter: mails, Log: env.Log,
	}
	events.Consume(env.Events, "event.identity.organisation", modules.Switched)
	events.Consume(env.Events, events.PluginsChangedSubject, modules.Listed)
	env.Go("schedules", func(ctx context.Context) error { return schedules.Due(ctx, env.Log) })
	env.Go("runs", workers.Run)

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	reports.Register(r)
	letterhead.NewAPI(letterheads).Register(r)
	scheduling := schedule.NewAPI(schedules, runs, kinds, workers, schedule.Fleet{Vehicles: fleet, Groups: env.Host}, env.Host, time.Now)
	scheduling.Register(r)
	schedule.NewHealth(scheduling, env.Host).Register(r)
	run.NewAPI(runs, reports, env.Media, workers, time.Now).Register(r)
	return r, nil
}
