// Package schedulemail writes the mails of schedules: a report that is ready, one that could not be made, and addresses that were refused.
package schedulemail

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"
	"unicode"

	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

//go:embed message.html words/*.json
var files embed.FS

// Message is a mail, written.
type Message struct{ Subject, Text, HTML string }

// Link leads to a file.
type Link struct {
	Name, Path string // "/api/media/…"
	Expires    time.Time
	Attached   bool // the mail has it, too
}

// Report is a mail with a report.
type Report struct {
	Language, Name, Organisation, Zone string
	From, To                           time.Time
	Rows                               int64
	Attached                           bool
	Links                              []Link
}

// Failed is a mail that says that a report could not be made.
type Failed struct {
	Language, Name, Zone string
	From, To             time.Time
	Reason               string // a word that is known, or a sentence
	Paused               bool
}

// Refused is a mail that says which addresses were refused.
type Refused struct {
	Language, Name, Zone string
	From, To             time.Time
	Refused              []string // address and reason
}

// Writer writes mails.
type Writer struct {
	words     map[string]map[string]string
	page      *template.Template
	publicURL string // of the portal; empty: not known, and mails have no links to it
}

// New returns a writer; links lead to publicURL.
func New(publicURL string) (*Writer, error) {
	w := &Writer{words: map[string]map[string]string{}, publicURL: strings.TrimRight(publicURL, "/")}
	for _, language := range manifest.Languages {
		raw, err := files.ReadFile("words/" + language + ".json")
		if err != nil {
			return nil, fmt.Errorf("read the words of mails: %w", err)
		}
		said := map[string]string{}
		if err := json.Unmarshal(raw, &said); err != nil {
			return nil, fmt.Errorf("read the words of mails in %s: %w", language, err)
		}
		w.words[language] = said
	}
	var err error
	if w.page, err = template.ParseFS(files, "message.html"); err != nil {
		return nil, fmt.Errorf("read the page of mails: %w", err)
	}
	return w, nil
}

// line is a paragraph, with an address where it is a link.
type line struct{ Text, Link string }

type content struct {
	Language, Subject, Title, Footer string
	Lines                            []line
}

// Report writes the mail that brings a report.
func (w *Writer) Report(r Report) Message {
	said := w.in(r.Language)
	c := w.begin(r.Language, "subject", r.Name, days(r.Language, r.From, r.To, r.Zone))
	c.Lines = append(c.Lines, line{Text: fill(said["rows"], "rows", strconv.FormatInt(r.Rows, 10))})
	if r.Attached {
		c.Lines = append(c.Lines, line{Text: said["attached"]})
	}
	for _, l := range r.Links {
		if l.Attached && w.publicURL == "" {
			continue // it would lead nowhere
		}
		text := fill(said["link"], "file", l.Name, "until", fleet.DateTime(r.Language, l.Expires.In(zoneOf(r.Zone))))
		c.Lines = append(c.Lines, line{Text: text, Link: w.publicURL + l.Path})
	}
	c.Footer = fill(said["footer"], "organisation", r.Organisation)
	return w.letter(c)
}

// Failed writes the mail that tells a creator of a failure.
func (w *Writer) Failed(f Failed) Message {
	said := w.in(f.Language)
	c := w.begin(f.Language, "failedSubject", f.Name, days(f.Language, f.From, f.To, f.Zone))
	reason, known := said[f.Reason]
	if !known {
		reason = f.Reason
	}
	c.Lines = append(c.Lines, line{Text: reason})
	if f.Paused {
		c.Lines = append(c.Lines, line{Text: said["paused"]})
	}
	return w.letter(w.toSchedules(c, said))
}

// Refused writes the mail that tells a creator of refused addresses.
func (w *Writer) Refused(r Refused) Message {
	said := w.in(r.Language)
	c := w.begin(r.Language, "refusedSubject", r.Name, days(r.Language, r.From, r.To, r.Zone))
	c.Lines = append(c.Lines, line{Text: said["refused"]})
	for _, one := range r.Refused {
		c.Lines = append(c.Lines, line{Text: one})
	}
	return w.letter(w.toSchedules(c, said))
}

func (w *Writer) toSchedules(c content, said map[string]string) content {
	if w.publicURL != "" {
		c.Lines = append(c.Lines, line{Text: said["schedules"], Link: w.publicURL + "/scheduled-reports"})
	}
	return c
}

func (w *Writer) begin(language, subject, name, period string) content {
	said := w.in(language)
	title := oneLine(fill(said[subject], "name", name, "period", period))
	return content{Language: w.known(language), Subject: title, Title: title}
}

// known is the language of a locale in which there are words.
func (w *Writer) known(locale string) string {
	if _, ok := w.words[locale]; ok {
		return locale
	}
	head, _, _ := strings.Cut(locale, "-")
	if _, ok := w.words[head]; ok {
		return head
	}
	return "en"
}

func (w *Writer) in(locale string) map[string]string { return w.words[w.known(locale)] }

func (w *Writer) letter(c content) Message {
	var text, page strings.Builder
	for _, l := range append([]line{{Text: c.Title}}, c.Lines...) {
		text.WriteString(l.Text + "\n")
		if l.Link != "" {
			text.WriteString(l.Link + "\n")
		}
	}
	if c.Footer != "" {
		text.WriteString("\n" + c.Footer + "\n")
	}
	message := Message{Subject: c.Subject, Text: text.String()}
	if err := w.page.Execute(&page, c); err == nil { // a page that cannot be written leaves the text
		message.HTML = page.String()
	}
	return message
}

// fill puts values into a text: name, value, name, value.
func fill(text string, values ...string) string {
	for i := 0; i+1 < len(values); i += 2 {
		text = strings.ReplaceAll(text, "{"+values[i]+"}", values[i+1])
	}
	return text
}

func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}

// days are the first and the last day of a range, one where they are the same.
func days(language string, from, to time.Time, zone string) string {
	where := zoneOf(zone)
	first, last := fleet.Date(language, from.In(where)), fleet.Date(language, to.Add(-time.Second).In(where))
	if first == last {
		return first
	}
	return first + " – " + last
}

// oneLine is a subject: names may hold anything.
func oneLine(text string) string {
	const most = 300 // bytes
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == ' ' }), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
