package sample

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/fleetstatus"
	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Store keeps samples.
type Store struct {
	db      store.Transactor
	now     func() time.Time
	days    *fleetstatus.Store
	repeats *repeatNotes
}

// NewStore keeps samples in db, and what they tell of a day in days.
func NewStore(db store.Transactor, days *fleetstatus.Store, now func() time.Time) *Store {
	return &Store{db: db, now: now, days: days, repeats: newRepeatNotes()}
}

// Taken says what became of a batch of messages.
type Taken struct {
	Stored    int      // samples that were new
	Repeated  int      // samples whose device and time were kept already
	Differing int      // of those, the ones that say something else
	Changed   []string // devices whose presence changed
	Unknown   []int    // positions in the batch of messages from devices that the organisation does not have
}

// perStatement is how many samples one INSERT takes.
const perStatement = 5_000

// Take keeps the samples of a batch of messages of one organisation and moves presence on, all or nothing: a batch that
// comes again after a crash changes nothing. That samples are new is taken for granted until one is not: then the batch is kept once more
// with care, and so are those that come within a while, since repeats seldom come alone.
func (s *Store) Take(ctx context.Context, orgID string, batch []events.Telemetry) (taken Taken, err error) {
	careful := s.repeats.lately(orgID, s.now())
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		taken, err = s.take(tx, orgID, batch, careful)
		return err
	})
	if !careful && store.Repeats(err) {
		s.repeats.note(orgID, s.now())
		err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
			taken, err = s.take(tx, orgID, batch, true)
			return err
		})
	}
	if err != nil {
		return taken, fmt.Errorf("take samples of %s: %w", orgID, err)
	}
	return taken, nil
}

func (s *Store) take(tx *gorm.DB, orgID string, batch []events.Telemetry, careful bool) (taken Taken, err error) {
	known, err := device.FittingsOf(tx, orgID, batch)
	if err != nil {
		return taken, err
	}
	lives := func(deviceID string) bool { _, there := known[deviceID]; return there }
	samples := 0
	for i, message := range batch {
		if !lives(message.DeviceID) {
			taken.Unknown = append(taken.Unknown, i)
		}
		samples += len(message.Samples)
	}
	list := newSampleList(samples)
	for i := range batch {
		if f, lives := known[batch[i].DeviceID]; lives {
			list.add(&batch[i], f)
		}
	}
	if err := keep(tx, orgID, list, careful, &taken); err != nil {
		return taken, err
	}
	if err := countRepeats(tx, orgID, s.now(), taken); err != nil {
		return taken, err
	}
	if err := s.days.Keep(tx, orgID, batch, lives); err != nil {
		return taken, err
	}
	taken.Changed, err = presence.Move(tx, orgID, batch, lives)
	return taken, err
}

// keep writes the list and notes what became of it.
func keep(tx *gorm.DB, orgID string, list *sampleList, careful bool, taken *Taken) error {
	taken.Repeated, taken.Differing = list.repeated, list.differing
	for _, part := range list.parts(perStatement) {
		if !careful {
			if err := insertNew(tx, orgID, part); err != nil {
				return err
			}
			taken.Stored += len(part)
			continue
		}
		stored, differing, err := insertMissing(tx, orgID, part)
		if err != nil {
			return err
		}
		taken.Stored += stored
		taken.Repeated += len(part) - stored
		taken.Differing += differing
	}
	return nil
}

// countRepeats adds what came again to the day's count.
func countRepeats(tx *gorm.DB, orgID string, now time.Time, taken Taken) error {
	if taken.Repeated == 0 {
		return nil
	}
	_, err := store.Exec(tx, `
		INSERT INTO vehicles.ingest_count AS c (org_id, day, repeated, differing) VALUES (?, ?, ?, ?)
		ON CONFLICT (org_id, day) DO UPDATE SET repeated = c.repeated + excluded.repeated, differing = c.differing + excluded.differing`,
		orgID, now.UTC().Format(time.DateOnly), taken.Repeated, taken.Differing)
	return err
}

// Sample is a stored sample.
type Sample struct {
	events.Sample
	DeviceID string
}

// Samples returns the samples of a vehicle in visible from a time to before another, the oldest first, at most limit.
func (s *Store) Samples(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64, limit int) ([]Sample, error) {
	var found []history.Reading
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
			return err
		}
		c, err := history.CarrierOf(tx, orgID, vehicleID, fromMs, toMs)
		if err == nil {
			found, err = c.All(tx, fromMs, toMs, limit)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list samples of vehicle %s: %w", vehicleID, err)
	}
	list := make([]Sample, len(found))
	for i := range found {
		list[i] = Sample{DeviceID: found[i].DeviceID, Sample: found[i].Sample()}
	}
	return list, nil
}
