package mailing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/sdk/store"
)

// tooOld is the age in which an alert that comes late is nobody's news any more.
const tooOld = 24 * time.Hour

// Rules finds the rules that an alert fits.
type Rules interface {
	Matching(tx *gorm.DB, orgID string, a alert.Alert) ([]rules.Match, error)
}

// Teller tells people of new alerts: it queues mails in the transaction that keeps the alert, and notifies open portals after it.
type Teller struct {
	store  *Store
	rules  Rules
	notify func(ctx context.Context, orgID, alertID string, users map[string]string)
}

// NewTeller returns a teller; notify gets the users to notify, with the names of their rules.
func NewTeller(s *Store, r Rules, notify func(ctx context.Context, orgID, alertID string, users map[string]string)) *Teller {
	return &Teller{store: s, rules: r, notify: notify}
}

// Before implements postgres.Follower.
func (t *Teller) Before(*gorm.DB, string, *alert.Alert) (bool, error) { return true, nil }

// After implements postgres.Follower: who is to be mailed is queued with the alert, so that both are kept or neither is.
func (t *Teller) After(tx *gorm.DB, orgID string, a alert.Alert) error {
	if a.VehicleID == "" || a.EventMs < t.store.now().Add(-tooOld).UnixMilli() {
		return nil
	}
	emails, err := addresses(tx, orgID, a)
	if err != nil {
		return err
	}
	matches, err := t.rules.Matching(tx, orgID, a)
	if err != nil {
		return err
	}
	why, users := map[string]string{}, map[string]string{}
	for _, email := range emails {
		why[strings.ToLower(email)] = ""
	}
	for _, m := range matches {
		if m.Rule.ByMail && m.Email != "" {
			why[strings.ToLower(m.Email)] = m.Rule.Name
		}
		if m.Rule.InPortal {
			users[m.Rule.UserID] = m.Rule.Name
		}
	}
	if err := t.store.queue(tx, orgID, a, why); err != nil {
		return err
	}
	if len(users) > 0 {
		ctx := context.WithoutCancel(tx.Statement.Context)
		store.AfterCommit(tx, func() { t.notify(ctx, orgID, a.ID, users) })
	}
	return nil
}

// queue notes that addresses are to be mailed about an alert.
func (s *Store) queue(tx *gorm.DB, orgID string, a alert.Alert, why map[string]string) error {
	recipients := make([]string, 0, len(why))
	for recipient := range why {
		recipients = append(recipients, recipient)
	}
	slices.Sort(recipients)
	for _, recipient := range recipients {
		err := tx.Exec(`INSERT INTO alerts.mail_line (org_id, recipient, alert_id, urgent, why, at_ms) VALUES (?, ?, ?::uuid, ?, ?, ?) ON CONFLICT DO NOTHING`,
			orgID, recipient, a.ID, a.AlertType == "collision", why[recipient], s.now().UnixMilli()).Error
		if err != nil {
			return fmt.Errorf("queue a mail about alert %s: %w", a.ID, err)
		}
	}
	if len(recipients) > 0 {
		store.AfterCommit(tx, s.ring)
	}
	return nil
}

func (s *Store) ring() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
}
