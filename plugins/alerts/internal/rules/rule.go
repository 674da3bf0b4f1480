// Package rules is what users want to be told of: which alerts, of which groups, when, by mail or in the portal.
package rules

import (
	"slices"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
)

const dayMinutes = 24 * 60

// Rule is one user's rule. Lists that are empty ask for nothing.
type Rule struct {
	ID         string
	UserID     string
	Name       string
	AlertTypes []string
	Severity   int      // at least this grave
	Groups     []string // ids, with the groups below them
	Days       []int    // 1 (Monday) to 7, of Zone
	FromMinute int      // of the day; ToMinute is the first that is too late, one up to FromMinute is of the next day
	ToMinute   int
	Zone       string // IANA
	ByMail     bool
	InPortal   bool
	Enabled    bool
	Version    int
	ChangedMs  int64
}

// Covers reports whether an alert's type, severity and time are the rule's; groups are the database's affair.
func (r Rule) Covers(a alert.Alert) bool {
	if len(r.AlertTypes) > 0 && !slices.Contains(r.AlertTypes, a.AlertType) || a.Severity < r.Severity {
		return false
	}
	where, err := time.LoadLocation(r.Zone)
	if err != nil {
		where = time.UTC // checked when it was saved; zones change
	}
	return r.when(time.UnixMilli(a.EventMs).In(where))
}

// when reports whether a local time is within the rule's days and hours. What goes past midnight belongs to the day on which it began.
func (r Rule) when(at time.Time) bool {
	minute, day := at.Hour()*60+at.Minute(), isoDay(at)
	if r.FromMinute < r.ToMinute {
		return minute >= r.FromMinute && minute < r.ToMinute && r.on(day)
	}
	if minute >= r.FromMinute {
		return r.on(day)
	}
	return minute < r.ToMinute && r.on((day+5)%7+1)
}

func (r Rule) on(day int) bool { return len(r.Days) == 0 || slices.Contains(r.Days, day) }

func isoDay(at time.Time) int { return (int(at.Weekday())+6)%7 + 1 }
