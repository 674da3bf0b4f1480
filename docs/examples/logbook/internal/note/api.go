package note

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Notes are the plugin's operations. The host has checked who calls and the operation's lock before one of them runs.
type Notes struct {
	rows   noteRows
	fleet  *replica.Fleet
	pusher pusher
	now    func() time.Time
}

// New keeps notes in db, about the vehicles of a fleet.
func New(db *store.DB, fleet *replica.Fleet, pusher pusher, now func() time.Time) *Notes {
	return &Notes{rows: noteRows{db}, fleet: fleet, pusher: pusher, now: now}
}

// Register lists the operations.
func (n *Notes) Register(r *web.Router, m manifest.Manifest) {
	web.Handle(r, "GET /org/{orgId}/logbook/notes", web.Needs("viewLogbook"), n.list, web.Lists(listed))
	web.Handle(r, "POST /org/{orgId}/logbook/notes", web.Needs("writeLogbook"), n.write, web.IDs("body.vehicle_id", "vehicle"))
	rows.Handle(r, m, "POST /org/{orgId}/logbook/report", web.Needs("viewLogbook"), n.report)
	rows.Handle(r, m, "POST /org/{orgId}/logbook/track", web.Needs("viewLogbook"), n.track)
	web.Handle(r, "GET /org/{orgId}/logbook/vehicles/{id}", web.Needs("viewLogbook"), n.ofVehicle, web.IDs("id", "vehicle"))
	web.Handle(r, "DELETE /org/{orgId}/logbook/notes/{id}", web.Needs("writeLogbook"), n.remove, web.IDs("id", "note"))
}

// listed is what the list can be filtered, sorted and searched by.
var listed = web.NewListFields("n.id", "-at",
	web.ListField{Name: "at", Kind: web.Time, Column: "n.at"},
	web.ListField{Name: "vehicle_id", Kind: web.OneOf, Column: "n.vehicle_id", Unsorted: true},
	web.ListField{Name: "vehicle_name", Column: "v.name", Search: true},
	web.ListField{Name: "text", Column: "n.text", Search: true, Unsorted: true},
	web.ListField{Name: "author", Column: "n.author", Search: true},
)

type listInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type listOutput struct {
	Body struct {
		Notes        []Note `json:"notes" nullable:"false"`
		TotalRecords int64  `json:"total_records"`
		PageCount    int    `json:"page_count"`
	}
}

// list finds the notes about vehicles that the caller sees.
func (n *Notes) list(ctx context.Context, in *listInput) (*listOutput, error) {
	seen, args := n.fleet.Seen("n.vehicle_id", web.Caller(ctx))
	found, total, err := n.rows.page(ctx, &in.ListQuery, seen, args)
	if err != nil {
		return nil, fmt.Errorf("list notes: %w", err)
	}
	var out listOutput
	out.Body.Notes, out.Body.TotalRecords, out.Body.PageCount = found, total, in.PageCount(total)
	return &out, nil
}

type writeInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		VehicleID string `json:"vehicle_id" maxLength:"64"`
		Text      string `json:"text" minLength:"1" maxLength:"500"`
		Urgent    bool   `json:"urgent" required:"false" doc:"Raises an alert"`
	}
}

// write adds a note about a vehicle that the caller sees.
func (n *Notes) write(ctx context.Context, in *writeInput) (*web.Created[Note], error) {
	vehicle, err := n.fleet.Vehicle(ctx, in.Body.VehicleID)
	if err != nil {
		return nil, err
	}
	caller := web.Caller(ctx)
	made := Note{uuid.NewString(), vehicle.ID, vehicle.Name, in.Body.Text, caller.UserID, caller.Name, n.now().UTC()}
	if err := n.rows.insert(ctx, in.OrgID, made, in.Body.Urgent); err != nil {
		return nil, fmt.Errorf("write note: %w", err)
	}
	if err := n.push(ctx, in.OrgID, vehicle, made.ID); err != nil {
		return nil, err
	}
	return web.NewCreated(made), nil
}

type removeInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
}

// remove takes a note away for good.
func (n *Notes) remove(ctx context.Context, in *removeInput) (*struct{}, error) {
	seen, args := n.fleet.Seen("vehicle_id", web.Caller(ctx))
	gone, err := n.rows.remove(ctx, in.OrgID, in.ID, seen, args)
	if err != nil {
		return nil, fmt.Errorf("remove note %s: %w", in.ID, err)
	}
	if !gone {
		return nil, fault.New(fault.NotFound, "There is no such note.")
	}
	return nil, nil
}

// pusher sends to browsers; events.Client does.
type pusher interface {
	Push(ctx context.Context, orgID string, p events.Push) error
}

// push tells the browsers that see the vehicle that there is a note, so that they read the list again.
func (n *Notes) push(ctx context.Context, orgID string, v replica.Vehicle, noteID string) error {
	changed := map[string]string{"id": noteID, "vehicle_id": v.ID}
	return n.pusher.Push(ctx, orgID, events.Push{Topic: "notes", Items: []events.PushItem{{Key: noteID, Path: v.GroupPath, VehicleID: v.ID, Value: changed}}})
}

// AuthorChanged keeps the names of authors as they are today. An event may come twice: the second time changes nothing.
func (n *Notes) AuthorChanged(ctx context.Context, e events.Event[events.UserChanged]) error {
	return n.rows.rename(ctx, e.OrgID, e.Data.ID, e.Data.Name)
}
