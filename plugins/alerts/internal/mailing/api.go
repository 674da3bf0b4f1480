package mailing

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

const maxEmail = 254 // bytes

// API answers for lists and configurations.
type API struct {
	store *Store
	fleet Fleet
	types alert.Contributed
}

// NewAPI returns the operations over a store.
func NewAPI(s *Store, fleet Fleet, types alert.Contributed) *API { return &API{s, fleet, types} }

// Register adds the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/email_list/alerts", web.Needs("viewAlertEmailList"), a.list, web.IDs("id", "vehicle"), web.Summary("Who gets emails about a vehicle's alerts"))
	web.Handle(r, "PUT /org/{orgId}/vehicles/email_list/alerts", web.Needs("modifyAlertEmailList"), a.replace, web.IDs("body.vehicle_id", "vehicle"),
		web.Summary("Replaces the e-mail lists of the vehicles named"))
	web.Handle(r, "POST /org/{orgId}/vehicles/email_list/alerts", web.Needs("modifyAlertEmailList"), a.add, web.IDs("body.vehicle_id", "vehicle"),
		web.Summary("Adds to the e-mail lists of the vehicles named"))
	web.Handle(r, "GET /org/{orgId}/alerts/notifications/configs", web.Needs("viewAlertEmailList"), a.configs, web.Summary("Alert emails of the organisation"))
	web.Handle(r, "POST /org/{orgId}/alerts/notifications/configs", web.Needs("modifyAlertEmailList"), a.save,
		web.IDs("body.notification.vehicles", "vehicle"), web.IDs("body.notification.nodes", "group"), web.IDs("body.notification.id", "notification"),
		web.Summary("Who is mailed about alert types; with an id one that is there is changed"))
	web.Handle(r, "DELETE /org/{orgId}/alerts/notifications/configs/{id}", web.Needs("modifyAlertEmailList"), a.remove, web.IDs("id", "notification"), web.Summary("Deletes a list of alert emails"))
}

// Listed is one entry of a vehicle's list in the API.
type Listed struct {
	AlertType string   `json:"alert_type" maxLength:"64" doc:"imu_collision, imu_harsh_braking, imu_harsh_steering, dms_phone_usage, dms_distraction, dms_fatigue, dms_smoking, io, or an alert type that another plugin contributes"`
	Pin       int      `json:"pin" required:"false" doc:"1 to 8 of io"`
	Emails    []string `json:"emails" maxItems:"50" nullable:"false"`
}

// VehicleList is the list of one vehicle.
type VehicleList struct {
	VehicleID string   `json:"vehicle_id" maxLength:"128"`
	List      []Listed `json:"alert_email_list" maxItems:"64" nullable:"false"`
}

type listInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"128"`
}

type listOutput struct{ Body VehicleList }

// list is the list of one vehicle.
func (a *API) list(ctx context.Context, in *listInput) (*listOutput, error) {
	vehicle, err := a.fleet.Vehicle(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	lists, err := a.read(ctx, []string{vehicle.ID})
	if err != nil {
		return nil, err
	}
	return &listOutput{lists[0]}, nil
}

type changeInput struct {
	OrgID string        `path:"orgId"`
	Body  []VehicleList `minItems:"1" maxItems:"1000" nullable:"false"`
}

type listsOutput struct {
	Body []VehicleList `nullable:"false"`
}

func (a *API) replace(ctx context.Context, in *changeInput) (*listsOutput, error) {
	return a.change(ctx, in.Body, true)
}

func (a *API) add(ctx context.Context, in *changeInput) (*listsOutput, error) {
	return a.change(ctx, in.Body, false)
}

// change writes lists of vehicles, all of which the caller sees, and answers them as they are then.
func (a *API) change(ctx context.Context, lists []VehicleList, replace bool) (*listsOutput, error) {
	org := web.Caller(ctx).OrgID
	ids := make([]string, len(lists))
	for i, l := range lists {
		ids[i] = l.VehicleID
	}
	err := a.store.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		if err := a.sees(ctx, tx, ids); err != nil {
			return err
		}
		for i, l := range lists {
			entries, err := a.entriesOf(fmt.Sprintf("body[%d].alert_email_list", i), l.List)
			if err != nil {
				return err
			}
			if replace && !slices.Contains(ids[:i], l.VehicleID) {
				if err := clearList(tx, org, l.VehicleID); err != nil {
					return err
				}
			}
			if err := addTo(tx, org, l.VehicleID, entries); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	found, err := a.read(ctx, slices.Compact(slices.Sorted(slices.Values(ids))))
	return &listsOutput{found}, err
}

// sees checks that the caller sees all of the vehicles; fault.NotFound.
func (a *API) sees(ctx context.Context, tx *gorm.DB, ids []string) error {
	caller := web.Caller(ctx)
	seen, args := a.fleet.Seen("v.id", caller)
	distinct := slices.Compact(slices.Sorted(slices.Values(ids)))
	n, err := store.One[int](tx, `SELECT count(*) FROM alerts.fleet_vehicle v WHERE v.org_id = ? AND v.id = ANY(?) AND NOT v.deleted AND `+seen,
		append([]any{caller.OrgID, &distinct}, args...)...)
	if err == nil && n != len(distinct) {
		return fault.New(fault.NotFound, "There is no such vehicle.")
	}
	return err
}

func (a *API) read(ctx context.Context, ids []string) (lists []VehicleList, err error) {
	org := web.Caller(ctx).OrgID
	err = a.store.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		found, err := listsOf(tx, org, ids)
		if err != nil {
			return err
		}
		lists = make([]VehicleList, len(ids))
		for i, id := range ids {
			lists[i] = VehicleList{VehicleID: id, List: []Listed{}}
			for _, e := range found[id] {
				lists[i].List = append(lists[i].List, Listed(e))
			}
		}
		return nil
	})
	return lists, err
}

// entriesOf checks entries; fault.Invalid.
func (a *API) entriesOf(at string, list []Listed) ([]Entry, error) {
	entries := make([]Entry, len(list))
	for i, l := range list {
		here := fmt.Sprintf("%s[%d]", at, i)
		if !config.IsMailed(a.types, l.AlertType) {
			return nil, invalid(here+".alert_type", "There is no such kind of alert.")
		}
		if (l.AlertType == config.Input) != (l.Pin >= 1 && l.Pin <= upload.Inputs) {
			return nil, invalid(here+".pin", "An input has a pin from 1 to 8, nothing else has one.")
		}
		emails, err := emailsOf(here+".emails", l.Emails)
		if err != nil {
			return nil, err
		}
		entries[i] = Entry{AlertType: l.AlertType, Pin: l.Pin, Emails: emails}
	}
	return entries, nil
}

// emailsOf checks addresses, and leaves out what is there twice; fault.Invalid.
func emailsOf(at string, list []string) (emails []string, err error) {
	for i, text := range list {
		text = strings.TrimSpace(text)
		if !isEmail(text) {
			return nil, invalid(fmt.Sprintf("%s[%d]", at, i), "This field must be a valid email.")
		}
		if !slices.ContainsFunc(emails, func(known string) bool { return strings.EqualFold(known, text) }) {
			emails = append(emails, text)
		}
	}
	return emails, nil
}

// isEmail reports whether a text is one bare address with a domain.
func isEmail(text string) bool {
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || len(text) > maxEmail || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return false
	}
	_, domain, _ := strings.Cut(text, "@")
	return strings.Contains(strings.Trim(domain, "."), ".")
}

func invalid(location, message string) error {
	return fault.InvalidFields("The list is not valid.", fault.Field{Location: location, Message: message})
}

// notificationBody is a configuration in the API.
type notificationBody struct {
	ID         string   `json:"id,omitempty" maxLength:"64" doc:"Of one that is there"`
	AlertTypes []string `json:"alert_types" minItems:"1" maxItems:"32" nullable:"false"`
	Vehicles   []string `json:"vehicles,omitempty" maxItems:"1000" nullable:"false" doc:"Either these or nodes"`
	Nodes      []string `json:"nodes,omitempty" maxItems:"100" nullable:"false" doc:"Groups, with those below"`
	Recipients []string `json:"recipients" maxItems:"50" nullable:"false"`
	Enabled    *bool    `json:"enabled,omitempty" doc:"True without a word"`
}

type notificationInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Notification notificationBody `json:"notification"`
	}
}

type notificationOutput struct {
	Body struct {
		Notification notificationBody `json:"notification"`
	}
}

// save writes a configuration about vehicles and groups that the caller sees.
func (a *API) save(ctx context.Context, in *notificationInput) (*notificationOutput, error) {
	b, caller := in.Body.Notification, web.Caller(ctx)
	out := &notificationOutput{}
	err := a.store.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		if err := a.mayTouch(ctx, tx, b.ID); err != nil {
			return err
		}
		if err := a.sees(ctx, tx, b.Vehicles); err != nil {
			return err
		}
		if err := rules.SeesGroups(tx, caller, b.Nodes); err != nil {
			return err
		}
		n, err := b.notification(a.types)
		if err != nil {
			return err
		}
		out.Body.Notification = bodyOf(n)
		return saveNotification(tx, caller.OrgID, n)
	})
	return out, err
}

// notification reads a configuration; fault.Invalid.
func (b notificationBody) notification(types alert.Contributed) (n Notification, err error) {
	const at = "body.notification"
	for i, t := range b.AlertTypes {
		if !alert.IsKnown(types, t) {
			return n, invalid(fmt.Sprintf("%s.alert_types[%d]", at, i), "There is no such alert type.")
		}
	}
	if (len(b.Vehicles) > 0) == (len(b.Nodes) > 0) {
		return n, invalid(at+".vehicles", "Say either vehicles or nodes.")
	}
	n = Notification{ID: b.ID, AlertTypes: b.AlertTypes, Vehicles: b.Vehicles, Nodes: b.Nodes, Enabled: b.Enabled == nil || *b.Enabled}
	if n.Recipients, err = emailsOf(at+".recipients", b.Recipients); err != nil {
		return n, err
	}
	if n.ID == "" {
		n.ID = uuid.NewString()
	}
	return n, nil
}

func bodyOf(n Notification) notificationBody {
	return notificationBody{ID: n.ID, AlertTypes: n.AlertTypes, Vehicles: n.Vehicles, Nodes: n.Nodes, Recipients: append([]string{}, n.Recipients...), Enabled: &n.Enabled}
}

// mayTouch checks that a configuration is there and about what the caller sees; fault.NotFound. An empty id is a new one.
func (a *API) mayTouch(ctx context.Context, tx *gorm.DB, id string) error {
	if id == "" {
		return nil
	}
	found, err := a.visible(ctx, tx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found, func(n Notification) bool { return n.ID == id }) {
		return fault.New(fault.NotFound, "There is no such notification.")
	}
	return nil
}

// visible are the configurations all of whose vehicles and groups the caller sees.
func (a *API) visible(ctx context.Context, tx *gorm.DB) ([]Notification, error) {
	caller := web.Caller(ctx)
	seen, args := a.fleet.Seen("v.id", caller)
	args = append(args, caller.Scope.All, caller.Scope.Path, caller.Scope.Path)
	return notifications(tx, caller.OrgID, `NOT EXISTS (SELECT FROM jsonb_array_elements_text(n.vehicles) w(id)
			WHERE NOT EXISTS (SELECT FROM alerts.fleet_vehicle v WHERE v.org_id = n.org_id AND v.id = w.id AND `+seen+`))
		AND NOT EXISTS (SELECT FROM jsonb_array_elements_text(n.nodes) w(id)
			WHERE NOT EXISTS (SELECT FROM alerts.fleet_group g WHERE g.org_id = n.org_id AND g.id = w.id AND (? OR (? <> '' AND starts_with(g.path, ?)))))`, args...)
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type notificationsOutput struct {
	Body struct {
		Notifications []notificationBody `json:"notifications" nullable:"false"`
	}
}

// configs are the configurations that the caller sees.
func (a *API) configs(ctx context.Context, _ *orgInput) (*notificationsOutput, error) {
	out := &notificationsOutput{}
	err := a.store.db.InOrg(ctx, web.Caller(ctx).OrgID, func(tx *gorm.DB) error {
		found, err := a.visible(ctx, tx)
		out.Body.Notifications = make([]notificationBody, len(found))
		for i, n := range found {
			out.Body.Notifications[i] = bodyOf(n)
		}
		return err
	})
	return out, err
}

// remove deletes a configuration.
func (a *API) remove(ctx context.Context, in *listInput) (*struct{}, error) {
	org := web.Caller(ctx).OrgID
	return nil, a.store.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		if uuid.Validate(in.ID) != nil {
			return fault.New(fault.NotFound, "There is no such notification.")
		}
		if err := a.mayTouch(ctx, tx, in.ID); err != nil {
			return err
		}
		return tx.Delete(&notificationRow{OrgID: org, ID: in.ID}).Error
	})
}
