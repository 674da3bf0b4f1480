// Package postgres keeps what the plugin remembers across processes and restarts.
package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/sdk/store"
)

// Questions keeps what was asked of devices.
type Questions struct{ db *store.DB }

var _ ask.Questions = (*Questions)(nil)

// NewQuestions keeps questions in db.
func NewQuestions(db *store.DB) *Questions { return &Questions{db} }

// Add keeps a question until an instant.
func (s *Questions) Add(ctx context.Context, q ask.Question, until time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO footage.question (org_id, id, device_id, expires_at) VALUES (?, ?, ?, ?)`, q.OrgID, q.ID, q.DeviceID, until).Error
	})
	if err != nil {
		return fmt.Errorf("keep question %s: %w", q.ID, err)
	}
	return nil
}

// Find reads the newest answer; of a question that is gone it is empty.
func (s *Questions) Find(ctx context.Context, orgID, id string) (ask.Answer, error) {
	var found struct {
		Status string
		Reply  *string
	}
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT status, reply::text AS reply FROM footage.question WHERE org_id = ? AND id = ?`, orgID, id).Scan(&found).Error
	})
	if err != nil {
		return ask.Answer{}, fmt.Errorf("read question %s: %w", id, err)
	}
	answer := ask.Answer{Status: found.Status}
	if found.Reply != nil {
		var reply reply
		if err := json.Unmarshal([]byte(*found.Reply), &reply); err != nil {
			return ask.Answer{}, fmt.Errorf("read the answer to question %s: %w", id, err)
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
func (s *Questions) Answered(ctx context.Context, q ask.Question, a ask.Answer) error {
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
func (s *Questions) Forget(ctx context.Context, before time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`DELETE FROM footage.question WHERE expires_at < ?`, before).Error
	})
	if err != nil {
		return fmt.Errorf("forget old questions: %w", err)
	}
	return nil
}
