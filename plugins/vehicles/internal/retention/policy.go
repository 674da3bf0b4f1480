package retention

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// LeastDays is the shortest time that an organisation can choose.
const LeastDays = 7

// Policy is how long an organisation keeps its history.
type Policy struct {
	Own  *int // days that it chose; nil: as the host does
	Host int  // days that the host keeps it at most
}

// Days is how many days are kept: a choice of more than the host keeps does not count.
func (p Policy) Days() int {
	if p.Own == nil {
		return p.Host
	}
	return min(*p.Own, p.Host)
}

// Least is the shortest time that can be chosen: less than LeastDays where the host keeps less.
func (p Policy) Least() int { return min(LeastDays, p.Host) }

// Policies keeps what organisations chose, and drops what is older.
type Policies struct {
	db       store.Transactor
	hostDays int
	drops    Drops
	now      func() time.Time
}

// NewPolicies keeps choices in db; hostDays are kept at most, and drops do the dropping.
func NewPolicies(db store.Transactor, hostDays int, drops Drops, now func() time.Time) *Policies {
	return &Policies{db: db, hostDays: hostDays, drops: drops, now: now}
}

// Of is how long an organisation keeps its history.
func (p *Policies) Of(ctx context.Context, orgID string) (found Policy, err error) {
	err = p.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err = p.read(tx, orgID)
		return err
	})
	if err != nil {
		return Policy{}, fmt.Errorf("read how long %s keeps its history: %w", orgID, err)
	}
	return found, nil
}

func (p *Policies) read(tx *gorm.DB, orgID string) (Policy, error) {
	rows, err := store.Rows[struct{ KeepDays *int }](tx, `SELECT keep_days FROM vehicles.retention WHERE org_id = ?`, orgID)
	if err != nil || len(rows) == 0 {
		return Policy{Host: p.hostDays}, err
	}
	return Policy{Own: rows[0].KeepDays, Host: p.hostDays}, nil
}

// Change sets the days that an organisation keeps; nil: as many as the host does.
func (p *Policies) Change(ctx context.Context, orgID string, days *int) error {
	err := p.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `
			INSERT INTO vehicles.retention (org_id, keep_days) VALUES (?, ?)
			ON CONFLICT (org_id) DO UPDATE SET keep_days = excluded.keep_days, changed_at = now()`, orgID, days)
		return err
	})
	if err != nil {
		return fmt.Errorf("change how long %s keeps its history: %w", orgID, err)
	}
	return nil
}

// firstKept is the number of the oldest day that is kept.
func (p *Policies) firstKept(policy Policy) int64 {
	return history.Day(p.now().UnixMilli()) - int64(policy.Days())
}
