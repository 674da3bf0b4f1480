package mail

import (
	"net/mail"
	"strings"
	"unicode/utf8"

	"outrider.dev/sdk/fault"
)

const (
	maxKey     = 200       // bytes
	maxSubject = 500       // bytes
	maxBody    = 512 << 10 // bytes of text and page together
)

// Message is a mail to one person.
type Message struct {
	Plugin, Key, OrgID      string
	To, Subject, Text, HTML string
	Attachments             []Attachment
}

// check refuses what could not be sent, or would be more than one mail.
func (m Message) check() error {
	var wrong []fault.Field
	add := func(location, message string) {
		wrong = append(wrong, fault.Field{Location: location, Message: message})
	}
	if m.Key == "" || len(m.Key) > maxKey {
		add("key", "has 1 to 200 bytes")
	}
	if _, err := mail.ParseAddress(m.To); err != nil || strings.ContainsAny(m.To, "\r\n") {
		add("to", "is not one address")
	}
	if m.Subject == "" || len(m.Subject) > maxSubject || strings.ContainsAny(m.Subject, "\r\n") {
		add("subject", "is one line of at most 500 bytes")
	}
	if m.Text == "" || len(m.Text)+len(m.HTML) > maxBody {
		add("text", "is there, and at most 512 KiB with the page")
	}
	if len(m.Attachments) > maxAttachments {
		add("attachments", "are at most 5")
	}
	for _, a := range m.Attachments {
		if a.Name == "" || len(a.Name) > maxKey || strings.ContainsAny(a.Name, "\r\n\x00/\\\"") || !utf8.ValidString(a.Name) {
			add("attachments", "have names of at most 200 bytes, without slashes, quotes and line breaks")
		}
	}
	for _, text := range []string{m.Key, m.To, m.Subject, m.Text, m.HTML} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			add("text", "is not text")
			break
		}
	}
	if len(wrong) > 0 {
		return fault.InvalidFields("The mail is not valid.", wrong...)
	}
	return nil
}
