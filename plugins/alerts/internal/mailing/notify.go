package mailing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/notice"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/sdk/store"
)

// tooOld is the age in which an alert that comes late is nobody's news any more.
const tooOld = 24 * time.Hour

// Rules finds the rules that an alert fits.
type Rules interface {
	Matching(tx *gorm.DB, orgID string, a alert.Alert) ([]rules.Match, error)
}

// Portal keeps notices.
type Portal interface {
	// Write keeps notices in the transaction that keeps their alert, and returns those that are new.
	Write(tx *gorm.DB, orgID string, list []notice.Notice) (fresh []notice.Notice, err error)
}

// asks is why an address is mailed about an alert: the rule that asks for it, and its user; the user is empty where a list names the address, too.
type asks struct{ rule, userID string }

// Notifier tells people of new alerts: it queues mails and keeps notices in the transaction that keeps the alert, and notifies open portals after it.
type Notifier struct {
	store  *Store
	rules  Rules
	portal Portal
	notify func(ctx context.Context, orgID, alertID string, list []notice.Notice)
}

// NewNotifier returns a notifier; notify gets the new notices of an alert once they are kept.
func NewNotifier(s *Store, r Rules, portal Portal, notify func(ctx context.Context, orgID, alertID string, list []notice.Notice)) *Notifier {
	return &Notifier{store: s, rules: r, portal: portal, notify: notify}
}

// Before implements postgres.Follower.
func (t *Notifier) Before(*gorm.DB, string, *alert.Alert) (bool, error) { return true, nil }

// After implements postgres.Follower: who is to be mailed is queued with the alert, so that both are kept or neither is.
func (t *Notifier) After(tx *gorm.DB, orgID string, a alert.Alert) error {
	if t.isOld(a) {
		return nil
	}
	recipients, notices, err := t.reached(tx, orgID, a)
	if err != nil {
		return err
	}
	return t.tell(tx, orgID, a, recipients, notices)
}

// Worse implements postgres.Worse: who was reached by the alert as it was before is not told again.
func (t *Notifier) Worse(tx *gorm.DB, orgID string, a alert.Alert, before int) error {
	if t.isOld(a) {
		return nil
	}
	recipients, notices, err := t.reached(tx, orgID, a)
	if err != nil {
		return err
	}
	milder := a
	milder.Severity = before
	told, _, err := t.reached(tx, orgID, milder)
	if err != nil {
		return err
	}
	for recipient := range told {
		delete(recipients, recipient)
	}
	return t.tell(tx, orgID, a, recipients, notices)
}

func (t *Notifier) isOld(a alert.Alert) bool {
	return a.VehicleID == "" || a.EventMs < t.store.now().Add(-tooOld).UnixMilli()
}

// reached are whom an alert is for: addresses with the reason, and users in the portal.
func (t *Notifier) reached(tx *gorm.DB, orgID string, a alert.Alert) (recipients map[string]asks, notices []notice.Notice, err error) {
	emails, err := addresses(tx, orgID, a)
	if err != nil {
		return nil, nil, err
	}
	matches, err := t.rules.Matching(tx, orgID, a)
	if err != nil {
		return nil, nil, err
	}
	recipients = map[string]asks{}
	for _, email := range append(emails, a.Emails...) {
		recipients[strings.ToLower(email)] = asks{}
	}
	for _, m := range matches {
		if email := strings.ToLower(m.Email); m.Rule.ByMail && email != "" {
			if before, listed := recipients[email]; listed && before.userID == "" {
				recipients[email] = asks{rule: m.Rule.Name}
			} else {
				recipients[email] = asks{rule: m.Rule.Name, userID: m.Rule.UserID}
			}
		}
		if m.Rule.InPortal {
			notices = append(notices, notice.Notice{UserID: m.Rule.UserID, AlertID: a.ID, RuleID: m.Rule.ID, Rule: m.Rule.Name})
		}
	}
	return recipients, notices, nil
}

// tell queues mails and keeps notices; a user has one of an alert.
func (t *Notifier) tell(tx *gorm.DB, orgID string, a alert.Alert, recipients map[string]asks, notices []notice.Notice) error {
	if err := t.store.queue(tx, orgID, a, recipients); err != nil {
		return err
	}
	fresh, err := t.portal.Write(tx, orgID, notices)
	if err == nil && len(fresh) > 0 {
		ctx := context.WithoutCancel(tx.Statement.Context)
		store.AfterCommit(tx, func() { t.notify(ctx, orgID, a.ID, fresh) })
	}
	return err
}

// queue notes that addresses are to be mailed about an alert.
func (s *Store) queue(tx *gorm.DB, orgID string, a alert.Alert, recipients map[string]asks) error {
	for _, recipient := range slices.Sorted(maps.Keys(recipients)) {
		why := recipients[recipient]
		_, err := store.Exec(tx, `INSERT INTO alerts.mail_line (org_id, recipient, alert_id, urgent, why, user_id, at_ms) VALUES (?, ?, ?::uuid, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			orgID, recipient, a.ID, a.AlertType == "collision", why.rule, why.userID, s.now().UnixMilli())
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
