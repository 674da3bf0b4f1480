// Package mail sends mails of a plugin by the host, which keeps them until a mail server has them.
package mail

import (
	"context"
	"fmt"
	"time"

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

	Attachments []Attachment // at most 5, and 20 MiB together
}

// Attachment is a file of the plugin's own (package media), which is read when the mail leaves: keep it until then.
type Attachment struct {
	Name        string // of the stored file
	FileName    string // as the reader sees it
	ContentType string
}

// What became of a mail.
const (
	Waiting = "waiting" // it is tried again for three days
	Sent    = "sent"    // a mail server has taken it
	GivenUp = "given_up"
)

// State is what became of a mail.
type State struct {
	State   string
	Problem string    // why it waits or was given up
	SentAt  time.Time // zero unless it was sent
}

// Sender sends mails. It is safe for concurrent use.
type Sender struct{ host pluginv1.MailClient }

// New returns a sender; the SDK makes the one of a plugin.
func New(host pluginv1.MailClient) *Sender { return &Sender{host} }

// Send returns once the mail cannot be lost any more; queued is false if there is one with this key already. A mail that cannot be one is
// fault.Invalid.
func (s *Sender) Send(ctx context.Context, m Message) (queued bool, err error) {
	request := &pluginv1.SendMailRequest{Key: m.Key, OrgId: m.OrgID, To: m.To, Subject: m.Subject, Text: m.Text, Html: m.HTML}
	for _, a := range m.Attachments {
		request.Attachments = append(request.Attachments, &pluginv1.MailAttachment{Name: a.Name, FileName: a.FileName, ContentType: a.ContentType})
	}
	answer, err := s.host.SendMail(ctx, request)
	if err != nil {
		return false, fmt.Errorf("send mail %s: %w", m.Key, err)
	}
	return answer.GetQueued(), nil
}

// States are what became of at most 1,000 mails, by key. One that was never sent, or that the host has forgotten after 30 days, is missing.
func (s *Sender) States(ctx context.Context, orgID string, keys []string) (map[string]State, error) {
	answer, err := s.host.MailStates(ctx, &pluginv1.MailStatesRequest{OrgId: orgID, Keys: keys})
	if err != nil {
		return nil, fmt.Errorf("ask what became of %d mails: %w", len(keys), err)
	}
	states := map[string]State{}
	for _, one := range answer.GetMails() {
		state := State{State: one.GetState(), Problem: one.GetProblem()}
		if one.GetSentAtMs() > 0 {
			state.SentAt = time.UnixMilli(one.GetSentAtMs())
		}
		states[one.GetKey()] = state
	}
	return states, nil
}
