package mailing

import (
	"embed"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
	"outrider.dev/sdk/fleet"
)

//go:embed message.html
var pages embed.FS

// mostShown is how many alerts one mail tells of; of more it says how many.
const mostShown = 50

// Line is an alert that a mail tells of, and the name of the rule that asks for it.
type Line struct {
	Alert alert.Alert
	Rule  string
}

// Message is a mail, written.
type Message struct{ Subject, Text, HTML string }

// Writer writes mails.
type Writer struct {
	words     map[string]alerttext.Catalogue
	page      *template.Template
	publicURL string // of the portal; empty: not known, and mails have no links
}

// NewWriter returns a writer; links lead to publicURL.
func NewWriter(publicURL string) (*Writer, error) {
	all, err := alerttext.All()
	if err != nil {
		return nil, err
	}
	page, err := template.ParseFS(pages, "message.html")
	if err != nil {
		return nil, fmt.Errorf("read the page of mails: %w", err)
	}
	return &Writer{words: all, page: page, publicURL: strings.TrimRight(publicURL, "/")}, nil
}

// fact is one line below an alert's title.
type fact struct{ Name, Value string }

type item struct {
	Title, Color, Link, Open string
	Facts                    []fact
}

type content struct {
	Language, Subject, More, Footer string
	Items                           []item
}

// Write writes the mail about alerts, the newest first, of an organisation.
func (w *Writer) Write(r alerttext.Reader, organisation string, lines []Line) (Message, error) {
	said := w.words[r.Language]
	c := content{Language: r.Language, Footer: strings.ReplaceAll(said.Mail["footer"], "{organisation}", organisation)}
	for _, l := range lines[:min(len(lines), mostShown)] {
		c.Items = append(c.Items, w.item(said, r, l))
	}
	if more := len(lines) - mostShown; more > 0 {
		c.More = strings.ReplaceAll(said.Mail["more"], "{count}", strconv.Itoa(more))
	}
	c.Subject = strings.ReplaceAll(said.Mail["many"], "{count}", strconv.Itoa(len(lines)))
	if len(lines) == 1 {
		c.Subject = c.Items[0].Title
	}
	c.Subject = oneLine(c.Subject)
	var page strings.Builder
	if err := w.page.Execute(&page, c); err != nil {
		return Message{}, fmt.Errorf("write a mail: %w", err)
	}
	return Message{Subject: c.Subject, Text: c.text(), HTML: page.String()}, nil
}

var colors = map[int]string{alert.Plain: "#5b6b84", alert.Moderate: "#8a6d00", alert.Harsh: "#b45f00", alert.Severe: "#c62828"}

func (w *Writer) item(said alerttext.Catalogue, r alerttext.Reader, l Line) item {
	a := l.Alert
	i := item{Title: said.Title(a), Color: colors[a.Severity]}
	if a.VehicleName != "" {
		i.Title += " · " + a.VehicleName
	}
	where, err := time.LoadLocation(r.Zone)
	if err != nil {
		where = time.UTC
	}
	at := time.UnixMilli(a.EventMs).In(where)
	add := func(name, value string) {
		if value != "" {
			i.Facts = append(i.Facts, fact{said.Mail[name], value})
		}
	}
	add("when", fleet.DateTime(r.Language, at)+at.Format(" MST"))
	add("where", fleet.PlaceIn(r.Language, a.Address))
	if name, thing := said.About(a); thing != "" {
		i.Facts = append(i.Facts, fact{name, thing})
	}
	for _, v := range said.Values(r, a) {
		i.Facts = append(i.Facts, fact{v.Label, v.Text})
	}
	if lasted := said.Duration(a); lasted != "" {
		i.Facts = append(i.Facts, fact{said.Info["duration"], lasted})
	}
	add("speed", r.Speed(a.SpeedKmh))
	add("limit", r.Speed(a.SpeedLimitKmh))
	if l.Rule != "" {
		i.Facts = append(i.Facts, fact{"", strings.ReplaceAll(said.Mail["rule"], "{rule}", l.Rule)})
	}
	if w.publicURL != "" {
		i.Link, i.Open = w.publicURL+pathOf(a), said.Mail["open"]
	}
	return i
}

// pathOf is where the portal shows an alert.
func pathOf(a alert.Alert) string {
	page := map[string]string{alert.Speeding: "/speeding", alert.Geofence: "/geofence-events"}[a.Kind]
	if page == "" {
		page = "/notifications"
	}
	return page + "?alert=" + url.QueryEscape(a.ID)
}

// text is the mail without its looks.
func (c content) text() string {
	var b strings.Builder
	for _, i := range c.Items {
		b.WriteString(i.Title + "\n")
		for _, f := range i.Facts {
			if f.Name != "" {
				b.WriteString(f.Name + ": ")
			}
			b.WriteString(f.Value + "\n")
		}
		if i.Link != "" {
			b.WriteString(i.Link + "\n")
		}
		b.WriteString("\n")
	}
	if c.More != "" {
		b.WriteString(c.More + "\n\n")
	}
	b.WriteString(c.Footer + "\n")
	return b.String()
}

// oneLine is a subject: names of vehicles may hold anything.
func oneLine(text string) string {
	const most = 300 // bytes
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == ' ' }), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
