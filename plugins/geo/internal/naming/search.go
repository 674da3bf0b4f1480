package naming

import (
	"context"
	"math"

	"outrider.dev/outrider/plugins/geo/internal/nominatim"
	"outrider.dev/outrider/plugins/geo/internal/place"
)

// mostFound bounds one answer of a search.
const mostFound = 8

// Spot is a place or an address that a search finds.
type Spot struct {
	Label   string  `json:"label"`
	Country string  `json:"country" doc:"ISO 3166 alpha-2; may be empty"`
	Lat     float64 `json:"lat"`
	Lng     float64 `json:"lng"`
}

// Search finds places and, with a server of streets, addresses. It never fails: what the server cannot say in time the packaged data says.
func (s *Service) Search(ctx context.Context, text string, near *place.Near) []Spot {
	list := []Spot{}
	for _, hit := range s.addresses(ctx, text) {
		list = append(list, Spot(hit))
	}
	if len(list) > 0 {
		return list
	}
	for _, p := range s.places.Search(text, near, mostFound) {
		list = append(list, Spot{Label: place.Found{Place: p}.Label(), Country: p.Country, Lat: p.Lat, Lng: p.Lng})
	}
	return list
}

// addresses asks the server of streets, if there is one and it is not left alone.
func (s *Service) addresses(ctx context.Context, text string) []nominatim.Hit {
	if s.streets == nil || s.resting() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	hits, err := s.streets.Search(ctx, text, mostFound)
	if err != nil && ctx.Err() == nil {
		s.rest(err)
	}
	return hits
}

type searchInput struct {
	Text string  `query:"text" required:"true" minLength:"1" maxLength:"200"`
	Lat  float64 `query:"lat" minimum:"-91" maximum:"90" default:"-91" doc:"Places around come first; with lng"`
	Lng  float64 `query:"lng" minimum:"-180" maximum:"180"`
}

type searchOutput struct {
	Body []Spot `nullable:"false"`
}

// search finds places by their names.
func (s *Service) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	var near *place.Near
	if in.Lat >= -90 && !math.IsNaN(in.Lng) { // not for NaN, either
		near = &place.Near{Lat: in.Lat, Lng: in.Lng}
	}
	return &searchOutput{Body: s.Search(ctx, in.Text, near)}, nil
}
