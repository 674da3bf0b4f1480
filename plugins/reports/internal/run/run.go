// Package run makes files of reports while nobody waits: those of schedules, which leave by mail, and those that a user asked for. A run survives whatever process dies, and its
// mails leave once.
package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/rows"
)

// The states of a run.
const (
	Waiting   = "waiting"
	Running   = "running"
	Done      = "done"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// What became of a mail, beside mail.Waiting and mail.Sent.
const Refused = "refused"

// Spec is which report is made, of what, and as which files.
type Spec struct {
	Report     string         `json:"report_type" minLength:"1" maxLength:"64"`
	VehicleIDs []string       `json:"vehicle_ids,omitempty" required:"false" maxItems:"20000" nullable:"false"`
	GroupIDs   []string       `json:"group_ids,omitempty" required:"false" maxItems:"1000" nullable:"false" doc:"With the groups below"`
	Filters    map[string]any `json:"filters,omitempty" required:"false" doc:"By the keys of the report's filters"`
	GroupBy    string         `json:"group_by,omitempty" required:"false" maxLength:"64" doc:"Sub-totals by this column"`
	Columns    []string       `json:"columns,omitempty" required:"false" maxItems:"60" nullable:"false" doc:"In the order of the file; without it those that are not hidden"`
	Formats    []string       `json:"formats" minItems:"1" maxItems:"4" uniqueItems:"true" enum:"xlsx,csv,json,pdf" nullable:"false"`
}

// File is a file that a run has made.
type File struct {
	Format string `json:"format"`
	Name   string `json:"name" doc:"As it is saved"`
	Bytes  int64  `json:"bytes"`
}

// Mail is one mail of a run.
type Mail struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	State   string `json:"state" enum:"waiting,sent,refused"`
	Problem string `json:"problem,omitempty" doc:"What the mail server says"`

	Generation int `json:"generation"`
}

// Run is one making of a report.
type Run struct {
	OrgID, ID  string
	ScheduleID string // empty: a file that a user asked for
	UserID     string // for whom it acts
	Name       string // of the schedule, or of the report
	Locale     string
	Email      string // of the user, to be told of failures
	Spec       Spec
	Before     *report.Period // compared with this time; nil: with none
	From, To   time.Time
	Zone       string
	Due        time.Time
	Manual     bool
	Recipients []events.Recipient
	State      string
	Reason     string // why it failed; after a failure also while it waits
	Failures   int
	Rows       int64
	Bytes      int64
	Files      []File
	Mails      []Mail
	Generation int
	Claim      int
	Made       time.Time
	Started    time.Time
	Finished   time.Time

	made *atomic.Int64 // rows so far, while it is made
}

// count notes how many rows were written, and progress says it; they may be called at once.
func (r *Run) count(row int64) { r.made.Store(row) }
func (r *Run) progress() int64 { return r.made.Load() }

// query is what the plugin whose report it is is asked for.
func (r Run) query() rows.Query {
	return rows.Query{VehicleIDs: r.Spec.VehicleIDs, GroupIDs: r.Spec.GroupIDs, From: r.From, To: r.To, Zone: r.Zone, Filters: r.Spec.Filters}
}

// stored is where a file of a run lies.
func (r Run) stored(format string) string { return "runs/" + r.ID + "." + format }

// mailKey names a mail of a run; the host sees no address in it.
func (r Run) mailKey(m Mail) string {
	sum := sha256.Sum256([]byte(strings.ToLower(m.Email)))
	return fmt.Sprintf("run-%s-%s-%d", r.ID, hex.EncodeToString(sum[:12]), m.Generation)
}

// unsettled reports whether it is not known of all mails what became of them.
func (r Run) unsettled() bool {
	for _, m := range r.Mails {
		if m.State == Waiting {
			return true
		}
	}
	return false
}
