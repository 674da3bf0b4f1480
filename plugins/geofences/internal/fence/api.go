package fence

import (
	"context"
	"fmt"
	"log/slog"
	"path"
	"slices"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Fleet says which vehicles a caller sees; replica.Fleet does.
type Fleet interface {
	Seen(column string, caller web.CallerInfo) (condition string, args []any)
}

// Host knows the users of an organisation.
type Host interface {
	Grants(ctx context.Context, orgID string, permissions, userIDs []string) (map[string]web.Scope, error)
}

// API answers about geofences.
type API struct {
	store *Store
	fleet Fleet
	host  Host
	log   *slog.Logger
	words *words
}

// NewAPI answers from a store.
func NewAPI(s *Store, fleet Fleet, host Host, log *slog.Logger) *API {
	return &API{s, fleet, host, log, newWords()}
}

var aFence = web.IDs("id", "geofence")

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/geofences", web.Needs("viewGeofence"), a.list, web.Lists(Listed), web.Summary("Geofences, by page"))
	web.Handle(r, "GET /org/{orgId}/geofences/map", web.Needs("viewGeofence"), a.onMap, web.Summary("The shapes of the geofences in a box, for a map"))
	a.registerFiles(r)
	web.Handle(r, "GET /org/{orgId}/geofences/{id}", web.Needs("viewGeofence"), a.one, aFence, web.Summary("One geofence"))
	web.Handle(r, "POST /org/{orgId}/geofences", web.Needs("createGeofence"), a.create, web.IDs("body.vehicle_ids", "vehicle"), web.IDs("body.group_ids", "group"), web.MaxBody(256<<10), web.Summary("Adds a geofence"))
	web.Handle(r, "PUT /org/{orgId}/geofences/{id}", web.NeedsByBody("editGeofence", "disableGeofence"), a.change, aFence,
		web.IDs("body.vehicle_ids", "vehicle"), web.IDs("body.group_ids", "group"), web.MaxBody(256<<10), web.Summary("Changes what the body says"))
	web.Handle(r, "DELETE /org/{orgId}/geofences/{id}", web.Needs("deleteGeofence"), a.remove, aFence, web.Summary("Deletes a geofence"))
	web.Handle(r, "PUT /org/{orgId}/geofences/{id}/vehicles", web.Needs("editGeofence"), a.addVehicles, aFence, web.IDs("body.vehicle_ids", "vehicle"), web.IDs("body.group_ids", "group"), web.Summary("Assigns vehicles to a geofence"))
	web.Handle(r, "DELETE /org/{orgId}/geofences/{id}/vehicles", web.Needs("editGeofence"), a.removeVehicles, aFence, web.IDs("body.vehicle_ids", "vehicle"), web.IDs("body.group_ids", "group"), web.Summary("Removes vehicles from a geofence"))
	web.Handle(r, "PUT /org/{orgId}/geofences/{id}/share/user/{userId}", web.Needs("shareGeofence"), a.share, aFence, web.IDs("userId", "user"), web.Summary("Shares a geofence with a user"))
	web.Handle(r, "DELETE /org/{orgId}/geofences/{id}/unshare/user/{userId}", web.Needs("unshareGeofence"), a.unshare, aFence, web.IDs("userId", "user"), web.Summary("Stops sharing a geofence with a user"))
	web.Handle(r, "GET /org/{orgId}/geofences/{id}/email_list/alerts", web.Needs("viewGeofence"), a.emails, aFence, web.Summary("Who gets emails about a geofence's alerts"))
	web.Handle(r, "PUT /org/{orgId}/geofences/email_list/alerts", web.Needs("editGeofence"), a.setEmails, web.IDs("body.geofence_id", "geofence"),
		web.Summary("Replaces the e-mail lists of the geofences named"))
}

// Output is a geofence as it is answered.
type Output struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Colour      string      `json:"colour" doc:"#RRGGBBAA"`
	Shape       shape.Shape `json:"shape"`
	Triggers    Triggers    `json:"triggers"`
	Period      *Period     `json:"active_period" doc:"null: always"`
	Disabled    bool        `json:"disabled"`
	Association
	SharedWith []string `json:"shared_with" doc:"Ids of users" nullable:"false"`
	MayEdit    bool     `json:"may_edit" doc:"False for one that was only shared with the caller"`
	CreatedBy  string   `json:"created_by"`
	GroupID    string   `json:"group_id" doc:"Of whoever made it: who sees this group sees the geofence"`
	CreatedMs  int64    `json:"created_ms" doc:"Unix milliseconds"`
	ChangedMs  int64    `json:"changed_ms" doc:"Unix milliseconds"`
	Version    int      `json:"version" doc:"Say it with a change, and somebody else's in between is a conflict"`
}

func outputOf(ctx context.Context, f Fence) Output {
	notNil := func(list []string) []string { return append([]string{}, list...) }
	return Output{
		f.ID, f.Name, f.Description, f.Colour, f.Shape, f.Triggers, f.Period, f.Disabled,
		Association{f.All, notNil(f.VehicleIDs), notNil(f.GroupIDs)},
		notNil(f.SharedWith), owns(web.Caller(ctx), f), f.CreatedBy, path.Base(f.Path), f.CreatedMs, f.ChangedMs, f.Version,
	}
}

// Find reads a geofence that the caller of ctx sees; fault.NotFound.
func (a *API) Find(ctx context.Context, id string) (Fence, error) { return a.store.Find(ctx, id) }

type idInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
}

type oneOutput struct {
	Body struct {
		Geofence []Output `json:"geofence" nullable:"false" doc:"The one geofence, in a list"`
	}
}

func answer(ctx context.Context, f Fence) *oneOutput {
	out := &oneOutput{}
	out.Body.Geofence = []Output{outputOf(ctx, f)}
	return out
}

// one answers a geofence.
func (a *API) one(ctx context.Context, in *idInput) (*oneOutput, error) {
	f, err := a.store.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return answer(ctx, f), nil
}

// fenceBody is what can be said of a geofence; what is left out stays, or is what a new one has.
type fenceBody struct {
	Name        *string      `json:"name,omitempty" required:"false" maxLength:"1000"`
	Description *string      `json:"description,omitempty" required:"false" maxLength:"5000"`
	Colour      *string      `json:"colour,omitempty" required:"false" maxLength:"9" doc:"#RRGGBB or #RRGGBBAA"`
	Shape       *shape.Shape `json:"shape,omitempty" required:"false"`
	Triggers    *Triggers    `json:"triggers,omitempty" required:"false"`
	Period      *Period      `json:"active_period,omitempty" required:"false" doc:"Without days: always"`
	Disabled    *bool        `json:"disabled,omitempty" required:"false"`
	All         *bool        `json:"all_vehicles,omitempty" required:"false" doc:"Every vehicle of the group of whoever made it, those that come later too"`
	VehicleIDs  *[]string    `json:"vehicle_ids,omitempty" required:"false" maxItems:"10000"`
	GroupIDs    *[]string    `json:"group_ids,omitempty" required:"false" maxItems:"1000" doc:"With the groups below them, and vehicles that join them later"`
	Version     int          `json:"version,omitempty" required:"false" minimum:"0"`
}

func (b fenceBody) apply(f *Fence) {
	set(&f.Name, b.Name)
	set(&f.Description, b.Description)
	set(&f.Colour, b.Colour)
	set(&f.Shape, b.Shape)
	set(&f.Triggers, b.Triggers)
	set(&f.Disabled, b.Disabled)
	set(&f.All, b.All)
	if b.Period != nil {
		f.Period = b.Period
	}
	if b.VehicleIDs != nil {
		f.VehicleIDs = distinct(*b.VehicleIDs)
	}
	if b.GroupIDs != nil {
		f.GroupIDs = distinct(*b.GroupIDs)
	}
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

func distinct(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }

type createInput struct {
	OrgID string `path:"orgId"`
	Body  fenceBody
}

// create makes a geofence.
func (a *API) create(ctx context.Context, in *createInput) (*web.Created[Output], error) {
	caller := web.Caller(ctx)
	f := Fence{Definition: Definition{ID: uuid.NewString(), Path: pathOf(caller, in.OrgID), Emails: map[string][]string{}}, CreatedBy: caller.UserID}
	in.Body.apply(&f)
	if err := f.check(); err != nil {
		return nil, err
	}
	if err := a.Sees(ctx, f.VehicleIDs, f.GroupIDs); err != nil {
		return nil, err
	}
	made, err := a.store.Create(ctx, in.OrgID, f)
	if err != nil {
		return nil, err
	}
	return web.NewCreated(outputOf(ctx, made)), nil
}

type changeInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
	Body  fenceBody
}

// change changes what the body says. Polygon and circle stay what they are.
func (a *API) change(ctx context.Context, in *changeInput) (*oneOutput, error) {
	if err := a.seesNew(ctx, in); err != nil {
		return nil, err
	}
	var before Fence
	f, err := a.store.Change(ctx, in.ID, in.Body.Version, func(f *Fence) error {
		before = *f
		in.Body.apply(f)
		if err := mayChange(ctx, in.Body, before); err != nil {
			return err
		}
		if err := f.check(); err != nil {
			return err
		}
		if f.Shape.Type != before.Shape.Type {
			return fault.InvalidFields(kindFixed, fault.Field{Location: "body.shape.type", Message: kindFixed})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	tellChange(ctx, before, f)
	return answer(ctx, f), nil
}

// seesNew looks whether the caller sees the vehicles and groups that come to a geofence; those that are there stay whoever changes the rest.
func (a *API) seesNew(ctx context.Context, in *changeInput) error {
	before, err := a.store.Find(ctx, in.ID)
	if err != nil {
		return err
	}
	added := func(said *[]string, there []string) (list []string) {
		if said != nil {
			list = slices.DeleteFunc(distinct(*said), func(id string) bool { return slices.Contains(there, id) })
		}
		return list
	}
	return a.Sees(ctx, added(in.Body.VehicleIDs, before.VehicleIDs), added(in.Body.GroupIDs, before.GroupIDs))
}

// mayChange asks for the permission of what a body changes; a geofence that was only shared stays as it is.
func mayChange(ctx context.Context, b fenceBody, before Fence) error {
	if err := mustOwn(ctx, before); err != nil {
		return err
	}
	if b.Disabled != nil && *b.Disabled != before.Disabled {
		if err := web.Require(ctx, "disableGeofence"); err != nil {
			return err
		}
	}
	if b.Name != nil || b.Description != nil || b.Colour != nil || b.Shape != nil || b.Triggers != nil || b.Period != nil || b.All != nil || b.VehicleIDs != nil || b.GroupIDs != nil || b.Disabled == nil {
		return web.Require(ctx, "editGeofence")
	}
	return nil
}

func mustOwn(ctx context.Context, f Fence) error {
	if !owns(web.Caller(ctx), f) {
		return fault.New(fault.Denied, "This geofence was shared with you to look at.")
	}
	return nil
}

// remove deletes a geofence.
func (a *API) remove(ctx context.Context, in *idInput) (*struct{}, error) {
	return nil, a.store.Delete(ctx, in.ID, func(f Fence) error {
		web.AuditValue(ctx, "geofence", f.Name)
		return mustOwn(ctx, f)
	})
}

// Sees looks whether the caller sees vehicles and groups; fault.NotFound.
func (a *API) Sees(ctx context.Context, vehicles, groups []string) error {
	if len(vehicles) == 0 && len(groups) == 0 {
		return nil
	}
	caller := web.Caller(ctx)
	seen, args := a.fleet.Seen("v.id", caller)
	var found struct{ Vehicles, Groups int }
	err := a.store.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found.Vehicles, err = store.One[int](tx, `SELECT count(*) FROM geofences.fleet_vehicle v WHERE v.org_id = ? AND v.id = ANY(?) AND NOT v.deleted AND `+seen,
			append([]any{caller.OrgID, store.List(distinct(vehicles))}, args...)...)
		if err != nil {
			return err
		}
		below, end := caller.Scope.Path, web.PathEnd(caller.Scope.Path)
		found.Groups, err = store.One[int](tx, `SELECT count(*) FROM geofences.fleet_group g WHERE g.org_id = ? AND g.id = ANY(?) AND NOT g.deleted AND (? OR (g.path >= ? AND g.path < ?))`,
			caller.OrgID, store.List(distinct(groups)), caller.Scope.All, below, end)
		return err
	})
	if err != nil {
		return fmt.Errorf("look for vehicles and groups: %w", err)
	}
	return notAssigned(len(distinct(vehicles)) + len(distinct(groups)) - found.Vehicles - found.Groups)
}

// notAssigned refuses vehicles and groups of which so many are not there for the caller.
func notAssigned(count int) error {
	switch count {
	case 0:
		return nil
	case 1:
		return fault.New(fault.NotFound, "1 vehicle assignment could not be updated")
	}
	return fault.New(fault.NotFound, "%d vehicle assignments could not be updated", count)
}
