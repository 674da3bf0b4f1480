package avatar

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// pictureRow is a user's picture as JPEG.
type pictureRow struct {
	OrgID   string `gorm:"primaryKey"`
	UserID  string `gorm:"primaryKey"`
	Content []byte
}

// TableName is where gorm finds pictures.
func (pictureRow) TableName() string { return "users.avatar" }

// pictures keeps the pictures of people.
type pictures struct{ db *store.DB }

// of is a user's picture as JPEG, nil if there is none.
func (p pictures) of(ctx context.Context, userID string) ([]byte, error) {
	var found []pictureRow
	err := p.db.Read(ctx, func(tx *gorm.DB) error { return tx.Limit(1).Find(&found, "user_id = ?", userID).Error })
	if err != nil {
		return nil, fmt.Errorf("read avatar of %s: %w", userID, err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return found[0].Content, nil
}

// put replaces a user's picture; nil removes it.
func (p pictures) put(ctx context.Context, userID string, content []byte) error {
	row := pictureRow{OrgID: web.Caller(ctx).OrgID, UserID: userID, Content: content}
	err := p.db.InOrg(ctx, row.OrgID, func(tx *gorm.DB) error {
		if content == nil {
			return tx.Delete(&row).Error
		}
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
	})
	if err != nil {
		return fmt.Errorf("keep avatar of %s: %w", userID, err)
	}
	return nil
}

// forget removes the picture of a user who was erased.
func (p pictures) forget(ctx context.Context, orgID, userID string) error {
	err := p.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return tx.Delete(&pictureRow{OrgID: orgID, UserID: userID}).Error })
	if err != nil {
		return fmt.Errorf("remove avatar of %s: %w", userID, err)
	}
	return nil
}
