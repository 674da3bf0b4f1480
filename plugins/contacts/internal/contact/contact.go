// Package contact is the people who can be told of things: external contacts, which the organisation keeps itself, and its own users.
package contact

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"outrider.dev/sdk/fault"
)

// The types of contacts, by their names in the API.
const (
	Internal = "Internal" // a user of the organisation, read only
	External = "External"
)

const (
	maxName  = 100
	maxPhone = 40
	maxEmail = 254
	maxTag   = 40
	maxTags  = 20
)

// Contact is somebody who can be told of things.
type Contact struct {
	ID        string   `json:"id"`
	FirstName string   `json:"firstName"`
	LastName  string   `json:"lastName"`
	Telephone string   `json:"telephone"`
	Mobile    string   `json:"mobile"`
	Email     string   `json:"email"`
	Tags      []string `json:"tags" nullable:"false"`
	Type      string   `json:"type" enum:"Internal,External"`
	Role      string   `json:"role,omitempty" doc:"Of a user"`
}

// Name is the combined name.
func (c Contact) Name() string { return strings.TrimSpace(c.FirstName + " " + c.LastName) }

// Draft is what people write about an external contact.
type Draft struct {
	FirstName string   `json:"firstName" required:"false" maxLength:"100"`
	LastName  string   `json:"lastName" required:"false" maxLength:"100"`
	Email     string   `json:"email" required:"false" maxLength:"254"`
	Telephone string   `json:"telephone,omitempty" maxLength:"40"`
	Mobile    string   `json:"mobile,omitempty" maxLength:"40"`
	Tags      []string `json:"tags,omitempty" maxItems:"20" nullable:"false"`
}

// Tidy is the draft without what no person sees: blanks around values, tags twice or empty.
func (d Draft) Tidy() Draft {
	for _, field := range []*string{&d.FirstName, &d.LastName, &d.Email, &d.Telephone, &d.Mobile} {
		*field = strings.TrimSpace(*field)
	}
	tags := []string{}
	for _, tag := range d.Tags {
		tag = strings.Join(strings.Fields(tag), " ")
		if tag != "" && !slices.ContainsFunc(tags, func(other string) bool { return strings.EqualFold(other, tag) }) {
			tags = append(tags, tag)
		}
	}
	d.Tags = tags
	return d
}

// Problems are what is wrong with a tidy draft, a field each; its locations are those of a body.
func (d Draft) Problems() (problems []fault.Field) {
	add := func(field, message string) {
		problems = append(problems, fault.Field{Location: "body." + field, Message: message})
	}
	if d.FirstName == "" {
		add("firstName", "Required.")
	}
	if d.LastName == "" {
		add("lastName", "Required.")
	}
	if !ValidEmail(d.Email) {
		add("email", "Invalid e-mail.")
	}
	for field, text := range map[string]string{"firstName": d.FirstName, "lastName": d.LastName} {
		if len(text) > 4*maxName || len([]rune(text)) > maxName || unprintable(text) {
			add(field, "This field must be a valid name.")
		}
	}
	for field, text := range map[string]string{"telephone": d.Telephone, "mobile": d.Mobile} {
		if len(text) > maxPhone || unprintable(text) {
			add(field, "This field must be a valid number.")
		}
	}
	if len(d.Tags) > maxTags || slices.ContainsFunc(d.Tags, func(tag string) bool { return len([]rune(tag)) > maxTag || unprintable(tag) }) {
		add("tags", fmt.Sprintf("At most %d tags of %d letters.", maxTags, maxTag))
	}
	slices.SortFunc(problems, func(a, b fault.Field) int { return strings.Compare(a.Location, b.Location) })
	return problems
}

// check is Problems as an error; fault.Invalid.
func (d Draft) check() error {
	if problems := d.Problems(); len(problems) > 0 {
		return fault.InvalidFields("The request is not valid.", problems...)
	}
	return nil
}

// ValidEmail reports whether text is one e-mail address and nothing else: no name, no line break, a domain with a dot.
func ValidEmail(text string) bool {
	address, err := mail.ParseAddress(text)
	if err != nil || address.Address != text || len(text) > maxEmail || unprintable(text) || strings.ContainsAny(text, " ,;\"") {
		return false
	}
	domain := text[strings.LastIndexByte(text, '@')+1:]
	dot := strings.LastIndexByte(domain, '.')
	return dot > 0 && dot < len(domain)-1
}

// unprintable reports whether a text has what is no letter of a line: line breaks, tabs, marks that turn the direction of writing.
func unprintable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar
	})
}
