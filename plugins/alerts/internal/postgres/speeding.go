package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/speeding"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// SpeedingStore keeps open episodes of speeding and their alerts.
type SpeedingStore struct {
	*Store
	Vehicles Vehicles
}

// Speeding gives do the open episodes of devices of an organisation and keeps what it returns: those that are open now, and alerts. An alert
// during a time for which its device has a speeding alert already is left out: it is the same, seen in part.
func (s SpeedingStore) Speeding(ctx context.Context, orgID string,
	do func(tx *gorm.DB, open map[string]*speeding.Episode) (map[string]*speeding.Episode, speeding.Found, error), devices []string,
) (news speeding.News, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		news = speeding.News{}
		open, err := openEpisodes(tx, orgID, devices)
		if err != nil {
			return err
		}
		after, found, err := do(tx, open)
		if err != nil {
			return err
		}
		for _, id := range devices {
			if err := saveEpisode(tx, orgID, id, after[id]); err != nil {
				return err
			}
		}
		fresh, changed, err := s.carryOn(tx, orgID, found.Own)
		if err != nil {
			return err
		}
		news.Changed = changed
		news.Raised, err = s.raise(tx, orgID, append(fresh, found.Late...))
		return err
	})
	return news, wrap(err, "keep speeding")
}

// carryOn writes into alerts that are open how bad it was until now, or how it ended, in the order of their ids. What there is no open alert of
// comes back.
func (s SpeedingStore) carryOn(tx *gorm.DB, orgID string, own []alert.Alert) (fresh []alert.Alert, changed []string, err error) {
	slices.SortFunc(own, func(a, b alert.Alert) int { return cmp.Compare(a.ID, b.ID) })
	for _, a := range own {
		open, err := s.carry(tx, orgID, a)
		switch {
		case err != nil:
			return nil, nil, err
		case open:
			changed = append(changed, a.ID)
		default:
			fresh = append(fresh, a)
		}
	}
	return fresh, changed, nil
}

// carry writes into one open alert; false: there is none with its id. Followers hear of one that became graver.
func (s SpeedingStore) carry(tx *gorm.DB, orgID string, a alert.Alert) (open bool, err error) {
	type row struct {
		VehicleID string
		Severity  int
	}
	before, err := store.Rows[row](tx, `SELECT vehicle_id, severity FROM alerts.alert WHERE org_id = ? AND id = ?::uuid AND duration_ms IS NULL FOR UPDATE`, orgID, a.ID)
	if err != nil || len(before) == 0 {
		return false, err
	}
	a.VehicleID = before[0].VehicleID
	_, err = store.Exec(tx, `UPDATE alerts.alert SET duration_ms = ?, details = ?::jsonb, speed_kmh = ?, speed_limit_kmh = ?, severity = greatest(severity, ?) WHERE org_id = ? AND id = ?::uuid`,
		a.DurationMs, string(a.Details), a.SpeedKmh, a.SpeedLimitKmh, a.Severity, orgID, a.ID)
	if err != nil || a.Severity <= before[0].Severity {
		return true, err
	}
	return true, s.worse(tx, orgID, a, before[0].Severity)
}

// raise keeps alerts of speeding, all in one statement. One of a device that the copy of the fleet does not know yet is an error: it is tried again.
func (s SpeedingStore) raise(tx *gorm.DB, orgID string, found []alert.Alert) ([]string, error) {
	var list []alert.Alert
	for _, a := range found {
		v, on, err := s.Vehicles.VehicleAt(tx, orgID, a.DeviceID, a.EventMs)
		if err != nil {
			return nil, err
		}
		if !on {
			if err := mustKnow(tx, orgID, a); err != nil {
				return nil, err
			}
			if err := s.hold(tx, orgID, []alert.Alert{a}); err != nil { // fitted to no vehicle: nobody's speeding, as far as is known
				return nil, err
			}
			continue
		}
		a.VehicleID = v.ID
		covered, err := isCovered(tx, orgID, a, list)
		if err != nil {
			return nil, err
		}
		if !covered {
			list = append(list, a)
		}
	}
	return s.insertAll(tx, orgID, list)
}

// untilMs is when an alert of speeding is over; one that is open covers all that comes.
func untilMs(a alert.Alert) int64 {
	if a.DurationMs == nil {
		return math.MaxInt64
	}
	return a.EventMs + *a.DurationMs
}

// isCovered reports whether a device has another alert of speeding already during the time of one, among what is kept or before.
func isCovered(tx *gorm.DB, orgID string, a alert.Alert, before []alert.Alert) (covered bool, err error) {
	for _, b := range before {
		if b.DeviceID == a.DeviceID && b.EventMs <= untilMs(a) && untilMs(b) >= a.EventMs {
			return true, nil
		}
	}
	covered, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM alerts.alert WHERE org_id = ? AND vehicle_id = ? AND device_id = ? AND alert_type = 'speedingalert' AND id <> ?::uuid
		AND event_ms BETWEEN ?::bigint - 86400000 AND ?::bigint AND (duration_ms IS NULL OR event_ms + duration_ms >= ?::bigint))`,
		orgID, a.VehicleID, a.DeviceID, a.ID, a.EventMs, untilMs(a), a.EventMs)
	return covered, err
}

func openEpisodes(tx *gorm.DB, orgID string, devices []string) (map[string]*speeding.Episode, error) {
	type row struct {
		DeviceID string
		Episode  []byte
	}
	found, err := store.Rows[row](tx, `SELECT device_id, episode FROM alerts.speeding WHERE org_id = ? AND device_id = ANY(?) FOR UPDATE`, orgID, &devices)
	if err != nil {
		return nil, err
	}
	open := map[string]*speeding.Episode{}
	for _, f := range found {
		var e speeding.Episode
		if err := json.Unmarshal(f.Episode, &e); err != nil {
			return nil, fmt.Errorf("open episode of device %s: %w", f.DeviceID, err)
		}
		open[f.DeviceID] = &e
	}
	return open, nil
}

// Silent returns the devices, by organisation, that have an open episode and were not heard since beforeMs.
func (s SpeedingStore) Silent(ctx context.Context, beforeMs int64) (map[string][]string, error) {
	type device struct{ OrgID, DeviceID string }
	var found []device
	err := s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[device](tx, `SELECT org_id, device_id FROM alerts.speeding WHERE coalesce((episode->>'heard_ms')::bigint, 0) < ? ORDER BY org_id, device_id LIMIT 1000`,
			beforeMs)
		return err
	})
	silent := map[string][]string{}
	for _, f := range found {
		silent[f.OrgID] = append(silent[f.OrgID], f.DeviceID)
	}
	return silent, wrap(err, "find devices that are silent while they speed")
}

func saveEpisode(tx *gorm.DB, orgID, deviceID string, e *speeding.Episode) error {
	if e == nil {
		_, err := store.Exec(tx, `DELETE FROM alerts.speeding WHERE org_id = ? AND device_id = ?`, orgID, deviceID)
		return err
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("open episode of device %s: %w", deviceID, err)
	}
	_, err = store.Exec(tx, `INSERT INTO alerts.speeding (org_id, device_id, episode) VALUES (?, ?, ?::jsonb) ON CONFLICT (org_id, device_id) DO UPDATE SET episode = excluded.episode`,
		orgID, deviceID, string(raw))
	return err
}

// OwnBands are the bands that an organisation has chosen; false if it has chosen none.
func (s *Store) OwnBands(ctx context.Context, orgID string) (bands speeding.Bands, own bool, err error) {
	var found []speeding.Bands
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[speeding.Bands](tx, `SELECT moderate_kmh, excessive_kmh, severe_kmh, true AS own FROM alerts.speeding_bands WHERE org_id = ?`, orgID)
		return err
	})
	if err != nil || len(found) == 0 {
		return bands, false, wrap(err, "find the speeding bands of "+orgID)
	}
	return found[0], true, nil
}

// SetBands has the organisation of the caller of ctx choose its own bands; nil: those of its country.
func (s *Store) SetBands(ctx context.Context, bands *speeding.Bands) error {
	caller := web.Caller(ctx)
	err := s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		if bands == nil {
			_, err := store.Exec(tx, `DELETE FROM alerts.speeding_bands WHERE org_id = ?`, caller.OrgID)
			return err
		}
		_, err := store.Exec(tx, `
			INSERT INTO alerts.speeding_bands (org_id, moderate_kmh, excessive_kmh, severe_kmh, changed_ms, changed_by) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (org_id) DO UPDATE SET moderate_kmh = excluded.moderate_kmh, excessive_kmh = excluded.excessive_kmh, severe_kmh = excluded.severe_kmh,
				changed_ms = excluded.changed_ms, changed_by = excluded.changed_by`,
			caller.OrgID, bands.ModerateKmh, bands.ExcessiveKmh, bands.SevereKmh, s.now().UnixMilli(), caller.UserID)
		return err
	})
	return wrap(err, "choose speeding bands")
}
