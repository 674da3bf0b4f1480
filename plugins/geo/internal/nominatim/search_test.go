package nominatim_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"outrider.dev/outrider/plugins/geo/internal/nominatim"
)

func TestSearch(t *testing.T) {
	answer, status := `[{"display_name":"12, Market Street, Crewe","lat":"53.0990","lon":"-2.4410","address":{"country_code":"gb"}},{"display_name":"Off the globe","lat":"99","lon":"0"},{"display_name":"No number","lat":"x","lon":"0"}]`, 200
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/search" || r.URL.Query().Get("q") != "12 Market Street, Crewe" || r.URL.Query().Get("limit") != "5" {
			t.Errorf("asked %s", r.URL)
		}
		w.WriteHeader(status)
		w.Write([]byte(answer))
	}))
	defer s.Close()
	c, err := nominatim.New(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := c.Search(t.Context(), "12 Market Street, Crewe", 5)
	if want := (nominatim.Hit{Label: "12, Market Street, Crewe", Country: "GB", Lat: 53.099, Lng: -2.441}); err != nil || len(hits) != 1 || hits[0] != want {
		t.Errorf("found %+v, %v", hits, err)
	}
	for _, bad := range []string{`<html>`, `{"error":"x"}`} {
		answer = bad
		if _, err := c.Search(t.Context(), "12 Market Street, Crewe", 5); err == nil {
			t.Errorf("%s is taken for an answer", bad)
		}
	}
	answer, status = `[]`, 429
	if _, err := c.Search(t.Context(), "12 Market Street, Crewe", 5); err == nil {
		t.Error("429 is taken for an answer")
	}
}
