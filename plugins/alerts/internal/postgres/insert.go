package postgres

import (
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/eventdata"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Follower has its say about new alerts, within the transaction that keeps them.
type Follower interface {
	// Before completes an alert that may be new. wanted is false for one that nobody wants to have.
	Before(tx *gorm.DB, orgID string, a *alert.Alert) (wanted bool, err error)
	// After is told of an alert that was kept.
	After(tx *gorm.DB, orgID string, a alert.Alert) error
}

// Worse is a follower that hears of an alert that became graver while it went on, within the transaction that writes it.
type Worse interface {
	// Worse is told of an alert as it is now, and how grave it was.
	Worse(tx *gorm.DB, orgID string, a alert.Alert, before int) error
}

// worse tells the followers that want to hear it.
func (s *Store) worse(tx *gorm.DB, orgID string, a alert.Alert, before int) error {
	for _, f := range s.followers {
		if w, hears := f.(Worse); hears {
			if err := w.Worse(tx, orgID, a, before); err != nil {
				return err
			}
		}
	}
	return nil
}

// Follow adds followers; call it before the store is used.
func (s *Store) Follow(followers ...Follower) { s.followers = append(s.followers, followers...) }

// Insert keeps an alert that is on its vehicle already, unless it is known, and publishes that it is new.
func (s *Store) Insert(tx *gorm.DB, orgID string, a alert.Alert) (isNew bool, err error) {
	fresh, err := s.insertAll(tx, orgID, []alert.Alert{a})
	return len(fresh) == 1, err
}

// insertAll is Insert for many; it returns the ids of those that are new. Followers hear of each after all are kept.
func (s *Store) insertAll(tx *gorm.DB, orgID string, list []alert.Alert) (fresh []string, err error) {
	var wanted []alert.Alert
	for _, a := range list {
		want, err := s.before(tx, orgID, &a)
		if err != nil {
			return nil, err
		}
		if want {
			wanted = append(wanted, a)
		}
	}
	kept, err := insert(tx, orgID, wanted)
	if err != nil {
		return nil, err
	}
	for _, a := range kept {
		fresh = append(fresh, a.ID)
		if err := s.kept(tx, orgID, a); err != nil {
			return nil, err
		}
	}
	return fresh, nil
}

// before has the followers complete an alert; false: one of them does not want it.
func (s *Store) before(tx *gorm.DB, orgID string, a *alert.Alert) (wanted bool, err error) {
	for _, f := range s.followers {
		if wanted, err = f.Before(tx, orgID, a); err != nil || !wanted {
			return false, err
		}
	}
	return true, nil
}

// kept publishes an alert that is new on its vehicle, and tells the followers.
func (s *Store) kept(tx *gorm.DB, orgID string, a alert.Alert) error {
	if err := events.Publish(tx, orgID, Subject, raisedOf(a)); err != nil {
		return err
	}
	for _, f := range s.followers {
		if err := f.After(tx, orgID, a); err != nil {
			return err
		}
	}
	return nil
}

// row is an alert as insert hands it over.
type row struct {
	ID              string          `json:"id"`
	Kind            string          `json:"kind"`
	AlertType       string          `json:"alert_type"`
	AlertSubtype    string          `json:"alert_subtype"`
	PredictionLabel string          `json:"prediction_label"`
	Predictions     json.RawMessage `json:"predictions"`
	Severity        int             `json:"severity"`
	Pin             int             `json:"pin"`
	Channel         int             `json:"channel"`
	DeviceID        string          `json:"device_id"`
	VehicleID       string          `json:"vehicle_id"`
	EventMs         int64           `json:"event_ms"`
	DurationMs      *int64          `json:"duration_ms"`
	Lat             *float64        `json:"lat"`
	Lng             *float64        `json:"lng"`
	Zone            string          `json:"zone"`
	Address         string          `json:"address"`
	Placed          bool            `json:"placed"`
	SpeedKmh        *float64        `json:"speed_kmh"`
	HeadingDeg      *float64        `json:"heading_deg"`
	SpeedLimitKmh   *float64        `json:"speed_limit_kmh"`
	AccelG          json.RawMessage `json:"accel_g,omitempty"`
	Details         json.RawMessage `json:"details"`
	Quality         string          `json:"quality"`
	ReceivedMs      int64           `json:"received_ms"`
	FilesetID       string          `json:"fileset_request_id"`
	EvidenceStatus  string          `json:"evidence_status"`
}

func rowOf(a alert.Alert) row {
	return row{
		ID: a.ID, Kind: a.Kind, AlertType: a.AlertType, AlertSubtype: a.AlertSubtype, PredictionLabel: a.PredictionLabel, Predictions: given(a.Predictions, "[]"),
		Severity: a.Severity, Pin: a.Pin, Channel: a.Channel, DeviceID: a.DeviceID, VehicleID: a.VehicleID, EventMs: a.EventMs, DurationMs: a.DurationMs,
		Lat: a.Lat, Lng: a.Lng, Zone: a.Zone, Address: a.Address, Placed: a.Placed, SpeedKmh: a.SpeedKmh, HeadingDeg: a.HeadingDeg,
		SpeedLimitKmh: a.SpeedLimitKmh, AccelG: a.AccelG, Details: given(a.Details, "{}"), Quality: a.Quality, ReceivedMs: a.ReceivedMs,
		FilesetID: a.FilesetRequestID, EvidenceStatus: a.EvidenceStatus,
	}
}

func given(raw json.RawMessage, without string) json.RawMessage {
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage(without)
	}
	return raw
}

const insertColumns = `id, kind, alert_type, alert_subtype, prediction_label, predictions, severity, pin, channel, device_id, vehicle_id, event_ms, duration_ms, lat, lng,
	zone, address, placed, speed_kmh, heading_deg, speed_limit_kmh, accel_g, details, quality, received_ms, fileset_request_id, evidence_status`

// insert keeps alerts in one statement, ordered by id, so that transactions that bring the same alerts never wait for each other in a circle. It
// returns those that were not known, in the order of the list.
func insert(tx *gorm.DB, orgID string, list []alert.Alert) (kept []alert.Alert, err error) {
	if len(list) == 0 {
		return nil, nil
	}
	rows := make([]row, len(list))
	for i, a := range list {
		rows[i] = rowOf(a)
	}
	raw, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("write alerts: %w", err)
	}
	var fresh []string
	fresh, err = store.Rows[string](tx, `
		INSERT INTO alerts.alert (org_id, `+insertColumns+`)
		SELECT ?, `+insertColumns+` FROM jsonb_populate_recordset(NULL::alerts.alert, ?::jsonb) ORDER BY id
		ON CONFLICT DO NOTHING RETURNING id::text`, orgID, string(raw))
	if err != nil {
		return nil, err
	}
	isFresh := map[string]bool{}
	for _, id := range fresh {
		isFresh[id] = true
	}
	for _, a := range list {
		if isFresh[a.ID] {
			isFresh[a.ID] = false // the list may have the same alert twice
			kept = append(kept, a)
		}
	}
	return kept, nil
}

func raisedOf(a alert.Alert) eventdata.AlertRaised {
	return eventdata.AlertRaised{
		ID: a.ID, AlertType: a.AlertType, Label: a.PredictionLabel, VehicleID: a.VehicleID, DeviceID: a.DeviceID, TimeMs: a.EventMs, Lat: a.Lat, Lng: a.Lng,
		Severity: a.Severity, Pin: a.Pin,
	}
}
