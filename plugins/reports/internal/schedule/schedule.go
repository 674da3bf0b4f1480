// Package schedule keeps reports that run by the calendar. A schedule runs as whoever saved it last, with what that user may at the hour of the run.
package schedule

import (
	"slices"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/calendar"
	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
)

// PausedByUser is the reason of a schedule that somebody has paused; the others are those of package run.
const PausedByUser = "user"

// ComparedWithPrevious compares what a file says with the time of the same length before.
const ComparedWithPrevious = "previous"

// maxRecipients bounds whom a schedule tells.
const maxRecipients = 200

// Recipient is somebody who gets the report.
type Recipient struct {
	Kind string `json:"kind" enum:"user,contact,list,address"`
	ID   string `json:"id" minLength:"1" maxLength:"320"`
	Name string `json:"name,omitempty" required:"false" maxLength:"200"`
}

// Draft is what people say of a schedule.
type Draft struct {
	Name string `json:"name" maxLength:"200"`
	run.Spec
	All bool `json:"all_vehicles,omitempty" required:"false" doc:"All vehicles that its creator sees at the hour of the run"`
	calendar.Times
	Compared   string      `json:"compared_with,omitempty" required:"false" enum:"previous" doc:"previous: totals and sub-totals beside those of the time of the same length before, whole months before whole months"`
	Recipients []Recipient `json:"recipients" maxItems:"200" nullable:"false"`
}

// Schedule is one that is kept.
type Schedule struct {
	OrgID, ID string
	Draft
	Offered                              Offered
	CreatorID, CreatorName, CreatorEmail string
	Locale                               string
	Path                                 string // of the creator's group
	Next                                 time.Time
	PauseReason, PausedBy                string
	Paused                               time.Time // zero: it runs
	Version                              int
	Created, Changed                     time.Time
}

// Offered is what a report was when it was last offered, for when its plugin is gone.
type Offered struct {
	Plugin string        `json:"plugin,omitempty"`
	Title  manifest.Text `json:"title,omitempty"`
}

// wrong says what is wrong with one field, as the whole refusal, too.
func wrong(field, message string) error {
	return fault.InvalidFields(message, fault.Field{Location: "body." + field, Message: message})
}

// check finds what is wrong with a draft for a report, and says what the report itself asks for in a language; fault.Invalid.
func (d *Draft) check(report manifest.ReportType, language string) error {
	d.Name = strings.TrimSpace(d.Name)
	switch {
	case d.Name == "":
		return wrong("name", "Report has no name")
	case strings.ContainsFunc(d.Name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return wrong("name", "A name is one line.")
	case !d.All && len(d.VehicleIDs)+len(d.GroupIDs) == 0:
		return wrong("vehicle_ids", "No vehicles selected")
	case d.All && len(d.VehicleIDs)+len(d.GroupIDs) > 0:
		return wrong("all_vehicles", "Choose vehicles or groups, or all of them.")
	case len(d.Recipients) == 0:
		return wrong("recipients", "No report recipients")
	case len(d.Recipients) > maxRecipients:
		return wrong("recipients", "A schedule has at most 200 recipients; use a distribution list.")
	}
	for _, one := range d.Recipients {
		if one.Kind == events.RecipientAddress && !isAddress(one.ID) {
			return wrong("recipients", "Invalid e-mail.")
		}
	}
	if err := d.Times.Check("body"); err != nil {
		return err
	}
	return d.checkReport(report, language)
}

// checkReport holds filters, columns and sub-totals to what the report declares.
func (d *Draft) checkReport(report manifest.ReportType, language string) error {
	for key := range d.Filters {
		if !slices.ContainsFunc(report.Filters, func(f manifest.Filter) bool { return f.Key == key }) {
			return wrong("filters."+key, "There is no such filter.")
		}
	}
	for _, f := range report.Filters {
		value, given := d.Filters[f.Key]
		if list, isList := value.([]any); isList && f.Multiple {
			for _, one := range list {
				if !f.Accepts(one) {
					return wrong("filters."+f.Key, "There is no such value.")
				}
			}
		} else if !f.Accepts(value) {
			return wrong("filters."+f.Key, "There is no such value.")
		}
		list, isList := value.([]any)
		if said := f.Needed.In(language); said != "" && (!given || value == nil || value == "" || isList && len(list) == 0) {
			return wrong("filters."+f.Key, said)
		}
	}
	for _, key := range d.Columns {
		if !slices.ContainsFunc(report.Columns, func(c manifest.Column) bool { return c.Key == key }) {
			return wrong("columns", "There is no such column.")
		}
	}
	if d.GroupBy != "" && !slices.Contains(report.GroupBy, d.GroupBy) {
		return wrong("group_by", "There are no such sub-totals.")
	}
	return nil
}

// isAddress refuses what could not be the recipient of one mail.
func isAddress(text string) bool {
	local, domain, ok := strings.Cut(text, "@")
	return ok && local != "" && strings.Contains(domain, ".") && !strings.ContainsAny(text, " \t\r\n,;<>\"()") && !strings.Contains(domain, "@") &&
		!strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// seenBy reports whether a caller sees a schedule: its creator does, and who sees the creator's group.
func (s Schedule) seenBy(caller web.CallerInfo) bool {
	return s.CreatorID == caller.UserID || s.Path != "" && caller.Scope.Sees(s.Path, "") || caller.Scope.All
}

func (s Schedule) isPaused() bool { return !s.Paused.IsZero() }

// told are the recipients as events know them.
func (d Draft) told() []events.Recipient {
	list := make([]events.Recipient, len(d.Recipients))
	for i, one := range d.Recipients {
		list[i] = events.Recipient{Kind: one.Kind, ID: one.ID}
	}
	return list
}
