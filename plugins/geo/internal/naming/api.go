// Package api is the geo plugin's operations.
package api

import (
	"context"
	"math"

	"outrider.dev/outrider/plugins/geo/internal/naming"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// API answers the plugin's operations.
type API struct{ names *naming.Service }

// New returns the operations over a naming service.
func New(names *naming.Service) *API { return &API{names: names} }

// Register lists every operation of the plugin.
func (a *API) Register(r *web.Router) {
	public := web.SignedIn("the names of places are public knowledge and belong to no organisation")
	web.Handle(r, "POST /geo/places", public, a.places, web.ReadsOnly(), web.Summary("Names and time zones of up to 1,000 points"))
	web.Handle(r, "GET /geo/place", public, a.place, web.Summary("Name and time zone of a point"))
}

type placesInput struct {
	Body struct {
		Points []naming.Point `json:"points" minItems:"1" maxItems:"1000" nullable:"false"`
	}
}

type placesOutput struct {
	Body []naming.Name `nullable:"false"`
}

// places names points in the order in which they were given.
func (a *API) places(ctx context.Context, in *placesInput) (*placesOutput, error) {
	return &placesOutput{Body: a.names.Names(ctx, in.Body.Points)}, nil
}

type placeInput struct {
	Lat float64 `query:"lat" required:"true" minimum:"-90" maximum:"90"`
	Lng float64 `query:"lng" required:"true" minimum:"-180" maximum:"180"`
}

type placeOutput struct{ Body naming.Name }

// place names one point.
func (a *API) place(ctx context.Context, in *placeInput) (*placeOutput, error) {
	if math.IsNaN(in.Lat) || math.IsNaN(in.Lng) { // "NaN" is a number to strconv, and within every bound
		return nil, fault.New(fault.Invalid, "This field must be a valid number.")
	}
	return &placeOutput{Body: a.names.Names(ctx, []naming.Point{{Lat: in.Lat, Lng: in.Lng}})[0]}, nil
}
