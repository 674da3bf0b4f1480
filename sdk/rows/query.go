// Package rows streams the rows of reports and tracking tables: a plugin serves them by Handle, in batches, so that neither side holds more than one of them.
package rows

import (
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// longest is how long a time one answer is about at most.
const longest = 400 * 24 * time.Hour

// Query is what rows are asked for. The range is half open; a handler narrows it to what the caller of its context sees.
type Query struct {
	VehicleIDs []string       `json:"vehicle_ids,omitempty" maxItems:"20000" nullable:"false" doc:"None, and no groups: all that the caller sees"`
	GroupIDs   []string       `json:"group_ids,omitempty" maxItems:"1000" nullable:"false" doc:"With the groups below"`
	From       time.Time      `json:"from"`
	To         time.Time      `json:"to" doc:"The first moment that is too late"`
	Zone       string         `json:"zone,omitempty" maxLength:"64" doc:"IANA: by which days and months are told apart; UTC without it"`
	Filters    map[string]any `json:"filters,omitempty" doc:"By the keys of the manifest"`
}

// Check finds what is wrong with a query; fault.Invalid.
func (q Query) Check() error {
	if err := CheckRange("to", q.From, q.To); err != nil {
		return err
	}
	_, err := q.Location()
	return err
}

// CheckRange finds what is wrong with a range whose end is a field of the body; fault.Invalid, which names it.
func CheckRange(field string, from, to time.Time) error {
	switch {
	case to.Before(from):
		return wrong(field, "start time is greater than end time")
	case to.Sub(from) > longest:
		return wrong(field, "A range is at most 400 days long.")
	}
	return nil
}

func wrong(field, message string) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body." + field, Message: message})
}

// Location is the zone by which days are told apart; fault.Invalid.
func (q Query) Location() (*time.Location, error) { return web.Zone("body.zone", q.Zone) }
