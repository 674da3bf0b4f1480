package tenantdata

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gocloud.dev/blob"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/rowlock"
)

const (
	removeEvery = time.Minute
	// settleFor is how long plugins may still hold what lets them write for an organisation that is gone; then its rows are removed once more.
	settleFor = 15 * time.Minute
)

// kept are the host's tables whose rows of an organisation stay, or go their own way: the audit log until its time, queues until they are read.
var kept = []string{"audit_log", "audit_entry", "audit_chain", "audit_checkpoint", "keto_outbox", "access_change", "event_outbox"}

// Run removes deleted organisations whose time is up until ctx ends. What cannot be done now is tried again.
func (s *Service) Run(ctx context.Context) error {
	ticker := time.NewTicker(removeEvery)
	defer ticker.Stop()
	for {
		if err := s.RemoveDue(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("a deleted organisation cannot be removed; it is tried again", "error", err)
		}
		if err := s.settleErased(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("the audit log still names an erased person; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// RemoveDue removes every organisation whose time is up. Of several hosts one does.
func (s *Service) RemoveDue(ctx context.Context) error {
	due, err := s.list(ctx, `SELECT id FROM outrider.organisation WHERE purge_after <= $1 ORDER BY purge_after`, s.now())
	if err != nil {
		return err
	}
	for _, orgID := range due {
		if err := s.remove(ctx, orgID); err != nil {
			return fmt.Errorf("remove organisation %s: %w", orgID, err)
		}
	}
	gone, err := s.list(ctx, `SELECT id FROM outrider.organisation_gone WHERE settled_at IS NULL AND purged_at <= $1`, s.now().Add(-settleFor))
	if err != nil {
		return err
	}
	for _, orgID := range gone {
		if err := s.sweep(ctx, orgID); err != nil {
			return fmt.Errorf("remove what was still written for organisation %s: %w", orgID, err)
		}
		if _, err := s.db.Pool().Exec(ctx, `UPDATE outrider.organisation_gone SET settled_at = $2 WHERE id = $1`, orgID, s.now()); err != nil {
			return fmt.Errorf("settle organisation %s: %w", orgID, err)
		}
	}
	return nil
}

func (s *Service) list(ctx context.Context, query string, values ...any) ([]string, error) {
	rows, err := s.db.Pool().Query(ctx, query, values...)
	if err != nil {
		return nil, fmt.Errorf("look for deleted organisations: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("look for deleted organisations: %w", err)
	}
	return ids, nil
}

// remove takes everything of an organisation away, its own row last: what was interrupted begins anew.
func (s *Service) remove(ctx context.Context, orgID string) error {
	if err := s.sweep(ctx, orgID); err != nil {
		return err
	}
	err := s.inHost(ctx, orgID, func(tx pgx.Tx) error {
		if err := rowlock.Wait(ctx, tx, "remove "+orgID); err != nil {
			return err
		}
		return access.Rewrite(ctx, tx, access.Reach{OrgID: orgID}, func() error {
			var name string
			var deletedAt time.Time
			err := tx.QueryRow(ctx, `SELECT name, deleted_at FROM outrider.organisation WHERE id = $1 AND purge_after <= $2 FOR UPDATE`, orgID, s.now()).Scan(&name, &deletedAt)
			if errors.Is(err, pgx.ErrNoRows) {
				return nil // another host was quicker
			}
			if err != nil {
				return fmt.Errorf("read the organisation: %w", err)
			}
			if err := s.removeHostRows(ctx, tx, orgID); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO outrider.organisation_gone (id, name, deleted_at, purged_at) VALUES ($1, $2, $3, $4)`, orgID, name, deletedAt, s.now()); err != nil {
				return fmt.Errorf("keep the id of the organisation: %w", err)
			}
			if err := identity.Note(ctx, tx, "", orgID, "organisation.removed", orgID, map[string]any{"name": name}); err != nil {
				return err
			}
			return identity.EmitOrganisationGone(ctx, tx, orgID, name, s.now())
		})
	})
	if err != nil {
		return err
	}
	s.committed()
	s.log.Info("the data of a deleted organisation was removed", "organisation", orgID)
	return nil
}

// sweep removes an organisation's rows of all plugins, and its files.
func (s *Service) sweep(ctx context.Context, orgID string) error {
	plugins, err := s.db.PluginSchemas(ctx)
	if err != nil {
		return err
	}
	for _, id := range plugins {
		err := s.db.InTenant(ctx, id, orgID, func(tx pgx.Tx) error { return s.removeRows(ctx, tx, id, orgID, nil) })
		if err != nil {
			return fmt.Errorf("remove the rows of %s: %w", id, err)
		}
	}
	return s.removeFiles(ctx, orgID)
}

func (s *Service) removeHostRows(ctx context.Context, tx pgx.Tx, orgID string) error {
	// Sessions, preferences and the like hang on accounts, and go with them.
	if err := s.removeRows(ctx, tx, hostSchema, orgID, kept); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.organisation WHERE id = $1`, orgID); err != nil {
		return fmt.Errorf("remove the organisation's own row: %w", err)
	}
	return nil
}

// removeRows deletes the organisation's rows of a schema. What other rows refer to comes after those: a table that is refused waits for the others.
func (s *Service) removeRows(ctx context.Context, tx pgx.Tx, schema, orgID string, except []string) error {
	tables, err := tablesOf(ctx, tx, schema, except)
	if err != nil {
		return err
	}
	for len(tables) > 0 {
		var waiting []string
		var refused error
		for _, table := range tables {
			err := pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error {
				_, err := inner.Exec(ctx, `DELETE FROM `+pgx.Identifier{schema, table}.Sanitize()+` WHERE org_id = $1`, orgID)
				return err
			})
			if refers(err) {
				waiting, refused = append(waiting, table), err
			} else if err != nil {
				return fmt.Errorf("delete from %s.%s: %w", schema, table, err)
			}
		}
		if len(waiting) == len(tables) {
			return fmt.Errorf("delete from %v: %w", waiting, refused)
		}
		tables = waiting
	}
	return nil
}

// refers reports the violation of a foreign key.
func refers(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23503"
}

func (s *Service) removeFiles(ctx context.Context, orgID string) error {
	files := s.bucket.List(&blob.ListOptions{Prefix: orgID + "/"})
	for {
		object, err := files.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list the files of %s: %w", orgID, err)
		}
		if err := s.bucket.Delete(ctx, object.Key); err != nil {
			return fmt.Errorf("delete file %s: %w", object.Key, err)
		}
	}
}
