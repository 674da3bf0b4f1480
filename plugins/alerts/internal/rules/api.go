package rules

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// API answers for the rules of users.
type API struct {
	store  *Store
	alerts Alerts
	types  alert.Contributed
	seen   func(column string, c web.CallerInfo) (string, []any)
}

// NewAPI returns the operations over a store; seen is the condition that a caller sees a vehicle.
func NewAPI(s *Store, alerts Alerts, types alert.Contributed, seen func(column string, c web.CallerInfo) (string, []any)) *API {
	return &API{s, alerts, types, seen}
}

// Register adds the operations.
func (a *API) Register(r *web.Router) {
	need := web.Needs("listAlerts")
	web.Handle(r, "GET /org/{orgId}/alerts/rules", need, a.list, web.Summary("The caller's own rules"))
	web.Handle(r, "POST /org/{orgId}/alerts/rules", need, a.create, web.Status(http.StatusCreated), web.IDs("body.groups", "group"), web.Summary("Adds an alert rule of the caller"))
	web.Handle(r, "POST /org/{orgId}/alerts/rules/preview", need, a.preview, web.ReadsOnly(), web.IDs("body.groups", "group"),
		web.Summary("What a rule would have told of in the last 30 days"))
	web.Handle(r, "PUT /org/{orgId}/alerts/rules/{id}", need, a.change, web.IDs("id", "rule"), web.IDs("body.groups", "group"), web.Summary("Changes an alert rule of the caller"))
	web.Handle(r, "DELETE /org/{orgId}/alerts/rules/{id}", need, a.remove, web.IDs("id", "rule"), web.Summary("Deletes an alert rule of the caller"))
}

// Body is a rule as it is written.
type Body struct {
	Name       string   `json:"name" maxLength:"200"`
	AlertTypes []string `json:"alert_types" maxItems:"32" nullable:"false" required:"false" doc:"None is all"`
	Severity   int      `json:"severity" minimum:"0" maximum:"3" required:"false" doc:"At least this grave"`
	Groups     []string `json:"groups" maxItems:"100" nullable:"false" required:"false" doc:"With the groups below; none is all that you see"`
	Days       []int    `json:"days" maxItems:"7" nullable:"false" required:"false" doc:"1 (Monday) to 7; none is all"`
	From       string   `json:"from" required:"false" default:"00:00" doc:"HH:MM"`
	To         string   `json:"to" required:"false" default:"24:00" doc:"HH:MM, the first minute that is too late; up to from it is of the next day"`
	Zone       string   `json:"zone" maxLength:"64" doc:"IANA"`
	ByMail     bool     `json:"by_mail" required:"false"`
	InPortal   bool     `json:"in_portal" required:"false"`
	Enabled    *bool    `json:"enabled,omitempty" doc:"True without a word"`
}

// View is a rule as it is answered.
type View struct {
	ID string `json:"id"`
	Body
	Version   int    `json:"version" doc:"Grows with each change"`
	ChangedAt string `json:"changed_at"`
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type ruleListOutput struct {
	Body struct {
		Rules []View `json:"rules" nullable:"false"`
	}
}

func (a *API) list(ctx context.Context, _ *orgInput) (*ruleListOutput, error) {
	found, err := a.store.List(ctx)
	if err != nil {
		return nil, err
	}
	out := &ruleListOutput{}
	out.Body.Rules = make([]View, len(found))
	for i, r := range found {
		out.Body.Rules[i] = shown(r)
	}
	return out, nil
}

type createInput struct {
	OrgID string `path:"orgId"`
	Body  Body
}

type ruleOutput struct{ Body View }

func (a *API) create(ctx context.Context, in *createInput) (*ruleOutput, error) {
	r, err := a.read(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	r.ID = uuid.NewString()
	saved, err := a.store.Save(ctx, r, true)
	return &ruleOutput{shown(saved)}, err
}

type changeInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
	Body  Body
}

func (a *API) change(ctx context.Context, in *changeInput) (*ruleOutput, error) {
	if uuid.Validate(in.ID) != nil {
		return nil, noRule()
	}
	if _, err := a.store.find(ctx, in.ID); err != nil {
		return nil, err
	}
	r, err := a.read(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	r.ID = in.ID
	saved, err := a.store.Save(ctx, r, false)
	return &ruleOutput{shown(saved)}, err
}

type idInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
}

func (a *API) remove(ctx context.Context, in *idInput) (*struct{}, error) {
	if uuid.Validate(in.ID) != nil {
		return nil, noRule()
	}
	return nil, a.store.Delete(ctx, in.ID)
}

type previewOutput struct {
	Body struct {
		Total  int64        `json:"total" doc:"Up to 10,000"`
		More   bool         `json:"more" doc:"There are more than were counted"`
		Days   int          `json:"days"`
		ByDay  []previewDay `json:"by_day" nullable:"false" doc:"By the clock of the rule; days without an alert are missing"`
		Alerts []view.Alert `json:"alerts" nullable:"false" doc:"The newest 20"`
	}
}

type previewDay struct {
	Day    string `json:"day"`
	Alerts int64  `json:"alerts"`
}

func (a *API) preview(ctx context.Context, in *createInput) (*previewOutput, error) {
	r, err := a.read(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	p, err := a.store.Try(ctx, r, a.seen)
	if err != nil {
		return nil, err
	}
	found, err := a.alerts.ByID(ctx, web.Caller(ctx).OrgID, p.Newest)
	if err != nil {
		return nil, err
	}
	out := &previewOutput{}
	out.Body.Total, out.Body.More, out.Body.Days = min(p.Total, Exactly), p.Total > Exactly, PreviewDays
	out.Body.Alerts = make([]view.Alert, len(found))
	for i, one := range found {
		out.Body.Alerts[i] = view.For(ctx, one)
	}
	out.Body.ByDay = make([]previewDay, len(p.ByDay))
	for i, d := range p.ByDay {
		out.Body.ByDay[i] = previewDay(d)
	}
	return out, nil
}

// read checks a rule; fault.Invalid, or fault.NotFound for a group that the caller does not see.
func (a *API) read(ctx context.Context, b Body) (Rule, error) {
	if err := a.store.seesGroups(ctx, b.Groups); err != nil {
		return Rule{}, err
	}
	name := strings.TrimSpace(b.Name)
	r := Rule{
		Name: name, AlertTypes: b.AlertTypes, Severity: b.Severity, Groups: b.Groups, Days: slices.Compact(slices.Sorted(slices.Values(b.Days))), Zone: b.Zone,
		ByMail: b.ByMail, InPortal: b.InPortal, Enabled: b.Enabled == nil || *b.Enabled,
	}
	var wrong []fault.Field
	refuse := func(isWrong bool, field, message string) {
		if isWrong {
			wrong = append(wrong, fault.Field{Location: "body." + field, Message: message})
		}
	}
	refuse(name == "", "name", "This field is required.")
	refuse(utf8.RuneCountInString(name) > 100 || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }), "name", "A name has at most 100 letters.")
	for i, t := range b.AlertTypes {
		refuse(!alert.IsKnown(a.types, t), fmt.Sprintf("alert_types[%d]", i), "There is no such alert type.")
	}
	for i, d := range b.Days {
		refuse(d < 1 || d > 7, fmt.Sprintf("days[%d]", i), "A day is a number from 1 to 7.")
	}
	var ok bool
	r.FromMinute, ok = minuteOf(b.From)
	refuse(!ok || r.FromMinute == dayMinutes, "from", "A time is written HH:MM.")
	r.ToMinute, ok = minuteOf(b.To)
	refuse(!ok || r.ToMinute == 0, "to", "A time is written HH:MM.")
	_, err := time.LoadLocation(b.Zone)
	refuse(err != nil || b.Zone == "" || b.Zone == "Local", "zone", "There is no such time zone.")
	if len(wrong) > 0 {
		return r, fault.InvalidFields("The rule is not valid.", wrong...)
	}
	return r, nil
}

// minuteOf reads HH:MM as a minute of the day, 24:00 included.
func minuteOf(text string) (int, bool) {
	if text == "24:00" {
		return dayMinutes, true
	}
	at, err := time.Parse("15:04", text)
	if err != nil || len(text) != 5 {
		return 0, false
	}
	return at.Hour()*60 + at.Minute(), true
}

func shown(r Rule) View {
	return View{
		ID: r.ID, Version: r.Version, ChangedAt: time.UnixMilli(r.ChangedMs).UTC().Format(time.RFC3339),
		Body: Body{
			Name: r.Name, AlertTypes: orNone(r.AlertTypes), Severity: r.Severity, Groups: orNone(r.Groups), Days: orNone(r.Days), From: clock(r.FromMinute), To: clock(r.ToMinute),
			Zone: r.Zone, ByMail: r.ByMail, InPortal: r.InPortal, Enabled: &r.Enabled,
		},
	}
}

func clock(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
