package schedule

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
)

// ModuleOff is the reason of a schedule whose report is of a module that its organisation has switched off.
const ModuleOff = "module_off"

// Offers says which reports there are, and whether an organisation is offered each.
type Offers interface {
	Offers(ctx context.Context, orgID string) (map[string]kind.Offer, error)
}

// Topic is the push topic of schedules that paused or go on by themselves. It says of nobody what they are: who hears it reads those again that they see.
const Topic = "schedules"

// Pusher publishes to browsers.
type Pusher interface {
	Push(ctx context.Context, orgID string, p events.Push) error
}

// Modules has schedules follow what their organisations switch, and which plugins there are.
type Modules struct {
	schedules *Store
	offers    Offers
	pusher    Pusher
	log       *slog.Logger
}

// NewModules keeps in schedules what follows from the reports that are offered, and tells open browsers.
func NewModules(schedules *Store, offers Offers, pusher Pusher, log *slog.Logger) *Modules {
	return &Modules{schedules, offers, pusher, log}
}

// Switched takes event.identity.organisation: schedules of reports that are not offered any more are paused, and those that were paused for it go on with their next time.
func (m *Modules) Switched(ctx context.Context, e events.Event[events.OrganisationChanged]) error {
	_, err := m.follow(ctx, e.Data.ID, nil)
	return err
}

// Listed takes event.host.plugins: what Switched does, for every organisation that has schedules. Reports of a plugin that was uninstalled are not offered any more.
func (m *Modules) Listed(ctx context.Context, e events.Event[events.PluginsChanged]) error {
	orgs, err := m.schedules.organisations(ctx)
	if err != nil {
		return err
	}
	for _, orgID := range orgs {
		if _, err := m.follow(ctx, orgID, e.Data.Enabled); err != nil {
			return err
		}
	}
	return nil
}

// PauseFor implements run.Pauser. A report that is offered again by the time its schedule is paused goes on: the event that said so may have been taken before.
func (m *Modules) PauseFor(ctx context.Context, r run.Run, reason string) (paused bool, err error) {
	if err := m.schedules.pauseFor(ctx, r.OrgID, r.ScheduleID, reason); err != nil {
		return true, err
	}
	m.tell(ctx, r.OrgID)
	if reason != run.ReportGone {
		return true, nil
	}
	offers, err := m.follow(ctx, r.OrgID, nil)
	return !offers[r.Spec.Report].Available, err
}

// follow has the schedules of an organisation follow what it is offered; enabled are the plugins that there are, nil: nobody said. An organisation that is gone has none.
func (m *Modules) follow(ctx context.Context, orgID string, enabled []string) (map[string]kind.Offer, error) {
	offers, err := m.offers.Offers(ctx, orgID)
	changed := false
	if err == nil {
		changed, err = m.schedules.follow(ctx, orgID, offers, enabled)
	}
	if err == nil && changed {
		m.tell(ctx, orgID)
	}
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	return offers, err
}

// tell has open browsers read their schedules again. A push that is lost is made up for with the next time they are read.
func (m *Modules) tell(ctx context.Context, orgID string) {
	if err := m.pusher.Push(ctx, orgID, events.Push{Topic: Topic, Items: []events.PushItem{{Key: Topic, Value: struct{}{}}}}); err != nil {
		m.log.Warn("browsers were not told of schedules", "org", orgID, "error", err.Error())
	}
}

// organisations are those that have schedules.
func (s *Store) organisations(ctx context.Context) (ids []string, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		ids, err = store.Rows[string](tx, `SELECT DISTINCT org_id FROM reports.schedule ORDER BY org_id`)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list who has schedules: %w", err)
	}
	return ids, nil
}

// follow has all schedules of an organisation follow, and reports whether any changed.
func (s *Store) follow(ctx context.Context, orgID string, offers map[string]kind.Offer, enabled []string) (changed bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := store.Rows[scheduleRow](tx, `SELECT `+columns+` FROM reports.schedule WHERE org_id = ? ORDER BY id FOR UPDATE`, orgID)
		if err != nil {
			return fmt.Errorf("read the schedules of %s: %w", orgID, err)
		}
		list, err := read(found)
		if err != nil {
			return err
		}
		for _, one := range list {
			if one.follow(offers, enabled, s.now()) {
				changed = true
				if err := s.write(tx, one); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return changed, err
}

// follow pauses a schedule whose report is not offered any more, has one go on that was paused for it, and keeps what its report is called. It reports whether anything changed.
func (s *Schedule) follow(offers map[string]kind.Offer, enabled []string, now time.Time) (changed bool) {
	offer, declared := offers[s.Report]
	if declared && (s.Offered.Plugin != offer.Plugin || !maps.Equal(s.Offered.Title, offer.Title)) {
		s.Offered, changed = Offered{Plugin: offer.Plugin, Title: offer.Title}, true
	}
	switch reason := s.stopped(offer, declared, enabled); {
	case reason != "" && !s.isPaused():
		s.Paused, s.PauseReason, s.PausedBy = now, reason, ""
	case offer.Available && (s.PauseReason == ModuleOff || s.PauseReason == run.ReportGone):
		s.Paused, s.PauseReason, s.PausedBy = time.Time{}, "", ""
		s.Next = s.Times.Next(now)
	default:
		return changed
	}
	s.Version++
	return true
}

// stopped is why a report is not offered; empty: it is, or its plugin may be starting, as all are when the host does.
func (s *Schedule) stopped(offer kind.Offer, declared bool, enabled []string) string {
	switch {
	case declared && offer.Enabled && !offer.Available:
		return ModuleOff
	case declared && !offer.Enabled, !declared && enabled != nil && s.Offered.Plugin != "" && !slices.Contains(enabled, s.Offered.Plugin):
		return run.ReportGone
	}
	return ""
}
