package ask

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// questionRow is a question, and the newest answer to it.
type questionRow struct {
	OrgID     string `gorm:"primaryKey"`
	ID        string `gorm:"primaryKey"`
	DeviceID  string
	Status    string `gorm:"default:sent"`
	Reply     *reply `gorm:"serializer:json"`
	ExpiresAt time.Time
}

// TableName is where gorm finds questions.
func (questionRow) TableName() string { return "footage.question" }

// Store keeps what was asked of devices.
type Store struct{ db *store.DB }

var _ Questions = (*Store)(nil)

// NewStore keeps questions in db.
func NewStore(db *store.DB) *Store { return &Store{db} }

// Add keeps a question until an instant.
func (s *Store) Add(ctx context.Context, q Question, until time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Create(&questionRow{OrgID: q.OrgID, ID: q.ID, DeviceID: q.DeviceID, ExpiresAt: until}).Error
	})
	if err != nil {
		return fmt.Errorf("keep question %s: %w", q.ID, err)
	}
	return nil
}

// Find reads the newest answer; of a question that is gone it is empty.
func (s *Store) Find(ctx context.Context, orgID, id string) (Answer, error) {
	var found []questionRow
	err := s.db.InAll(ctx, func(tx *gorm.DB) error { return tx.Limit(1).Find(&found, "org_id = ? AND id = ?", orgID, id).Error })
	if err != nil {
		return Answer{}, fmt.Errorf("read question %s: %w", id, err)
	}
	if len(found) == 0 {
		return Answer{}, nil
	}
	answer := Answer{Status: found[0].Status}
	if r := found[0].Reply; r != nil {
		answer.Text, answer.Data = r.Text, r.Data
	}
	return answer, nil
}

type reply struct {
	Text string          `json:"text,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Answered keeps an answer of the device that was asked. A final answer stays.
func (s *Store) Answered(ctx context.Context, q Question, a Answer) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Model(&questionRow{}).Where("org_id = ? AND id = ? AND device_id = ? AND status NOT IN ?", q.OrgID, q.ID, q.DeviceID, []string{Done, Failed}).
			Updates(questionRow{Status: a.Status, Reply: &reply{a.Text, a.Data}}).Error
	})
	if err != nil {
		return fmt.Errorf("keep the answer to question %s: %w", q.ID, err)
	}
	return nil
}

// Forget removes questions whose time is over.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Where("expires_at < ?", before).Delete(&questionRow{}).Error
	})
	if err != nil {
		return fmt.Errorf("forget old questions: %w", err)
	}
	return nil
}
