package view

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
	"outrider.dev/sdk/web"
)

// For writes an alert down for the caller of ctx: with what it is called, and what is known of it, in the caller's language and units.
func For(ctx context.Context, a alert.Alert) Alert {
	caller := web.Caller(ctx)
	reader := alerttext.ReaderOf(caller.Locale, caller.Units, "", "")
	r, said := Of(a), alerttext.Of(reader.Language)
	r.LocalizedLabel = said.Title(a)
	var facts alerttext.Facts
	if r.Raised != nil {
		facts = alerttext.Facts{Values: r.Values, Start: r.Begun, End: r.Ended}
		if r.About != nil {
			facts.About = r.About.Name
		}
	}
	if r.Start != nil {
		facts.Start = r.Start.Time
	}
	if r.End != nil {
		facts.End = r.End.Time
	}
	facts.Start, facts.End = ofPlace(facts.Start, a.Zone), ofPlace(facts.End, a.Zone)
	r.Information = said.Information(reader, a, facts)
	return r
}

// ofPlace is a time of the record by the clock of a zone.
func ofPlace(utc, zone string) string {
	at, err := time.Parse(time.RFC3339, utc)
	if err != nil {
		return "" // there is none
	}
	local, _ := localTime(at, zone)
	return local.Format("2006-01-02 15:04:05")
}
