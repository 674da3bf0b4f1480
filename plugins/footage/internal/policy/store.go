package policy

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Store keeps what organisations have decided, and counts what they have.
type Store struct {
	db           *store.DB
	installation Installation
}

// NewStore keeps policies in db; installation is for those who have decided nothing.
func NewStore(db *store.DB, installation Installation) *Store {
	return &Store{db, installation}
}

// Installation is what holds for those who have decided nothing.
func (s *Store) Installation() Installation { return s.installation }

type policyRow struct {
	OrgID         string
	QuotaBytes    *int64
	Watermark     bool
	RetentionDays []byte
}

// Of is what an organisation has decided.
func (s *Store) Of(ctx context.Context, orgID string) (p Policy, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		p, err = readPolicy(tx, orgID)
		return err
	})
	if err != nil {
		return Policy{}, fmt.Errorf("read the policy of %s: %w", orgID, err)
	}
	return p, nil
}

func readPolicy(tx *gorm.DB, orgID string) (Policy, error) {
	p := Policy{RetentionDays: map[string]int{}}
	var rows []policyRow
	err := tx.Raw(`SELECT quota_bytes, watermark, retention_days FROM footage.policy WHERE org_id = ?`, orgID).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return p, err
	}
	p.QuotaBytes, p.Watermark = rows[0].QuotaBytes, rows[0].Watermark
	return p, json.Unmarshal(rows[0].RetentionDays, &p.RetentionDays)
}

// Change lets do change what an organisation has decided; changes at the same time wait for each other.
func (s *Store) Change(ctx context.Context, orgID string, do func(*Policy) error) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := tx.Exec(`INSERT INTO footage.policy (org_id) VALUES (?) ON CONFLICT DO NOTHING`, orgID).Error; err != nil {
			return err
		}
		if err := tx.Exec(`SELECT FROM footage.policy WHERE org_id = ? FOR UPDATE`, orgID).Error; err != nil {
			return err
		}
		p, err := readPolicy(tx, orgID)
		if err != nil {
			return err
		}
		if err := do(&p); err != nil {
			return err
		}
		days, err := json.Marshal(p.RetentionDays)
		if err != nil {
			return err
		}
		return tx.Exec(`UPDATE footage.policy SET quota_bytes = ?, watermark = ?, retention_days = ?::jsonb WHERE org_id = ?`,
			p.QuotaBytes, p.Watermark, string(days), orgID).Error
	})
	if err != nil {
		return fmt.Errorf("change the policy of %s: %w", orgID, err)
	}
	return nil
}

// Room is what an organisation has, and may have.
func (s *Store) Room(ctx context.Context, orgID string) (room Room, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		p, err := readPolicy(tx, orgID)
		if err != nil {
			return err
		}
		err = tx.Raw(`SELECT coalesce(sum(size + thumbnail_size), 0) AS used, count(*) AS files FROM footage.file WHERE org_id = ? AND status = 'success'`, orgID).Scan(&room).Error
		room.Quota = s.installation.Quota(p)
		return err
	})
	if err != nil {
		return Room{}, fmt.Errorf("count the files of %s: %w", orgID, err)
	}
	return room, nil
}
