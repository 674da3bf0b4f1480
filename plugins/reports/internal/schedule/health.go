package schedule

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"outrider.dev/outrider/plugins/reports/internal/calendar"
	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// The mails of system health: a schedule of this report, at this time in the organisation's zone, weekly ones on Monday.
const (
	healthReport = "system-health"
	healthAt     = "06:00"
)

// Organisations lists the organisations; plugin.Host does.
type Organisations interface {
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
}

// Health answers about the mails of system health, which tell of the faults of groups. Each is a schedule, one for its groups and frequency.
type Health struct {
	api           *API
	organisations Organisations
}

// NewHealth keeps the mails of system health as schedules.
func NewHealth(a *API, organisations Organisations) *Health { return &Health{a, organisations} }

// Register lists the operations.
func (h *Health) Register(r *web.Router) {
	nodes := web.IDs("body.nodes", "group")
	web.Handle(r, "POST /reports/faults/get", web.Needs(permission), h.get, nodes, web.ReadsOnly(), web.Summary("Whom the mails about faults of groups go to"))
	web.Handle(r, "POST /reports/faults", web.Needs(permission), h.put, nodes, web.Summary("Sets whom the mails about faults of groups go to"))
	web.Handle(r, "DELETE /reports/faults", web.Needs(permission), h.remove, nodes, web.Summary("Ends the mails about faults of groups"))
}

// SystemHealth says of which groups the state of devices is told, and how often.
type SystemHealth struct {
	Org       string   `json:"org,omitempty" required:"false" maxLength:"64" doc:"The caller's own; another is refused"`
	Nodes     []string `json:"nodes" minItems:"1" maxItems:"1000" nullable:"false" doc:"Ids of groups; those below belong to them"`
	Frequency string   `json:"frequency" enum:"daily,weekly"`
}

type healthInput struct{ Body SystemHealth }

type healthPutInput struct {
	Body struct {
		SystemHealth
		EmailList  []string    `json:"emailList,omitempty" required:"false" maxItems:"200" nullable:"false" doc:"Addresses"`
		Recipients []Recipient `json:"recipients,omitempty" required:"false" maxItems:"200" nullable:"false" doc:"Users, contacts and lists beside them"`
	}
}

type healthOutput struct {
	Body struct {
		EmailAddresses []string    `json:"emailAddresses" nullable:"false"`
		Recipients     []Recipient `json:"recipients" nullable:"false" doc:"All of them, users, contacts and lists as well"`
		ScheduleID     string      `json:"schedule_uuid,omitempty" doc:"The schedule that sends the mails"`
	}
}

// idOf is the schedule of groups and a frequency: the same ones are the same schedule.
func (o SystemHealth) idOf(caller web.CallerInfo) string {
	nodes := slices.Compact(slices.Sorted(slices.Values(o.Nodes)))
	sum := sha256.Sum256([]byte(caller.OrgID + "\x00" + o.Frequency + "\x00" + strings.Join(nodes, "\x00")))
	return "health-" + hex.EncodeToString(sum[:12])
}

// check refuses another organisation, and groups that the caller does not see.
func (h *Health) check(ctx context.Context, o SystemHealth) (web.CallerInfo, error) {
	caller, err := atHome(ctx)
	if err != nil {
		return caller, err
	}
	if o.Org != "" && o.Org != caller.OrgID {
		return caller, wrong("org", "There is no such organisation.")
	}
	return caller, h.api.seesGroups(ctx, o.Nodes)
}

func (h *Health) get(ctx context.Context, in *healthInput) (*healthOutput, error) {
	caller, err := h.check(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	var out healthOutput
	out.Body.EmailAddresses, out.Body.Recipients = []string{}, []Recipient{}
	one, err := h.api.store.one(ctx, in.Body.idOf(caller))
	if errors.Is(err, errNone) {
		return &out, nil
	}
	if err != nil {
		return nil, err
	}
	return healthOutputOf(one), nil
}

func healthOutputOf(one Schedule) *healthOutput {
	var out healthOutput
	out.Body.ScheduleID, out.Body.Recipients, out.Body.EmailAddresses = one.ID, one.Recipients, []string{}
	for _, r := range one.Recipients {
		if r.Kind == events.RecipientAddress {
			out.Body.EmailAddresses = append(out.Body.EmailAddresses, r.ID)
		}
	}
	return &out
}

func (h *Health) put(ctx context.Context, in *healthPutInput) (*healthOutput, error) {
	caller, err := h.check(ctx, in.Body.SystemHealth)
	if err != nil {
		return nil, err
	}
	draft, err := h.draft(ctx, in.Body.SystemHealth)
	if err != nil {
		return nil, err
	}
	draft.Recipients = in.Body.Recipients
	for _, address := range in.Body.EmailList {
		draft.Recipients = append(draft.Recipients, Recipient{Kind: events.RecipientAddress, ID: address, Name: address})
	}
	id := in.Body.idOf(caller)
	one, err := h.api.store.one(ctx, id)
	switch {
	case errors.Is(err, errNone):
		now := h.api.now()
		one = Schedule{OrgID: caller.OrgID, ID: id, Version: 1, Created: now, Changed: now}
		if err = h.api.saved(ctx, &one, draft); err == nil {
			err = h.api.store.add(ctx, one)
		}
	case err == nil:
		one, err = h.api.store.change(ctx, id, 0, func(one *Schedule) error { return h.api.saved(ctx, one, draft) })
	}
	if err != nil {
		return nil, err
	}
	return healthOutputOf(one), nil
}

// draft is the schedule of the mails: the faults of this moment, as a PDF, at six in the organisation's zone.
func (h *Health) draft(ctx context.Context, o SystemHealth) (Draft, error) {
	all, err := h.organisations.Organisations(ctx)
	if err != nil {
		return Draft{}, err
	}
	zone := "UTC"
	for _, org := range all {
		if org.ID == web.Caller(ctx).OrgID && org.Zone != "" {
			zone = org.Zone
		}
	}
	name := "System health"
	if report, err := h.api.kinds.Find(ctx, healthReport); err == nil {
		name = report.Title.In(texts.Of(web.Caller(ctx).Locale))
	}
	d := Draft{
		Name: name, Spec: run.Spec{Report: healthReport, GroupIDs: o.Nodes, Formats: []string{"pdf"}},
		Times: calendar.Times{Frequency: o.Frequency, Period: calendar.PreviousDay, RunAt: healthAt, Weekday: 1, Zone: zone},
	}
	return d, nil
}

func (h *Health) remove(ctx context.Context, in *healthInput) (*struct{}, error) {
	caller, err := h.check(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	var gone removeInput
	gone.Body.ID = in.Body.idOf(caller)
	if _, err = h.api.remove(ctx, &gone); errors.Is(err, errNone) {
		return nil, nil
	}
	return nil, err
}
