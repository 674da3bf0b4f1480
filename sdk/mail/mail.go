// Package mail sends mails of a plugin by the host, which keeps them until a mail server has them.
package mail

import (
	"context"
	"fmt"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Message is a mail to one person. Words and templates are the plugin's own.
type Message struct {
	Key     string // says which mail this is: a second one with the same key is not sent
	OrgID   string
	To      string // one address, with or without a name
	Subject string // one line
	Text    string
	HTML    string // the same as a page; may be empty
}

// Sender sends mails. It is safe for concurrent use.
type Sender struct{ host pluginv1.MailClient }

// New returns a sender; the SDK makes the one of a plugin.
func New(host pluginv1.MailClient) *Sender { return &Sender{host} }

// Send returns once the mail cannot be lost any more; queued is false if there is one with this key already. A mail that cannot be one is
// fault.Invalid.
func (s *Sender) Send(ctx context.Context, m Message) (queued bool, err error) {
	answer, err := s.host.SendMail(ctx, &pluginv1.SendMailRequest{Key: m.Key, OrgId: m.OrgID, To: m.To, Subject: m.Subject, Text: m.Text, Html: m.HTML})
	if err != nil {
		return false, fmt.Errorf("send mail %s: %w", m.Key, err)
	}
	return answer.GetQueued(), nil
}
