package identity

import (
	"context"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/accountmail"
	"outrider.dev/outrider/host/internal/mail"
)

// mailInvite queues the mail of an invite, inside tx, in the language of who invites: they share an organisation.
func (s *Service) mailInvite(ctx context.Context, tx pgx.Tx, a actor, id, email, token string) error {
	o, err := findOrganisation(ctx, tx, a.OrgID)
	if err != nil {
		return err
	}
	inviter := a.User.Name
	if inviter == "" {
		inviter = a.User.Email
	}
	letter, err := accountmail.Write(accountmail.Invite, accountmail.Content{
		Locale: a.Locale, Inviter: inviter, Organisation: o.GetName(), Until: s.now().Add(InviteLife), Zone: o.GetZone(),
		Link: s.site() + "/sign-in?invite=" + url.QueryEscape(token),
	})
	if err != nil {
		return err
	}
	return mail.AddIn(ctx, tx, mail.Message{
		Plugin: access.HostPluginID, Key: "invite " + id + " " + uuid.NewString(), OrgID: a.OrgID, To: email, Subject: letter.Subject, Text: letter.Text, HTML: letter.HTML,
	})
}
