package schedule

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
)

// ModuleOff is the reason of a schedule whose report is of a module that its organisation has switched off.
const ModuleOff = "module_off"

// Offers says which reports there are, and whether an organisation is offered each.
type Offers interface {
	Offers(ctx context.Context, orgID string) (map[string]bool, error)
}

// Modules has schedules follow what their organisations switch.
type Modules struct {
	schedules *Store
	offers    Offers
}

// NewModules keeps in schedules what follows from the reports that are offered.
func NewModules(schedules *Store, offers Offers) *Modules { return &Modules{schedules, offers} }

// Switched takes event.identity.organisation: schedules of reports that are not offered any more are paused, and those that were paused for it go on with their next time.
func (m *Modules) Switched(ctx context.Context, e events.Event[events.OrganisationChanged]) error {
	orgID := e.Data.ID
	offered, err := m.offers.Offers(ctx, orgID)
	if err == nil {
		err = m.schedules.follow(ctx, orgID, offered)
	}
	if fault.KindOf(err) == fault.NotFound {
		return nil // the organisation is gone
	}
	return err
}

// PauseFor implements run.Pauser. A report that is offered again by the time its schedule is paused goes on: the event that said so may have been taken before.
func (m *Modules) PauseFor(ctx context.Context, r run.Run, reason string) (paused bool, err error) {
	if err := m.schedules.pauseFor(ctx, r.OrgID, r.ScheduleID, reason); err != nil || reason != run.ReportGone {
		return true, err
	}
	offered, err := m.offers.Offers(ctx, r.OrgID)
	if fault.KindOf(err) == fault.NotFound {
		return true, nil // the organisation is gone
	}
	if err == nil {
		err = m.schedules.follow(ctx, r.OrgID, offered)
	}
	return !offered[r.Spec.Report], err
}

func (s *Store) follow(ctx context.Context, orgID string, offered map[string]bool) error {
	return s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := store.Rows[scheduleRow](tx, `SELECT `+columns+` FROM reports.schedule WHERE org_id = ? ORDER BY id FOR UPDATE`, orgID)
		if err != nil {
			return fmt.Errorf("read the schedules of %s: %w", orgID, err)
		}
		list, err := read(found)
		if err != nil {
			return err
		}
		for _, one := range list {
			is, known := offered[one.Report]
			switch now := s.now(); {
			case known && !is && !one.isPaused():
				one.Paused, one.PauseReason, one.PausedBy = now, ModuleOff, ""
			case is && (one.PauseReason == ModuleOff || one.PauseReason == run.ReportGone):
				one.Paused, one.PauseReason, one.PausedBy = time.Time{}, "", ""
				one.Next = one.Times.Next(now)
			default:
				continue
			}
			one.Version++
			if err := s.write(tx, one); err != nil {
				return err
			}
		}
		return nil
	})
}
