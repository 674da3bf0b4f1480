package config

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

const (
	perPage   = 500
	maxName   = 60 // letters of an input's name
	notNumber = "This field has to be a number"
)

// API answers for the configuration of vehicles.
type API struct{ store *Store }

// NewAPI returns the operations over a store.
func NewAPI(s *Store) *API { return &API{s} }

// Register adds the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/config/alerts", web.Needs("viewAlertEmailList"), a.list, web.Summary("The alert configuration of all vehicles"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/config/alerts", web.Needs("viewAlertEmailList"), a.one, web.IDs("id", "vehicle"), web.Summary("Which alerts a vehicle raises, and from which threshold"))
	web.Handle(r, "PUT /org/{orgId}/vehicles/{id}/config/alerts", web.Needs("editAlertConfig"), a.change, web.IDs("id", "vehicle"), web.Summary("Changes which alerts vehicles raise"))
}

// Entry is the configuration of one kind of alert.
type Entry struct {
	AlertType string   `json:"alert_type" doc:"A kind of alert, io, or an alert type that another plugin contributes"`
	Label     string   `json:"label,omitempty" doc:"Of a contributed type, in the caller's language"`
	Icon      string   `json:"icon,omitempty" doc:"Of a contributed type"`
	Pin       int      `json:"pin" doc:"1 to 8 of io, else 0"`
	PinName   string   `json:"pin_name"`
	Enabled   bool     `json:"enabled" doc:"Off: such alerts are not kept"`
	Threshold *float64 `json:"threshold" doc:"What the device measured below it is no alert; null where there is none"`
	Default   *float64 `json:"default_threshold"`
	Unit      string   `json:"unit" enum:",g,probability,km/h"`
}

// VehicleConfig is the configuration of one vehicle.
type VehicleConfig struct {
	VehicleID   string                  `json:"vehicle_id"`
	VehicleName string                  `json:"vehicle_name"`
	DeviceID    string                  `json:"device_id" doc:"The default device; empty for a vehicle without one"`
	Alerts      []Entry                 `json:"alerts" nullable:"false"`
	Upload      []upload.DeviceSettings `json:"upload_settings" nullable:"false" doc:"Of its devices; changed by au/settings"`
}

type listInput struct {
	OrgID string `path:"orgId"`
	Page  int    `query:"page_num" minimum:"1" maximum:"1000000" default:"1"`
}

type vehicleConfigsOutput struct {
	Body struct {
		Configs []VehicleConfig `json:"Configs" nullable:"false"`
		Pages   int             `json:"page_count"`
		Total   int             `json:"total_records"`
	}
}

// list is the configuration of all vehicles that the caller sees, 500 a page.
func (a *API) list(ctx context.Context, in *listInput) (*vehicleConfigsOutput, error) {
	vehicles, err := a.store.fleet.Vehicles(ctx)
	if err != nil {
		return nil, err
	}
	out := &vehicleConfigsOutput{}
	out.Body.Total, out.Body.Pages = len(vehicles), (len(vehicles)+perPage-1)/perPage
	from := min((in.Page-1)*perPage, len(vehicles))
	out.Body.Configs, err = a.store.describe(ctx, vehicles[from:min(from+perPage, len(vehicles))])
	return out, err
}

type oneInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"128"`
}

type oneOutput struct{ Body VehicleConfig }

// one is the configuration of one vehicle.
func (a *API) one(ctx context.Context, in *oneInput) (*oneOutput, error) {
	vehicle, err := a.store.fleet.Vehicle(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	configs, err := a.store.describe(ctx, []replica.Vehicle{vehicle})
	if err != nil {
		return nil, err
	}
	return &oneOutput{configs[0]}, nil
}

type configInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"128"`
	Body  struct {
		Alerts []Wanted `json:"alerts" minItems:"1" maxItems:"64" nullable:"false"`
	}
}

// Wanted is a change of one entry; threshold and name stay when they are left out.
type Wanted struct {
	AlertType string          `json:"alert_type" maxLength:"64"`
	Pin       int             `json:"pin" required:"false"`
	Enabled   bool            `json:"enabled"`
	Threshold json.RawMessage `json:"threshold,omitempty" doc:"A number; null is the default"`
	PinName   *string         `json:"pin_name,omitempty"`
}

// change changes entries of a vehicle, and answers as one does.
func (a *API) change(ctx context.Context, in *configInput) (*oneOutput, error) {
	vehicle, err := a.store.fleet.Vehicle(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	before, err := a.one(ctx, &oneInput{in.OrgID, in.ID})
	if err != nil {
		return nil, err
	}
	org := web.Caller(ctx).OrgID
	kinds, err := a.store.kinds(ctx, org)
	if err != nil {
		return nil, err
	}
	err = a.store.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		known, err := of(tx, org, vehicle.ID)
		if err != nil {
			return err
		}
		choices := make([]Choice, len(in.Body.Alerts))
		for i, w := range in.Body.Alerts {
			if choices[i], err = w.Choice(fmt.Sprintf("body.alerts[%d]", i), kinds, known[vehicle.ID]); err != nil {
				return err
			}
		}
		return a.store.set(tx, org, vehicle.ID, choices)
	})
	if err != nil {
		return nil, err
	}
	after, err := a.one(ctx, &oneInput{in.OrgID, in.ID})
	if err != nil {
		return nil, err
	}
	tellChange(ctx, before.Body, after.Body)
	return after, nil
}

// Choice reads a change of a vehicle of which something is known; fault.Invalid.
func (w Wanted) Choice(at string, kinds []Kind, known []Choice) (Choice, error) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == w.AlertType })
	if i < 0 {
		return Choice{}, invalid(at+".alert_type", "There is no such kind of alert.")
	}
	kind := kinds[i]
	if (kind.Name == Input) != (w.Pin >= 1 && w.Pin <= upload.Inputs) || w.Pin < 0 {
		return Choice{}, invalid(at+".pin", "An input has a pin from 1 to 8, nothing else has one.")
	}
	c := Choice{Type: kind.Name, Pin: w.Pin, Enabled: w.Enabled}
	for _, k := range known {
		if k.Type == c.Type && k.Pin == c.Pin {
			c.PinName, c.Threshold = k.PinName, k.Threshold
		}
	}
	if len(w.Threshold) > 0 {
		var err error
		if c.Threshold, err = threshold(at+".threshold", kind, w.Threshold); err != nil {
			return c, err
		}
	}
	if w.PinName != nil {
		c.PinName = strings.TrimSpace(*w.PinName)
	}
	if utf8.RuneCountInString(c.PinName) > maxName || strings.ContainsFunc(c.PinName, func(r rune) bool { return r < ' ' }) {
		return c, invalid(at+".pin_name", "A name has at most 60 letters.")
	}
	if kind.Name != Input {
		c.PinName = ""
	}
	return c, nil
}

// threshold reads a number, nil for null; fault.Invalid.
func threshold(at string, kind Kind, raw json.RawMessage) (*float64, error) {
	var number *float64
	if err := json.Unmarshal(raw, &number); err != nil {
		return nil, invalid(at, notNumber)
	}
	if number == nil {
		return nil, nil
	}
	most := map[string]float64{UnitG: 10, UnitProbability: 1, UnitSpeed: 100}[kind.Unit]
	if *number < 0 || *number > most {
		return nil, invalid(at, fmt.Sprintf("This field must be from 0 to %g.", most))
	}
	return number, nil
}

func invalid(location, message string) error {
	return fault.InvalidFields("The configuration is not valid.", fault.Field{Location: location, Message: message})
}
