package access

import (
	"context"
	"slices"
	"sync"
	"time"
)

// drivenFor is how long an answer about somebody's own vehicles holds.
const drivenFor = time.Second

// drivenSight remembers for one view whether who looks sees the vehicles that the other drives: the host itself does not know where vehicles are.
type drivenSight struct {
	mu     sync.Mutex
	of, is *Grant
	at     time.Time
	sees   bool
}

// within asks again when either grant is another, and once a second: vehicles move between groups without anybody's grant changing.
func (s *drivenSight) within(ctx context.Context, d *Decider, actor, seen *Grant) (bool, error) {
	if actor.Scope.All || len(seen.Scope.VehicleIDs) == 0 {
		return true, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == actor && s.is == seen && d.now().Sub(s.at).Abs() < drivenFor {
		return s.sees, nil
	}
	sees, err := d.seesDriven(ctx, actor, seen)
	if err != nil {
		return false, err
	}
	s.of, s.is, s.at, s.sees = actor, seen, d.now(), sees
	return sees, nil
}

// seesDriven reports whether an actor sees every vehicle that the other sees by itself.
func (d *Decider) seesDriven(ctx context.Context, actor, seen *Grant) (bool, error) {
	if actor.Scope.All {
		return true, nil
	}
	for _, id := range seen.Scope.VehicleIDs {
		if slices.Contains(actor.Scope.VehicleIDs, id) {
			continue
		}
		if d.seesVehicle == nil {
			return false, nil
		}
		if sees, err := d.seesVehicle(ctx, actor.User.ID, actor.OrgID, id); err != nil || !sees {
			return false, err
		}
	}
	return true, nil
}
