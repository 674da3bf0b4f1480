package web_test

import (
	"testing"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

func TestZone(t *testing.T) {
	for name, want := range map[string]string{"": "UTC", "Europe/London": "Europe/London", "Local": "", "Mars/Olympus": "", "../etc": ""} {
		zone, err := web.Zone("body.zone", name)
		if (err == nil) != (want != "") || err == nil && zone.String() != want || err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q is %v, %v", name, zone, err)
		}
	}
}
