package retention

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// DropEvery is how often what organisations do not keep any longer is dropped.
const DropEvery = time.Hour

// Drops are what nouns do about days that are not kept; days are of UTC, numbered from 1970, and each answers how many rows went.
type Drops struct {
	Day    func(tx *gorm.DB, orgID string, day int64) (int64, error)               // what was said on a day
	Before []func(tx *gorm.DB, orgID string, day int64, atMost int) (int64, error) // what was found out about days before one
}

// perDrop is how many rows of trips and days one transaction drops.
const perDrop = 20_000

// Drop drops what an organisation does not keep any longer: samples and packed spans day by day, each in a transaction of its own, then what was found out of them. Whoever is
// stopped in between goes on at the next turn. Several processes may do it at once.
func (p *Policies) Drop(ctx context.Context, orgID string) error {
	first, dropped, err := p.begin(ctx, orgID)
	if err != nil {
		return fmt.Errorf("drop the history of %s: %w", orgID, err)
	}
	days, err := p.days(ctx, first, dropped)
	if err != nil {
		return fmt.Errorf("list the days of history: %w", err)
	}
	for _, day := range days {
		if err := p.dropDay(ctx, orgID, day); err != nil {
			return fmt.Errorf("drop a day of history of %s: %w", orgID, err)
		}
	}
	if dropped >= first {
		return nil
	}
	if err := p.dropJudged(ctx, orgID, first); err != nil {
		return fmt.Errorf("drop trips of %s: %w", orgID, err)
	}
	return p.done(ctx, orgID, first)
}

// begin answers the first day that is kept and the first that was kept at the last turn. A time that became longer begins anew.
func (p *Policies) begin(ctx context.Context, orgID string) (first, dropped int64, err error) {
	err = p.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		policy, err := p.read(tx, orgID)
		if err != nil {
			return err
		}
		first = p.firstKept(policy)
		dropped, err = store.One[int64](tx, `
			INSERT INTO vehicles.retention AS r (org_id) VALUES (?) ON CONFLICT (org_id) DO UPDATE SET dropped_day = least(r.dropped_day, ?) RETURNING dropped_day`, orgID, first)
		return err
	})
	return first, dropped, err
}

// days are those before first that have a table: of the ones that were dropped already, those whose table of samples takes room, which came late.
func (p *Policies) days(ctx context.Context, first, dropped int64) (days []int64, err error) {
	var names []string
	err = p.db.InAll(ctx, func(tx *gorm.DB) error {
		names, err = store.Rows[string](tx, `
			SELECT right(c.relname, 8) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
			WHERE i.inhparent IN ('vehicles.sample'::regclass, 'vehicles.packed'::regclass) AND c.relname ~ '_[0-9]{8}$' AND right(c.relname, 8) < ?
			GROUP BY 1 HAVING right(min(c.relname), 8) >= ? OR sum(pg_relation_size(c.oid)) FILTER (WHERE c.relname LIKE 'sample%') > 0 ORDER BY 1`, nameOf(first), nameOf(dropped))
		return err
	})
	for _, name := range names {
		at, err := time.Parse(dayName, name)
		if err != nil {
			return nil, fmt.Errorf("read the name of a partition: %w", err)
		}
		days = append(days, history.Day(at.UnixMilli()))
	}
	return days, err
}

// dayName is how days are written in the names of partitions.
const dayName = "20060102"

func nameOf(day int64) string { return time.UnixMilli(history.Begins(day)).UTC().Format(dayName) }

// dropDay drops all that was said on a day, and gives back its room if nobody else said anything.
func (p *Policies) dropDay(ctx context.Context, orgID string, day int64) error {
	gone := int64(0)
	err := p.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		if _, err = store.Exec(tx, `SELECT outrider.wait_lock('sample packing')`); err != nil { // else what is dropped here is packed meanwhile
			return err
		}
		gone, err = p.drops.Day(tx, orgID, day)
		return err
	})
	if err != nil || gone == 0 {
		return err
	}
	return p.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := store.One[bool](tx, `SELECT vehicles.empty_packed_day(?::date) AND vehicles.empty_day(?::date)`, nameOf(day), nameOf(day))
		return err
	})
}

// dropJudged drops trips and what vehicles did on days before first.
func (p *Policies) dropJudged(ctx context.Context, orgID string, first int64) error {
	for _, drop := range p.drops.Before {
		for gone := int64(perDrop); gone == perDrop; {
			err := p.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
				gone, err = drop(tx, orgID, first, perDrop)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// done remembers that all days before first were dropped, unless a longer time was chosen meanwhile.
func (p *Policies) done(ctx context.Context, orgID string, first int64) error {
	return p.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		policy, err := p.read(tx, orgID)
		if err != nil || p.firstKept(policy) < first {
			return err
		}
		_, err = store.Exec(tx, `UPDATE vehicles.retention SET dropped_day = ? WHERE org_id = ?`, first, orgID)
		return err
	})
}
