// Package accountmail writes the mails that the host itself sends to people, in their languages.
package accountmail

import (
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"time"

	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/texts"
)

//go:embed locales/*.json
var files embed.FS

// Message is a mail, written.
type Message struct{ Subject, Text, HTML string }

// The kinds of mails.
const (
	Invite = "invite"
	Reset  = "reset"
)

// Content is what a mail says besides its kind's own words.
type Content struct {
	Locale                string // of the reader, "en-GB"
	Inviter, Organisation string // of an invite
	Link                  string
	Until                 time.Time // how long the link is good
	Zone                  string    // IANA zone in which Until is written
}

// Write writes a mail of a kind.
func Write(kind string, c Content) (Message, error) {
	said, err := words(texts.Of(c.Locale))
	if err != nil {
		return Message{}, err
	}
	where, err := time.LoadLocation(c.Zone)
	if err != nil {
		where = time.UTC
	}
	fill := strings.NewReplacer("{inviter}", oneLine(c.Inviter), "{organisation}", oneLine(c.Organisation), "{until}", fleet.DateTime(texts.Of(c.Locale), c.Until.In(where))+c.Until.In(where).Format(" MST"))
	say := func(key string) string { return fill.Replace(said[kind+"."+key]) }
	text := strings.Join([]string{say("text"), say("open") + ":\n" + c.Link, say("until"), say("ignore")}, "\n\n") + "\n"
	return Message{Subject: say("subject"), Text: text, HTML: page(say, c.Link)}, nil
}

// Paused writes a mail that tells an administrator of a webhook that was paused; receiver is whom it sends to, link leads to it.
func Paused(locale, receiver, link string) (Message, error) {
	said, err := words(texts.Of(locale))
	if err != nil {
		return Message{}, err
	}
	fill := strings.NewReplacer("{receiver}", oneLine(receiver))
	say := func(key string) string { return fill.Replace(said["webhookPaused."+key]) }
	text := strings.Join([]string{say("text"), say("open") + ":\n" + link, say("until"), say("ignore")}, "\n\n") + "\n"
	return Message{Subject: say("subject"), Text: text, HTML: page(say, link)}, nil
}

// Notice writes a mail that tells the owner of an account what has happened to it; link leads to the account.
func Notice(kind, locale, link string) (Message, error) {
	said, err := words(texts.Of(locale))
	if err != nil {
		return Message{}, err
	}
	say := func(key string) string {
		if key == "subject" || key == "text" {
			return said[kind+"."+key]
		}
		return said["notice."+key]
	}
	text := strings.Join([]string{say("text"), say("open") + ":\n" + link, say("ignore")}, "\n\n") + "\n"
	return Message{Subject: say("subject"), Text: text, HTML: page(say, link)}, nil
}

func page(say func(string) string, link string) string {
	safe := func(key string) string { return html.EscapeString(say(key)) }
	return `<!doctype html><html><body style="font:15px/22px sans-serif;color:#182a47;max-width:520px;margin:24px auto;padding:0 16px"><p>` + safe("text") +
		`</p><p><a href="` + html.EscapeString(link) + `" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#182a47;color:#fff;text-decoration:none">` +
		safe("open") + `</a></p><p>` + safe("until") + `</p><p style="color:#5b6b84">` + safe("ignore") + "</p></body></html>"
}

func words(language string) (map[string]string, error) {
	raw, err := files.ReadFile("locales/" + language + ".json")
	if err != nil {
		return nil, fmt.Errorf("read the words of mails: %w", err)
	}
	var said map[string]string
	if err := json.Unmarshal(raw, &said); err != nil {
		return nil, fmt.Errorf("read the words of mails: %w", err)
	}
	return said, nil
}

// oneLine keeps what people name things from being more than a part of a line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
