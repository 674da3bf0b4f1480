package replica

import (
	"context"
	"sync"

	"gorm.io/gorm"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
)

// absences knows where the copy of a module may have missed events: everything before this process, and every time that the module was off. nil: nowhere.
type absences struct {
	on func(orgID string) bool

	mu     sync.Mutex
	off    map[string]int // how often it was switched off in an organisation
	copied map[string]int // how often it had been, plus one, when the fleet was copied last
	turned chan struct{}  // holds one token when it was switched on somewhere
}

func watchAbsences(tenants *plugin.Tenants) *absences {
	a := &absences{on: tenants.On, off: map[string]int{}, copied: map[string]int{}, turned: make(chan struct{}, 1)}
	tenants.OnChange(a.changed)
	return a
}

func (a *absences) changed(orgID string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.on(orgID) {
		a.off[orgID]++
		return
	}
	if a.copied[orgID] == a.off[orgID]+1 {
		return // its settings are others
	}
	select {
	case a.turned <- struct{}{}:
	default: // a sweep is due already
	}
}

// missed reports whether the fleet of an organisation is to be copied as a whole although it was before.
func (a *absences) missed(orgID string) bool {
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.copied[orgID] != a.off[orgID]+1
}

// begin is called before the fleet is read; what it returns once the copy is there. A switch in between makes it worthless.
func (a *absences) begin(orgID string) (done func()) {
	if a == nil {
		return func() {}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	at := a.off[orgID] + 1
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.copied[orgID] = at
	}
}

// sweepAgain runs sweep until ctx ends, from the beginning each time that the module was switched on somewhere: nobody waits a minute for the vehicles.
func (a *absences) sweepAgain(ctx context.Context, sweep func(context.Context) error) error {
	if a == nil {
		return sweep(ctx)
	}
	for ctx.Err() == nil {
		if err := a.sweepOnce(ctx, sweep); err != nil {
			return err
		}
	}
	return nil
}

func (a *absences) sweepOnce(ctx context.Context, sweep func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	var waiting sync.WaitGroup
	defer waiting.Wait()
	defer cancel()
	waiting.Go(func() {
		select {
		case <-a.turned:
			cancel()
		case <-ctx.Done():
		}
	})
	return sweep(ctx)
}

// forgetGone marks what a whole copy did not bring again: it was deleted meanwhile. What came by an event that is newer than the copy stays.
func (f *Fleet) forgetGone(tx *gorm.DB, groups, vehicles uint64) error {
	for table, sequence := range map[string]uint64{"fleet_group": groups, "fleet_vehicle": vehicles, "fleet_device": vehicles} {
		_, err := store.Exec(tx, `UPDATE `+f.schema+`.`+table+` SET deleted = true, sequence = ? WHERE sequence < ? AND NOT deleted`, int64(sequence), int64(sequence))
		if err != nil {
			return err
		}
	}
	return nil
}
