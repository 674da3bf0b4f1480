package naming

import (
	"context"
	"math"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// Register lists every operation of the plugin.
func (s *Service) Register(r *web.Router) {
	public := web.SignedIn("the names of places are public knowledge and belong to no organisation")
	web.Handle(r, "POST /geo/places", public, s.postPlaces, web.ReadsOnly(), web.Summary("Names and time zones of up to 1,000 points"))
	web.Handle(r, "GET /geo/place", public, s.getPlace, web.Summary("Name and time zone of a point"))
	web.Handle(r, "GET /geo/search", public, s.search, web.Summary("Places and addresses by name"))
}

type placesInput struct {
	Body struct {
		Points []Point `json:"points" minItems:"1" maxItems:"1000" nullable:"false"`
	}
}

type placesOutput struct {
	Body []Name `nullable:"false"`
}

// postPlaces names points in the order in which they were given.
func (s *Service) postPlaces(ctx context.Context, in *placesInput) (*placesOutput, error) {
	return &placesOutput{Body: s.Names(ctx, in.Body.Points)}, nil
}

type placeInput struct {
	Lat float64 `query:"lat" required:"true" minimum:"-90" maximum:"90"`
	Lng float64 `query:"lng" required:"true" minimum:"-180" maximum:"180"`
}

type placeOutput struct{ Body Name }

// getPlace names one point.
func (s *Service) getPlace(ctx context.Context, in *placeInput) (*placeOutput, error) {
	if math.IsNaN(in.Lat) || math.IsNaN(in.Lng) { // "NaN" is a number to strconv, and within every bound
		return nil, fault.New(fault.Invalid, "This field must be a valid number.")
	}
	return &placeOutput{Body: s.Names(ctx, []Point{{Lat: in.Lat, Lng: in.Lng}})[0]}, nil
}
