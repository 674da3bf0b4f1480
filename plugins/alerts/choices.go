package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/outrider/plugins/alerts/internal/contributed"
	"outrider.dev/outrider/plugins/alerts/internal/live"
	"outrider.dev/outrider/plugins/alerts/internal/mailing"
	"outrider.dev/outrider/plugins/alerts/internal/notice"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// chosen is what people choose about alerts: which are kept, what evidence comes with them, and who is told.
type chosen struct {
	panes    *config.Panes
	register func(r *web.Router)
}

// choices has everything that people choose follow new alerts, and its work begin when the host says so.
func choices(env plugin.Env, fleet *replica.Fleet, store *postgres.Store, types *contributed.Book, publisher *live.Publisher) (chosen, error) {
	oldest, err := evidenceAge(env.Settings["evidence_hours"])
	if err != nil {
		return chosen{}, err
	}
	writer, err := mailing.NewWriter(env.Settings["public_url"])
	if err != nil {
		return chosen{}, err
	}
	uploads := upload.NewStore(env.Store, time.Now)
	configs := config.NewStore(env.Store, fleet, uploads, types)
	fleet.OnMoved(configs.Moved)
	sync := upload.NewSync(uploads, env.Events, env.Log, config.OffInputs)
	events.Consume(env.Events, "device.status", uploads.StatusChanged)
	events.Consume(env.Events, "device.reply", sync.Replied)
	env.Go("tell devices what to upload", sync.Run)

	ruleBook, mails := rules.NewStore(env.Store, time.Now), mailing.NewStore(env.Store, time.Now)
	notices, notifier := notice.NewStore(env.Store, store, time.Now), live.NewNotifier(publisher, env.Host)
	events.Consume(env.Events, "event.identity.user", ruleBook.UserChanged)
	env.Go("mail about alerts", mailing.NewDigest(mails, env.Mail, store, env.Host, writer, env.Log).Run)

	env.Go("forget old notices", func(ctx context.Context) error { return plugin.Sweep(ctx, env.Host, 10*time.Minute, notices.Forget) })

	store.Follow(configs, upload.NewDecider(uploads, oldest, store.Insert, publisher.Created), mailing.NewNotifier(mails, ruleBook, notices, notifier.Notify))
	return chosen{panes: config.NewPanes(configs), register: func(r *web.Router) {
		config.NewAPI(configs).Register(r)
		upload.NewAPI(uploads, fleet).Register(r)
		mailing.NewAPI(mails, fleet, types).Register(r)
		rules.NewAPI(ruleBook, store, types, fleet.Seen).Register(r)
		notice.NewAPI(notices, notifier).Register(r)
		rules.NewSpeeding(env.Host, store, time.Now).Register(r)
	}}, nil
}

// evidenceAge is how old an event may be for its evidence to be asked for: a setting in hours, 1 to 720.
func evidenceAge(setting string) (time.Duration, error) {
	if setting == "" {
		return 24 * time.Hour, nil
	}
	hours, err := strconv.Atoi(setting)
	if err != nil || hours < 1 || hours > 720 {
		return 0, fmt.Errorf("plugins.alerts.evidence_hours is %q, not hours from 1 to 720", setting)
	}
	return time.Duration(hours) * time.Hour, nil
}
