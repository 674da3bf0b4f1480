package letterhead

import (
	"context"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// row is an organisation's letterhead.
type row struct {
	Content []byte
	Address string
}

// Letterhead is what an organisation's documents begin with.
type Letterhead struct {
	Image   []byte   // PNG; nil: no logo
	Address []string // lines; none: no address
}

// Store keeps letterheads.
type Store struct{ db *store.DB }

// NewStore keeps in db.
func NewStore(db *store.DB) *Store { return &Store{db} }

// Of is an organisation's letterhead; empty if it has none.
func (s *Store) Of(ctx context.Context, orgID string) (Letterhead, error) {
	var found []row
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[row](tx, `SELECT content, address FROM reports.logo WHERE org_id = ?`, orgID)
		return err
	})
	if err != nil {
		return Letterhead{}, fmt.Errorf("read the letterhead of %s: %w", orgID, err)
	}
	if len(found) == 0 {
		return Letterhead{}, nil
	}
	head := Letterhead{Image: found[0].Content}
	if found[0].Address != "" {
		head.Address = strings.Split(found[0].Address, "\n")
	}
	return head, nil
}

// putImage replaces an organisation's logo; nil removes it.
func (s *Store) putImage(ctx context.Context, orgID string, content []byte) error {
	return s.put(ctx, orgID, "content", content)
}

// putAddress replaces an organisation's address; without lines it has none.
func (s *Store) putAddress(ctx context.Context, orgID string, lines []string) error {
	return s.put(ctx, orgID, "address", strings.Join(lines, "\n"))
}

func (s *Store) put(ctx context.Context, orgID, column string, value any) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `INSERT INTO reports.logo (org_id, `+column+`) VALUES (?, ?) ON CONFLICT (org_id) DO UPDATE SET `+column+` = excluded.`+column, orgID, value)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the letterhead of %s: %w", orgID, err)
	}
	return nil
}
