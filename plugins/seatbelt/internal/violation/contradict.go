package violation

import (
	"sync"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

const (
	// askOthers is how often it is looked whether other systems tell of belts in an organisation where they did not.
	askOthers = 10 * time.Second
	// believeOthers is for how long it is believed that they do.
	believeOthers = 10 * time.Minute
)

// speakers remembers in which organisations other systems tell of belts: elsewhere nothing of theirs can be contradicted, and nothing is asked.
type speakers struct {
	mu    sync.Mutex
	known map[string]speaks
}

type speaks struct {
	do    bool
	until time.Time
}

// of says whether other systems tell of belts, if that is known.
func (s *speakers) of(orgID string, now time.Time) (do, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.known[orgID]
	return one.do, now.Before(one.until)
}

// silent reports whether no other system is known to tell of belts.
func (s *speakers) silent(orgID string, now time.Time) bool {
	do, known := s.of(orgID, now)
	return known && !do
}

func (s *speakers) note(orgID string, do bool, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	until := now.Add(askOthers)
	if do {
		until = now.Add(believeOthers)
	}
	s.known[orgID] = speaks{do, until}
}

// speak reports whether other systems tell of belts.
func (t *Taker) speak(tx *gorm.DB, orgID string) (bool, error) {
	if do, known := t.speakers.of(orgID, t.now()); known {
		return do, nil
	}
	do, err := store.One[bool](tx, `SELECT EXISTS (SELECT FROM seatbelt.reading WHERE org_id = ?)`, orgID)
	if err == nil {
		t.speakers.note(orgID, do, t.now())
	}
	return do, err
}

// contradict has violations judged anew that another system told of, where the vehicle's own device says of the time that the belt was on.
func (t *Taker) contradict(tx *gorm.DB, orgID string, devices map[string]span) error {
	if do, err := t.speak(tx, orgID); err != nil || !do {
		return err
	}
	var all span
	for _, s := range devices {
		if all.toMs == 0 {
			all = s
		}
		all = span{min(all.fromMs, s.fromMs), max(all.toMs, s.toMs)}
	}
	told, err := store.Rows[struct {
		VehicleID      string
		StartMs, EndMs int64
	}](tx, `SELECT vehicle_id, start_ms, end_ms FROM seatbelt.violation WHERE org_id = ? AND device_id = '' AND start_ms <= ? AND end_ms >= ?`, orgID, all.toMs+silenceMs, all.fromMs-silenceMs)
	if err != nil || len(told) == 0 {
		return err
	}
	for deviceID, s := range devices {
		vehicle, on, err := t.fleet.VehicleAt(tx, orgID, deviceID, s.toMs)
		if err != nil {
			return err
		}
		for _, v := range told {
			if !on || v.VehicleID != vehicle.ID || v.StartMs > s.toMs+silenceMs || v.EndMs < s.fromMs-silenceMs {
				continue
			}
			if err := due(tx, orgID, v.VehicleID, span{v.StartMs, v.EndMs}, s.toMs); err != nil {
				return err
			}
		}
	}
	return nil
}
