package access

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/rowlock"
)

// Reach says whose decisions a change touches: some accounts', or without any everybody's in the organisation. OrgID is the
// accounts' own organisation, also for a support role.
type Reach struct {
	OrgID      string
	AccountIDs []string
	// Permissions are all that is given or taken, if nothing else of the people changes: hosts then ask Keto about these alone.
	Permissions []string
}

// announcedAlone is how many accounts are announced one by one; of more, hosts forget the whole organisation.
const announcedAlone = 20

// Rewrite runs change inside tx and records what follows from it: the tuples that Keto must gain and lose, and the decisions that every
// host must forget. Changes of one organisation happen one after the other.
func Rewrite(ctx context.Context, tx pgx.Tx, reach Reach, change func() error) error {
	if _, err := rewrite(ctx, tx, reach, change); err != nil {
		return err
	}
	if len(reach.AccountIDs) == 0 || len(reach.AccountIDs) > announcedAlone {
		return Announce(ctx, tx, Change{OrgID: reach.OrgID, Permissions: reach.Permissions})
	}
	for _, id := range reach.AccountIDs {
		if err := Announce(ctx, tx, Change{OrgID: reach.OrgID, UserID: id, Permissions: reach.Permissions}); err != nil {
			return err
		}
	}
	return nil
}

// rewrite is Rewrite without the announcement; it reports whether any tuple changes.
func rewrite(ctx context.Context, tx pgx.Tx, reach Reach, change func() error) (bool, error) {
	if err := Serialise(ctx, tx, reach.OrgID); err != nil {
		return false, err
	}
	before, err := desired(ctx, tx, reach)
	if err != nil {
		return false, err
	}
	if err := change(); err != nil {
		return false, err
	}
	after, err := desired(ctx, tx, reach)
	if err != nil {
		return false, err
	}
	return enqueue(ctx, tx, reach.OrgID, before, after)
}

// Serialise makes tx wait for other changes of the organisation's people, groups or grants.
func Serialise(ctx context.Context, tx pgx.Tx, orgID string) error {
	if err := rowlock.Wait(ctx, tx, "identity "+orgID); err != nil {
		return fmt.Errorf("wait for other changes of %s: %w", orgID, err)
	}
	return nil
}

// enqueue writes the difference to the outbox, additions first: between the two nobody is denied by mistake.
func enqueue(ctx context.Context, tx pgx.Tx, orgID string, before, after map[Tuple]struct{}) (bool, error) {
	rows := make([][]any, 0, 8)
	for t := range after {
		if _, kept := before[t]; !kept {
			rows = append(rows, []any{orgID, true, t.String()})
		}
	}
	for t := range before {
		if _, kept := after[t]; !kept {
			rows = append(rows, []any{orgID, false, t.String()})
		}
	}
	if len(rows) == 0 {
		return false, nil
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"outrider", "keto_outbox"}, []string{"org_id", "present", "tuple"}, pgx.CopyFromRows(rows))
	if err != nil {
		return false, fmt.Errorf("queue %d tuples for Keto: %w", len(rows), err)
	}
	return true, nil
}

// Change is what a host must forget: the decisions about a user, about everybody of an organisation, or one session. One that names
// nothing means everything.
type Change struct {
	UserID    string `json:"user_id,omitempty"`
	OrgID     string `json:"org_id,omitempty"`
	SessionID string `json:"session_id,omitempty"`
	// Part is empty, or what alone has changed of the organisation: PartModules or PartSettings. What its people may is then as it was.
	Part     string `json:"part,omitempty"`
	Position int64  `json:"position"`
	// Permissions are what alone has changed of the decisions; none: anything may have.
	Permissions []string `json:"permissions,omitempty"`
}

// The parts of an organisation that change without anybody's permissions.
const (
	PartModules  = "modules"  // which modules it has switched on
	PartSettings = "settings" // what it has set for plugins
)

// PartPlugins is what changes of a host for everybody on it: which plugins there are, and their releases. Each host tells its own browsers.
const PartPlugins = "plugins"

// Announce records a change inside tx; Feed tells every host within a second of the commit.
func Announce(ctx context.Context, tx pgx.Tx, c Change) error {
	written.Add(1)
	_, err := tx.Exec(ctx, `INSERT INTO outrider.access_change (account_id, org_id, session_id, part, permissions)
		VALUES (NULLIF($1, '')::uuid, NULLIF($2, ''), NULLIF($3, '')::uuid, $4, COALESCE($5::text[], '{}'))`, c.UserID, c.OrgID, c.SessionID, c.Part, c.Permissions)
	if err != nil {
		return fmt.Errorf("record the change of access: %w", err)
	}
	return nil
}
