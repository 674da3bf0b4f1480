// Package postgres keeps the pictures of people.
package postgres

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Avatars keeps the pictures of people.
type Avatars struct{ db *store.DB }

// NewAvatars keeps pictures in db.
func NewAvatars(db *store.DB) *Avatars { return &Avatars{db: db} }

// Of is a user's picture as JPEG, nil if there is none.
func (a *Avatars) Of(ctx context.Context, userID string) (content []byte, err error) {
	var rows []struct{ Content []byte }
	err = a.db.Read(ctx, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT content FROM users.avatar WHERE user_id = ?`, userID).Scan(&rows).Error
	})
	if err != nil {
		return nil, fmt.Errorf("read avatar of %s: %w", userID, err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return rows[0].Content, nil
}

// Put replaces a user's picture; nil removes it.
func (a *Avatars) Put(ctx context.Context, userID string, content []byte) error {
	org := web.Caller(ctx).OrgID
	err := a.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		if content == nil {
			return tx.Exec(`DELETE FROM users.avatar WHERE user_id = ?`, userID).Error
		}
		return tx.Exec(`INSERT INTO users.avatar (org_id, user_id, content) VALUES (?, ?, ?)
			ON CONFLICT (org_id, user_id) DO UPDATE SET content = excluded.content`, org, userID, content).Error
	})
	if err != nil {
		return fmt.Errorf("keep avatar of %s: %w", userID, err)
	}
	return nil
}
