package naming_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/geo/internal/naming"
	"outrider.dev/outrider/plugins/geo/internal/nominatim"
	"outrider.dev/outrider/plugins/geo/internal/place"
	"outrider.dev/outrider/plugins/geo/internal/zone"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOperations(t *testing.T) {
	r := newRouter(t, nil)
	ann := web.CallerInfo{UserID: "ann", OrgID: "demo"}
	vehicles := web.CallerInfo{Plugin: "vehicles", OrgID: "demo"}
	tooMany := `{"points":[` + strings.Repeat(`{"lat":1,"lng":1},`, 1000) + `{"lat":1,"lng":1}]}`
	for _, s := range []webtest.Scenario{
		{
			Name: "a point", As: ann, Request: "GET /api/geo/place?lat=53.2014&lng=-2.3574", WantStatus: 200,
			WantBody: []string{`"label":"Holmes Chapel, Cheshire East"`, `"country":"GB"`, `"zone":"Europe/London"`},
		},
		{
			Name: "a plugin asks for many", As: vehicles, Request: "POST /api/geo/places", Body: `{"points":[{"lat":45,"lng":-35},{"lat":52.52,"lng":13.405}]}`, WantStatus: 200,
			WantBody: []string{`[{"label":"Not known","country":"","zone":"Etc/GMT+2"},{"label":"Berlin","country":"DE","zone":"Europe/Berlin"}]`},
		},
		{
			Name: "a place by its name", As: ann, Request: "GET /api/geo/search?text=holmes%20chapel", WantStatus: 200,
			WantBody: []string{`{"label":"Holmes Chapel, Cheshire East","country":"GB","lat":53.2`},
		},
		{Name: "a place by its name, nearby", As: ann, Request: "GET /api/geo/search?text=Perth&lat=-31.9&lng=115.8", WantStatus: 200, WantBody: []string{`[{"label":"Perth`, `"country":"AU"`}},
		{Name: "no such place", As: ann, Request: "GET /api/geo/search?text=xyzzyq", WantStatus: 200, WantBody: []string{`[]`}},
		{Name: "an empty search", As: ann, Request: "GET /api/geo/search?text=", WantStatus: 422},
		{Name: "a guest searches", Request: "GET /api/geo/search?text=crewe", WantStatus: 401},
		{Name: "a guest", Request: "GET /api/geo/place?lat=53&lng=-2", WantStatus: 401},
		{Name: "off the globe", As: ann, Request: "GET /api/geo/place?lat=91&lng=-2", WantStatus: 422, WantBody: []string{"query.lat"}},
		{Name: "half a point", As: ann, Request: "GET /api/geo/place?lat=53", WantStatus: 422, WantBody: []string{"query.lng"}},
		{Name: "not a number", As: ann, Request: "GET /api/geo/place?lat=NaN&lng=1", WantStatus: 422},
		{Name: "too many", As: ann, Request: "POST /api/geo/places", Body: tooMany, WantStatus: 422, WantBody: []string{"body.points"}},
		{Name: "none", As: ann, Request: "POST /api/geo/places", Body: `{"points":[]}`, WantStatus: 422},
		{Name: "nothing", As: ann, Request: "POST /api/geo/places", Body: `{}`, WantStatus: 422},
	} {
		s.Run(t, r)
	}
}

// server is a Nominatim server that names every point, until it fails.
type server struct {
	fails bool
	asked int
}

func (s *server) Reverse(context.Context, float64, float64) (nominatim.Place, bool, error) {
	s.asked++
	if s.fails {
		return nominatim.Place{}, false, errors.New("connection refused")
	}
	return nominatim.Place{Label: "Macclesfield Road, Holmes Chapel", Country: "GB"}, true, nil
}

func (s *server) Search(_ context.Context, text string, _ int) ([]nominatim.Hit, error) {
	s.asked++
	if s.fails {
		return nil, errors.New("connection refused")
	}
	if text != "12 Market Street" {
		return nil, nil
	}
	return []nominatim.Hit{{Label: "12, Market Street, Crewe", Country: "GB", Lat: 53.099, Lng: -2.441}}, nil
}

func TestSearch_Streets(t *testing.T) {
	ann, s := web.CallerInfo{UserID: "ann", OrgID: "demo"}, &server{}
	r := newRouter(t, s)
	webtest.Scenario{Name: "an address", As: ann, Request: "GET /api/geo/search?text=12%20Market%20Street", WantStatus: 200, WantBody: []string{`[{"label":"12, Market Street, Crewe"`}}.Run(t, r)
	webtest.Scenario{Name: "what the server does not know", As: ann, Request: "GET /api/geo/search?text=crewe", WantStatus: 200, WantBody: []string{`"label":"Crewe`}}.Run(t, r)
	s.fails = true
	webtest.Scenario{Name: "when the server fails", As: ann, Request: "GET /api/geo/search?text=crewe", WantStatus: 200, WantBody: []string{`"label":"Crewe`}}.Run(t, r)
	asked := s.asked
	webtest.Scenario{Name: "a server that failed is left alone", As: ann, Request: "GET /api/geo/search?text=crewe", WantStatus: 200, WantBody: []string{`"label":"Crewe`}}.Run(t, r)
	if s.asked != asked {
		t.Error("it was asked again")
	}
}

func TestStreets(t *testing.T) {
	const ask = "GET /api/geo/place?lat=53.2014&lng=-2.3574"
	ann := web.CallerInfo{UserID: "ann"}
	good := &server{}
	r := newRouter(t, good)
	for _, name := range []string{"the server names the street", "and is asked once a cell"} {
		webtest.Scenario{Name: name, As: ann, Request: ask, WantStatus: 200, WantBody: []string{"Macclesfield Road, Holmes Chapel", "Europe/London"}}.Run(t, r)
	}
	bad := &server{fails: true}
	r = newRouter(t, bad)
	for _, name := range []string{"a server that fails is replaced", "and rests"} {
		webtest.Scenario{Name: name, As: ann, Request: ask, WantStatus: 200, WantBody: []string{"Holmes Chapel, Cheshire East"}}.Run(t, r)
	}
	if good.asked != 1 || bad.asked != 1 {
		t.Errorf("the good server was asked %d times, the bad one %d; want once each", good.asked, bad.asked)
	}
}

func newRouter(t *testing.T, streets naming.Streets) *web.Router {
	t.Helper()
	r := web.NewRouter("Geo", "0.1.0")
	naming.New(place.Packaged(), zone.Packaged(), streets, slog.New(slog.DiscardHandler), time.Now).Register(r)
	return r
}
