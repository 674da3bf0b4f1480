package fence

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/fault"
)

// problem is a sentence for the user.
type problem string

func (p problem) Error() string { return string(p) }

// The product's own sentences.
const (
	needsName    = "Please enter a name for the geofence."
	needsTrigger = "A geofence must have at least one trigger!"
	kindFixed    = "A polygon cannot become a circle, or a circle a polygon. Make a new geofence."
)

var colours = regexp.MustCompile(`^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$`)

// check tidies a geofence and says what is wrong with it: the title is the sentence of the first, each field has its own.
func (f *Fence) check() error {
	var wrong []fault.Field
	add := func(location, message string) {
		wrong = append(wrong, fault.Field{Location: "body." + location, Message: message})
	}
	f.Name, f.Description = strings.TrimSpace(f.Name), strings.TrimSpace(f.Description)
	switch {
	case f.Name == "":
		add("name", needsName)
	case utf8.RuneCountInString(f.Name) > maxName:
		add("name", "A name has 100 characters at most.")
	}
	if utf8.RuneCountInString(f.Description) > maxDescription {
		add("description", "A description has 1,000 characters at most.")
	}
	if f.Colour == "" {
		f.Colour = defaultColour
	}
	if !colours.MatchString(f.Colour) {
		add("colour", "A colour is written #RRGGBB or #RRGGBBAA.")
	}
	if len(f.Colour) == len("#RRGGBB") {
		f.Colour += "B3" // 0.7
	}
	if err := shape.Validate(f.Shape); err != nil {
		add("shape", err.Error())
	}
	if f.Triggers.None() {
		add("triggers", needsTrigger)
	}
	if f.Period != nil && len(f.Period.Days) == 0 {
		f.Period = nil
	}
	if f.Period != nil {
		slices.Sort(f.Period.Days)
		if _, field, err := NewClock(f.Period); err != nil {
			add("active_period."+field, err.Error())
		}
	}
	if len(wrong) > 0 {
		return fault.InvalidFields(wrong[0].Message, wrong...)
	}
	return nil
}

// checkEmails tidies addresses, and refuses what is none. at is where the caller wrote them.
func checkEmails(at string, emails []string) ([]string, error) {
	kept := []string{}
	for _, one := range emails {
		one = strings.TrimSpace(one)
		parsed, err := mail.ParseAddress(one)
		if err != nil || parsed.Address != one || len(one) > 254 || !strings.Contains(one[strings.LastIndex(one, "@")+1:], ".") {
			return nil, fault.InvalidFields("This field must be a valid email.", fault.Field{Location: at, Message: "This field must be a valid email."})
		}
		if !slices.ContainsFunc(kept, func(other string) bool { return strings.EqualFold(other, one) }) {
			kept = append(kept, one)
		}
	}
	if len(kept) > maxEmails {
		return nil, fault.InvalidFields("A list has 50 addresses at most.", fault.Field{Location: at, Message: "A list has 50 addresses at most."})
	}
	return kept, nil
}

// Checked tidies a definition that is not kept, and says what is wrong with it.
func Checked(d Definition) (Definition, error) {
	f := Fence{Definition: d}
	err := f.check()
	return f.Definition, err
}
