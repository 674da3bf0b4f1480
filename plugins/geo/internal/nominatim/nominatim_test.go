package nominatim_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"outrider.dev/outrider/plugins/geo/internal/nominatim"
)

func TestReverse(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		status     int
		want       nominatim.Place
		ok, fails  bool
	}{
		{
			"a road in a village", `{"address":{"road":"Macclesfield Road","village":"Holmes Chapel","county":"Cheshire","country_code":"gb"}}`, 200,
			nominatim.Place{Label: "Macclesfield Road, Holmes Chapel", Country: "GB"},
			true, false,
		},
		{"only a county", `{"address":{"county":"Cheshire","country_code":"gb"}}`, 200, nominatim.Place{Label: "Cheshire", Country: "GB"}, true, false},
		{"the sea", `{"error":"Unable to geocode"}`, 200, nominatim.Place{}, false, false},
		{"too many questions", `{}`, 429, nominatim.Place{}, false, true},
		{"not JSON", `<html>`, 200, nominatim.Place{}, false, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/maps/reverse" || r.URL.Query().Get("lat") != "53.20140" {
					t.Errorf("asked %s", r.URL)
				}
				w.WriteHeader(tc.status)
				w.Write([]byte(tc.body))
			}))
			defer s.Close()
			c, err := nominatim.New(s.URL + "/maps/")
			if err != nil {
				t.Fatal(err)
			}
			got, ok, err := c.Reverse(t.Context(), 53.2014, -2.3574)
			if got != tc.want || ok != tc.ok || (err != nil) != tc.fails {
				t.Errorf("Reverse = %+v, %v, %v; want %+v, %v", got, ok, err, tc.want, tc.ok)
			}
		})
	}
}

func TestNew_refusesOddAddresses(t *testing.T) {
	for _, address := range []string{"", "nominatim", "ftp://host/", "http://", "file:///etc/passwd"} {
		if _, err := nominatim.New(address); err == nil {
			t.Errorf("New(%q) takes it", address)
		}
	}
}
