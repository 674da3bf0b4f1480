package webhooks

import (
	"context"
	"fmt"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/accountmail"
	"outrider.dev/outrider/host/internal/mail"
)

// page is where webhooks are.
const page = "/user-management?tab=webhooks"

// tellAdministrators mails those who can do something about a webhook that was paused, inside tx.
func (s *Service) tellAdministrators(ctx context.Context, tx pgx.Tx, d delivery) error {
	rows, err := tx.Query(ctx, `SELECT a.email, o.country_code, COALESCE(p.document #>> '{global,locale}', '') FROM outrider.account a JOIN outrider.organisation o ON o.id = a.org_id
		LEFT JOIN outrider.preference p ON p.account_id = a.id
		WHERE a.org_id = $1 AND NOT a.disabled AND (a.role = $3 AND a.own_role IS NULL OR a.id = NULLIF($2, '')::uuid) ORDER BY a.email LIMIT 50`, d.OrgID, d.MakerID, access.OrgAdmin)
	if err != nil {
		return fmt.Errorf("find the administrators of %s: %w", d.OrgID, err)
	}
	type reader struct{ Email, Country, Locale string }
	readers, err := pgx.CollectRows(rows, pgx.RowToStructByPos[reader])
	if err != nil {
		return fmt.Errorf("find the administrators of %s: %w", d.OrgID, err)
	}
	for _, to := range readers {
		letter, err := accountmail.Paused(access.LocaleOf(to.Locale, to.Country), hostOf(d.URL), s.Site()+page)
		if err != nil {
			return err
		}
		if err := mail.AddIn(ctx, tx, mail.Message{
			Plugin: access.HostPluginID, Key: "webhook " + uuid.NewString(), OrgID: d.OrgID, To: to.Email, Subject: letter.Subject, Text: letter.Text, HTML: letter.HTML,
		}); err != nil {
			return err
		}
	}
	s.Mailed()
	return nil
}

// hostOf is whom an address names; what else stands in it may be a secret.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
