package main

import (
	"testing"

	"outrider.dev/sdk/plugintest"
)

func TestConformance(t *testing.T) {
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Bodies:  map[string]string{"POST /api/geo/places": `{"points":[{"lat":53.48,"lng":-2.24}]}`},
		Queries: map[string]string{"GET /api/geo/place": "lat=53.48&lng=-2.24", "GET /api/geo/search": "text=crewe"},
	})
}
