package identity

import "testing"

func TestCountryOf(t *testing.T) {
	for address, want := range map[string]string{
		"81.2.69.142": "GB", "::ffff:81.2.69.142": "GB", "2a02:8108::": "DE", "192.168.1.4": "", "10.0.0.1": "", "127.0.0.1": "", "::1": "", "fe80::1": "", "": "", "nowhere": "",
	} {
		if got := countryOf(address); got != want {
			t.Errorf("countryOf(%q) = %q, want %q", address, got, want)
		}
	}
}
