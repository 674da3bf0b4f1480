package ask

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Store keeps what was asked of devices.
type Store struct{ db *store.DB }

var _ Questions = (*Store)(nil)

// NewStore keeps questions in db.
func NewStore(db *store.DB) *Store { return &Store{db} }

// Add keeps a question until an instant.
func (s *Store) Add(ctx context.Context, q Question, until time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO footage.question (org_id, id, device_id, expires_at) VALUES (?, ?, ?, ?)`, q.OrgID, q.ID, q.DeviceID, until).Error
	})
	if err != nil {
		return fmt.Errorf("keep question %s: %w", q.ID, err)
	}
	return nil
}

// Find reads the newest answer; of a question that is gone it is empty.
func (s *Store) Find(ctx context.Context, orgID, id string) (Answer, error) {
	var found struct {
		Status string
		Reply  *string
	}
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT status, reply::text AS reply FROM footage.question WHERE org_id = ? AND id = ?`, orgID, id).Scan(&found).Error
	})
	if err != nil {
		return Answer{}, fmt.Errorf("read question %s: %w", id, err)
	}
	answer := Answer{Status: found.Status}
	if found.Reply != nil {
		var reply reply
		if err := json.Unmarshal([]byte(*found.Reply), &reply); err != nil {
			return Answer{}, fmt.Errorf("read the answer to question %s: %w", id, err)
		}
		answer.Text, answer.Data = reply.Text, reply.Data
	}
	return answer, nil
}

type reply struct {
	Text string          `json:"text,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Answered keeps an answer of the device that was asked. A final answer stays.
func (s *Store) Answered(ctx context.Context, q Question, a Answer) error {
	raw, err := json.Marshal(reply{a.Text, a.Data})
	if err != nil {
		return fmt.Errorf("write the answer to question %s: %w", q.ID, err)
	}
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`UPDATE footage.question SET status = ?, reply = ?::jsonb
			WHERE org_id = ? AND id = ? AND device_id = ? AND status NOT IN ('done', 'failed')`, a.Status, string(raw), q.OrgID, q.ID, q.DeviceID).Error
	})
	if err != nil {
		return fmt.Errorf("keep the answer to question %s: %w", q.ID, err)
	}
	return nil
}

// Forget removes questions whose time is over.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`DELETE FROM footage.question WHERE expires_at < ?`, before).Error
	})
	if err != nil {
		return fmt.Errorf("forget old questions: %w", err)
	}
	return nil
}
