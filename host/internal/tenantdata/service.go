package tenantdata

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob"

	"outrider.dev/outrider/host/internal/database"
)

const hostSchema = "outrider"

// Config is what Service needs. Every field is required, but Now.
type Config struct {
	DB        *database.DB
	Bucket    *blob.Bucket // of media: keys begin with the organisation
	Log       *slog.Logger
	Committed func() // is called after an organisation was removed
	Now       func() time.Time
}

// Service exports and removes the data of organisations. It is safe for concurrent use.
type Service struct {
	db        *database.DB
	bucket    *blob.Bucket
	log       *slog.Logger
	committed func()
	now       func() time.Time
}

// New builds a Service; nothing is removed before Run.
func New(c Config) *Service {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Service{db: c.DB, bucket: c.Bucket, log: c.Log, committed: c.Committed, now: c.Now}
}

// inHost runs a transaction on the host's own tables that sees the rows of one organisation.
func (s *Service) inHost(ctx context.Context, orgID string, do func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, s.db.Pool(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT set_config('outrider.org', $1, true), set_config('statement_timeout', '0', true)`, orgID); err != nil {
			return fmt.Errorf("open a transaction in %s: %w", orgID, err)
		}
		return do(tx)
	})
}
