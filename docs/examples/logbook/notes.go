package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// note is something that somebody wrote about a vehicle.
type note struct {
	ID          string    `json:"id"`
	VehicleID   string    `json:"vehicle_id"`
	VehicleName string    `json:"vehicle_name"`
	Text        string    `json:"text"`
	AuthorID    string    `json:"-"`
	Author      string    `json:"author"`
	At          time.Time `json:"at"`
}

// notes are the plugin's operations. The host has checked who calls and the operation's lock before one of them runs.
type notes struct {
	rows   noteRows
	fleet  *replica.Fleet
	pusher pusher
	now    func() time.Time
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
		Notes        []note `json:"notes"`
		TotalRecords int64  `json:"total_records"`
		PageCount    int    `json:"page_count"`
	}
}

// list finds the notes about vehicles that the caller sees.
func (n *notes) list(ctx context.Context, in *listInput) (*listOutput, error) {
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
func (n *notes) write(ctx context.Context, in *writeInput) (*web.Created[note], error) {
	vehicle, err := n.fleet.Vehicle(ctx, in.Body.VehicleID)
	if err != nil {
		return nil, err
	}
	caller := web.Caller(ctx)
	made := note{uuid.NewString(), vehicle.ID, vehicle.Name, in.Body.Text, caller.UserID, caller.Name, n.now().UTC()}
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
func (n *notes) remove(ctx context.Context, in *removeInput) (*struct{}, error) {
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
func (n *notes) push(ctx context.Context, orgID string, v replica.Vehicle, noteID string) error {
	changed := map[string]string{"id": noteID, "vehicle_id": v.ID}
	return n.pusher.Push(ctx, orgID, events.Push{Topic: "notes", Items: []events.PushItem{{Key: noteID, Path: v.GroupPath, VehicleID: v.ID, Value: changed}}})
}

// authorChanged keeps the names of authors as they are today. An event may come twice: the second time changes nothing.
func (n *notes) authorChanged(ctx context.Context, e events.Event[events.UserChanged]) error {
	return n.rows.rename(ctx, e.OrgID, e.Data.ID, e.Data.Name)
}
