package webhooks

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// Wanted is what a webhook is to be.
type Wanted struct {
	URL         string   `json:"url" minLength:"1" maxLength:"2000" format:"uri"`
	Description string   `json:"description" maxLength:"200"`
	Kinds       []string `json:"kinds" minItems:"1" maxItems:"100" nullable:"false" doc:"Kinds of events, of those that the caller may see"`
	Group       string   `json:"group,omitempty" maxLength:"200" doc:"Sees this group and those below; left out: what its maker sees"`
	Enabled     *bool    `json:"enabled,omitempty" doc:"Left out: it is"`
}

// Made is a webhook with its secret, which is shown this once.
type Made struct {
	Webhook
	Secret string `json:"secret" doc:"Verifies what is sent: docs/webhooks.md"`
}

// Make makes a webhook of the caller. Faults: invalid, conflict beyond the most that an organisation may have.
func (s *Service) Make(ctx context.Context, want Wanted) (Made, error) {
	c := web.Caller(ctx)
	if c.OrgID != c.HomeOrgID {
		return Made{}, fault.New(fault.Denied, "Webhooks are made by people of the organisation.")
	}
	if err := s.check(ctx, &want); err != nil {
		return Made{}, err
	}
	id, signing := uuid.NewString(), makeKeys()
	sealed, err := s.seal(signing, id)
	if err != nil {
		return Made{}, err
	}
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		var open int
		// The organisation's row is held, so that webhooks that are made at once are counted one after the other.
		err := tx.QueryRow(ctx, `WITH held AS (SELECT id FROM outrider.organisation WHERE id = $1 FOR UPDATE) SELECT count(w.id) FROM held LEFT JOIN outrider.webhook w ON w.org_id = held.id`, c.OrgID).Scan(&open)
		if err != nil {
			return fmt.Errorf("count the webhooks of %s: %w", c.OrgID, err)
		}
		if open >= most {
			return fault.New(fault.Conflict, "An organisation has at most %d webhooks. Delete one first.", most)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.webhook (id, org_id, made_by, url, description, kinds, group_id, enabled, secret, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			id, c.OrgID, c.UserID, want.URL, want.Description, want.Kinds, want.Group, want.on(), sealed, s.Now()); err != nil {
			return fmt.Errorf("keep a webhook of %s: %w", c.OrgID, err)
		}
		return s.note(ctx, tx, "webhook.make", id, want)
	})
	if err != nil {
		return Made{}, err
	}
	w, err := s.find(ctx, id)
	return Made{w, signing.shown()}, err
}

// Change saves a webhook anew. Whoever does is its maker from then on, and what paused it is over. Faults: not_found, invalid, conflict.
func (s *Service) Change(ctx context.Context, id string, version int64, want Wanted) (Webhook, error) {
	c := web.Caller(ctx)
	if _, err := s.find(ctx, id); err != nil {
		return Webhook{}, err
	}
	if c.OrgID != c.HomeOrgID {
		return Webhook{}, fault.New(fault.Denied, "Webhooks are changed by people of the organisation.")
	}
	if err := s.check(ctx, &want); err != nil {
		return Webhook{}, err
	}
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, `UPDATE outrider.webhook SET url = $4, description = $5, kinds = $6, group_id = $7, enabled = $8, made_by = $9, version = version + 1,
			paused = '', paused_at = NULL, failures = 0, failing_since = NULL WHERE org_id = $1 AND id = $2 AND version = $3`,
			c.OrgID, id, version, want.URL, want.Description, want.Kinds, want.Group, want.on(), c.UserID)
		if err != nil {
			return fmt.Errorf("change webhook %s: %w", id, err)
		}
		if done.RowsAffected() == 0 {
			return fault.New(fault.Conflict, "Somebody else has changed this webhook in the meantime. Read it again.")
		}
		return s.note(ctx, tx, "webhook.change", id, want)
	})
	if err != nil {
		return Webhook{}, err
	}
	s.Wake()
	return s.find(ctx, id)
}

// Delete ends a webhook, with what it was still to send.
func (s *Service) Delete(ctx context.Context, id string) error {
	w, err := s.find(ctx, id)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.webhook WHERE org_id = $1 AND id = $2`, web.Caller(ctx).OrgID, w.ID); err != nil {
			return fmt.Errorf("delete webhook %s: %w", id, err)
		}
		return s.note(ctx, tx, "webhook.delete", id, Wanted{URL: w.URL})
	})
}

// Rotate makes another secret; the former one signs for a day, too.
func (s *Service) Rotate(ctx context.Context, id string) (Made, error) {
	if _, err := s.find(ctx, id); err != nil {
		return Made{}, err
	}
	var next keys
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		var sealed []byte
		if err := tx.QueryRow(ctx, `SELECT secret FROM outrider.webhook WHERE id = $1 FOR UPDATE`, id).Scan(&sealed); err != nil {
			return fmt.Errorf("read the secret of webhook %s: %w", id, err)
		}
		if now, err := s.open(sealed, id); err == nil {
			next = now.rotated(s.Now())
		} else { // it is lost: what is made now is the only one
			next = makeKeys()
		}
		sealed, err := s.seal(next, id)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE outrider.webhook SET secret = $2, version = version + 1 WHERE id = $1`, id, sealed); err != nil {
			return fmt.Errorf("keep the secret of webhook %s: %w", id, err)
		}
		return s.note(ctx, tx, "webhook.secret", id, Wanted{})
	})
	if err != nil {
		return Made{}, err
	}
	w, err := s.find(ctx, id)
	return Made{w, next.shown()}, err
}

// check refuses what the caller may not have sent, and addresses that nobody may send to.
func (s *Service) check(ctx context.Context, want *Wanted) error {
	if err := s.client.Check(want.URL); err != nil {
		return wrong("body.url", err.Error())
	}
	grant, err := s.grant(ctx)
	if err != nil {
		return err
	}
	kinds := s.Kinds()
	for i, id := range want.Kinds {
		at := slices.IndexFunc(kinds, func(k Kind) bool { return k.ID == id })
		if at < 0 || !grant.Allowed(kinds[at].Permission) || kinds[at].Module && !slices.Contains(grant.Modules, kinds[at].Plugin) {
			return wrong(fmt.Sprintf("body.kinds[%d]", i), "is not yours to see")
		}
	}
	slices.Sort(want.Kinds)
	want.Kinds = slices.Compact(want.Kinds)
	return identity.SeesGroup(ctx, s.Pool, grant, want.Group, "body.group")
}

func (w Wanted) on() bool { return w.Enabled == nil || *w.Enabled }

// note writes the audit log; the address says enough without what stands behind its question mark.
func (s *Service) note(ctx context.Context, tx pgx.Tx, action, id string, want Wanted) error {
	c := web.Caller(ctx)
	detail := map[string]any{}
	if want.URL != "" {
		detail["host"] = hostOf(want.URL)
	}
	if want.Kinds != nil {
		detail["kinds"], detail["group"], detail["enabled"] = want.Kinds, want.Group, want.on()
	}
	return identity.Note(ctx, tx, c.UserID, c.OrgID, action, id, detail)
}
