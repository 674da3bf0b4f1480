package mailing

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
)

// gather puts what waits for an address into a mail with a number, unless one is unfinished: then that is it. Nothing comes back while another process is at
// it.
func (s *Store) gather(ctx context.Context, a addressee) (batch int64, lines []queued, err error) {
	err = s.db.InOrg(ctx, a.OrgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `INSERT INTO alerts.mail_recipient (org_id, recipient) VALUES (?, ?) ON CONFLICT DO NOTHING`, a.OrgID, a.Recipient)
		if err != nil {
			return err
		}
		last, err := store.Rows[struct{ Batch, LastMs int64 }](tx, `SELECT batch, last_ms FROM alerts.mail_recipient WHERE org_id = ? AND recipient = ? FOR UPDATE SKIP LOCKED`, a.OrgID, a.Recipient)
		if err != nil || len(last) == 0 {
			return err
		}
		var unfinished []int64
		unfinished, err = store.Rows[int64](tx, `SELECT min(batch) FROM alerts.mail_line WHERE org_id = ? AND recipient = ? AND batch > 0 HAVING min(batch) IS NOT NULL`, a.OrgID, a.Recipient)
		if err != nil {
			return err
		}
		switch batch = last[0].Batch + 1; {
		case len(unfinished) > 0:
			batch = unfinished[0]
		case s.now().UnixMilli()-last[0].LastMs < urgentGap.Milliseconds():
			return nil // another process has mailed meanwhile
		default:
			if err := s.close(tx, a, batch); err != nil {
				return err
			}
		}
		lines, err = linesOf(tx, a, batch)
		return err
	})
	if err != nil {
		return 0, nil, fmt.Errorf("gather a mail: %w", err)
	}
	return batch, lines, nil
}

// close decides what a mail holds; from now on the next one waits.
func (s *Store) close(tx *gorm.DB, a addressee, batch int64) error {
	if _, err := store.Exec(tx, `UPDATE alerts.mail_line SET batch = ? WHERE org_id = ? AND recipient = ? AND batch = 0`, batch, a.OrgID, a.Recipient); err != nil {
		return err
	}
	_, err := store.Exec(tx, `UPDATE alerts.mail_recipient SET batch = ?, last_ms = ? WHERE org_id = ? AND recipient = ?`, batch, s.now().UnixMilli(), a.OrgID, a.Recipient)
	return err
}

// queued is an alert that waits for a mail, the rule that asks for it, and whose that is; no user where a list names the address.
type queued struct{ AlertID, Why, UserID string }

func linesOf(tx *gorm.DB, a addressee, batch int64) (lines []queued, err error) {
	lines, err = store.Rows[queued](tx, `SELECT alert_id::text AS alert_id, why, user_id FROM alerts.mail_line WHERE org_id = ? AND recipient = ? AND batch = ? ORDER BY at_ms DESC, alert_id LIMIT ?`,
		a.OrgID, a.Recipient, batch, maxReadBack)
	return lines, err
}

// forget removes what was mailed.
func (s *Store) forget(ctx context.Context, a addressee, batch int64) error {
	err := s.db.InOrg(ctx, a.OrgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `DELETE FROM alerts.mail_line WHERE org_id = ? AND recipient = ? AND batch = ?`, a.OrgID, a.Recipient, batch)
		return err
	})
	if err != nil {
		return fmt.Errorf("forget a mail: %w", err)
	}
	return nil
}

// reader is how an address reads: as its user, else as is usual in the organisation's country.
func (s *Store) reader(ctx context.Context, a addressee, org plugin.Organisation) (alerttext.Reader, error) {
	type person struct{ Locale, Units string }
	var found []person
	err := s.db.InOrg(ctx, a.OrgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[person](tx, `SELECT locale, units FROM alerts.person WHERE org_id = ? AND lower(email) = ? ORDER BY user_id LIMIT 1`, a.OrgID, a.Recipient)
		return err
	})
	if err != nil {
		return alerttext.Reader{}, fmt.Errorf("find how an address reads: %w", err)
	}
	if len(found) == 0 {
		return alerttext.ReaderOf("", "", org.CountryCode, org.Zone), nil
	}
	return alerttext.ReaderOf(found[0].Locale, found[0].Units, org.CountryCode, org.Zone), nil
}
