package apikeys

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

const (
	most     = 100 // keys of an organisation that are neither revoked nor expired
	longest  = 366 * 24 * time.Hour
	useEvery = 30 * time.Second // between two notes of when keys were used
)

// Config is what Service needs; every field is required.
type Config struct {
	Pool    *pgxpool.Pool
	Decider *access.Decider
	Changed func() // called after a key was revoked: access.Service.Changed
	Log     *slog.Logger
	Now     func() time.Time
}

// Service makes, lists and revokes the keys of organisations. It is safe for concurrent use.
type Service struct {
	Config
	noted map[string]int64 // when the use of a key was noted last; Run's own
}

// New builds a Service; uses are noted once Run is called.
func New(c Config) *Service { return &Service{Config: c, noted: map[string]int64{}} }

// Key is an API key as it is listed.
type Key struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Hint        string     `json:"hint" doc:"Its first characters"`
	Permissions []string   `json:"permissions" nullable:"false"`
	Group       string     `json:"group" doc:"Sees this group and those below; empty: what its maker sees"`
	MadeBy      string     `json:"made_by" doc:"E-mail address of its maker"`
	CreatedAt   time.Time  `json:"created_date"`
	ExpiresAt   time.Time  `json:"expires_date"`
	UsedAt      *time.Time `json:"last_used,omitempty"`
	State       string     `json:"state" enum:"active,expired,revoked,stopped" doc:"stopped: its maker is disabled"`
}

// List lists the keys of an organisation that people in the caller's sight made: those that still work before those that ended, of each the newest first.
func (s *Service) List(ctx context.Context) ([]Key, error) {
	c := web.Caller(ctx)
	rows, err := s.Pool.Query(ctx, `SELECT k.id::text, k.name, k.hint, k.permissions, k.group_id, a.email, k.created_at, k.expires_at, k.used_at,
			CASE WHEN s.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= $2 THEN 'expired' WHEN a.disabled THEN 'stopped' ELSE 'active' END
		FROM outrider.api_key k JOIN outrider.session s ON s.id = k.id JOIN outrider.account a ON a.id = k.account_id
		JOIN outrider.group_node g ON g.org_id = a.org_id AND g.id = a.group_id
		WHERE k.org_id = $1 AND ($3 OR a.id = $4 OR g.path >= $5 AND g.path < $6) ORDER BY s.revoked_at IS NOT NULL OR k.expires_at <= $2, k.created_at DESC, k.id LIMIT 500`,
		c.OrgID, s.Now(), c.Scope.All, c.UserID, c.Scope.Path, web.PathEnd(c.Scope.Path))
	if err != nil {
		return nil, fmt.Errorf("list API keys of %s: %w", c.OrgID, err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Key])
	if err != nil {
		return nil, fmt.Errorf("list API keys of %s: %w", c.OrgID, err)
	}
	return keys, nil
}

// Wanted is a key to make.
type Wanted struct {
	Name        string    `json:"name" minLength:"1" maxLength:"80"`
	Permissions []string  `json:"permissions" minItems:"1" maxItems:"500" nullable:"false" doc:"Of one's own; it never may more than its maker may now"`
	Group       string    `json:"group,omitempty" maxLength:"200" doc:"Sees this group and those below; left out: what its maker sees"`
	ExpiresAt   time.Time `json:"expires_date" doc:"At most 366 days from now"`
}

// Made is a new key with its secret, which is shown this once.
type Made struct {
	Key
	Secret string `json:"key" doc:"Send it as Authorization: Bearer <key>"`
}

// Make makes a key for the caller. Faults: invalid, denied for what the caller may not, conflict beyond the most that an organisation may have.
func (s *Service) Make(ctx context.Context, want Wanted) (Made, error) {
	c := web.Caller(ctx)
	now := s.Now()
	if !want.ExpiresAt.After(now) || want.ExpiresAt.After(now.Add(longest)) {
		return Made{}, wrong("body.expires_date", "must be within the next 366 days")
	}
	grant, err := s.Decider.Decide(ctx, access.Subject{UserID: c.UserID, OrgID: c.OrgID, SessionID: c.SessionID}, c.OrgID)
	if err != nil {
		return Made{}, err
	}
	for i, permission := range want.Permissions {
		if !grant.Allowed(permission) || !access.KeyMayHave(permission) {
			return Made{}, wrong(fmt.Sprintf("body.permissions[%d]", i), "is not yours to give")
		}
	}
	slices.Sort(want.Permissions)
	want.Permissions = slices.Compact(want.Permissions)
	secret := makeKey()
	made := Made{Secret: secret, Key: Key{
		ID: uuid.NewString(), Name: want.Name, Hint: secret[:hintLength], Permissions: want.Permissions, Group: want.Group, MadeBy: c.Email,
		CreatedAt: now.UTC(), ExpiresAt: want.ExpiresAt.UTC(), State: "active",
	}}
	return made, pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error { return s.insert(ctx, tx, c, grant, made) })
}

func (s *Service) insert(ctx context.Context, tx pgx.Tx, c web.CallerInfo, grant *access.Grant, made Made) error {
	if err := identity.SeesGroup(ctx, tx, grant, made.Group, "body.group"); err != nil {
		return err
	}
	var open int
	// The organisation's row is held, so that keys that are made at once are counted one after the other.
	err := tx.QueryRow(ctx, `WITH held AS (SELECT id FROM outrider.organisation WHERE id = $1 FOR UPDATE)
		SELECT count(*) FROM held, outrider.api_key k JOIN outrider.session s ON s.id = k.id WHERE k.org_id = held.id AND s.revoked_at IS NULL AND k.expires_at > $2`,
		c.OrgID, s.Now()).Scan(&open)
	if err != nil {
		return fmt.Errorf("count the API keys of %s: %w", c.OrgID, err)
	}
	if open >= most {
		return fault.New(fault.Conflict, "An organisation has at most %d API keys. Revoke one first.", most)
	}
	if _, err := tx.Exec(ctx, `INSERT INTO outrider.session (id, account_id, org_id, user_agent, address, created_at, seen_at, expires_at)
		VALUES ($1, $2, $3, 'API key', '', $4, $4, $5)`, made.ID, c.UserID, c.OrgID, made.CreatedAt, made.ExpiresAt); err != nil {
		return fmt.Errorf("begin the session of an API key: %w", err)
	}
	if _, err := tx.Exec(ctx, `INSERT INTO outrider.api_key (id, org_id, account_id, name, hint, hash, permissions, group_id, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, made.ID, c.OrgID, c.UserID, made.Name, made.Hint, hashOf(made.Secret), made.Permissions, made.Group, made.CreatedAt, made.ExpiresAt); err != nil {
		return fmt.Errorf("keep an API key: %w", err)
	}
	return identity.Note(ctx, tx, c.UserID, c.OrgID, "api-key.make", made.ID, map[string]any{"name": made.Name, "permissions": made.Permissions, "group": made.Group})
}

// Revoke ends a key at once, with its open connections. Fault: not_found.
func (s *Service) Revoke(ctx context.Context, id string) error {
	c := web.Caller(ctx)
	keys, err := s.List(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(keys, func(k Key) bool { return k.ID == id })
	if at < 0 {
		return fault.New(fault.NotFound, "There is no such API key.")
	}
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		var maker string
		err := tx.QueryRow(ctx, `UPDATE outrider.session SET revoked_at = COALESCE(revoked_at, $2), revoked_by = COALESCE(revoked_by, 'key') WHERE id = $1 RETURNING account_id::text`,
			id, s.Now()).Scan(&maker)
		if err != nil {
			return fmt.Errorf("revoke API key %s: %w", id, err)
		}
		if err := access.Announce(ctx, tx, access.Change{SessionID: id, UserID: maker}); err != nil {
			return err
		}
		return identity.Note(ctx, tx, c.UserID, c.OrgID, "api-key.revoke", id, map[string]any{"name": keys[at].Name})
	})
	if err == nil {
		s.Changed()
	}
	return err
}

// Run notes when keys were used, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	ticker := time.NewTicker(useEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		if err := s.NoteUses(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("the use of API keys could not be noted", "error", err)
		}
	}
}

// NoteUses writes when keys were used last.
func (s *Service) NoteUses(ctx context.Context) error {
	for id, at := range s.Decider.KeyUses() {
		if s.noted[id] == at {
			continue
		}
		_, err := s.Pool.Exec(ctx, `UPDATE outrider.api_key SET used_at = GREATEST(used_at, to_timestamp($2)) WHERE id = $1`, id, at)
		if err != nil {
			return fmt.Errorf("note the use of API key %s: %w", id, err)
		}
		s.noted[id] = at
	}
	return nil
}

func wrong(location, message string) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: message})
}
