package session

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/accountmail"
	"outrider.dev/outrider/host/internal/mail"
)

// noteAndTell writes the audit log and tells the owner by mail that something about signing in has changed.
func (s *Service) noteAndTell(ctx context.Context, tx pgx.Tx, accountID, action, mail string) error {
	_, err := tx.Exec(ctx, `INSERT INTO outrider.audit_entry (at, actor_id, org_id, action, target)
		SELECT $3, a.id, a.org_id, $2, a.id::text FROM outrider.account a WHERE a.id = $1`, accountID, action, s.now())
	if err != nil {
		return fmt.Errorf("note %s of %s: %w", action, accountID, err)
	}
	return s.tell(ctx, tx, accountID, mail)
}

// tell mails the owner of an account what happened to it, inside tx.
func (s *Service) tell(ctx context.Context, tx pgx.Tx, accountID, mail string) error {
	return TellOwner(ctx, tx, accountID, mail, s.site())
}

// TellOwner mails the owner of an account a notice, inside tx. After the commit wake the mail queue.
func TellOwner(ctx context.Context, tx pgx.Tx, accountID, notice, site string) error {
	var email, org, country, locale string
	err := tx.QueryRow(ctx, `SELECT a.email, a.org_id, o.country_code, COALESCE(p.document #>> '{global,locale}', '')
		FROM outrider.account a JOIN outrider.organisation o ON o.id = a.org_id LEFT JOIN outrider.preference p ON p.account_id = a.id
		WHERE a.id = $1`, accountID).Scan(&email, &org, &country, &locale)
	if err != nil {
		return fmt.Errorf("find account %s: %w", accountID, err)
	}
	written, err := accountmail.Notice(notice, access.LocaleOf(locale, country), site+"/user-profile")
	if err != nil {
		return err
	}
	return mail.AddIn(ctx, tx, mail.Message{
		Plugin: access.HostPluginID, Key: notice + " " + uuid.NewString(), OrgID: org, To: email, Subject: written.Subject, Text: written.Text, HTML: written.HTML,
	})
}
