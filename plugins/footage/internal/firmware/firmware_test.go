package firmware_test

import (
	"testing"

	"outrider.dev/outrider/plugins/footage/internal/firmware"
)

func TestCheck_ByModelAndVersion(t *testing.T) {
	table, err := firmware.ParseTable(firmware.Known)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ model, version, want string }{
		{"D700", "01.00.91", firmware.OK}, // equal is enough
		{"D700", "01.00.90", firmware.Firmware},
		{"D700", "01.01", firmware.OK},
		{"D700", "1.0.100", firmware.OK}, // as numbers, not as text
		{"JH8", "01.01.56", firmware.OK},
		{"JH8", "01.01.55.99", firmware.Firmware},
		{"JH4", "01.01.56.1", firmware.OK},
		{"JH4", "01.00.99", firmware.Firmware},
		{"X1", "99.0", firmware.Model},
		{"", "01.01.56", firmware.Unknown},
		{"JH8", "", firmware.Unknown},
		{"JH8", "beta", firmware.Unknown},
	} {
		if got := table.Check(tc.model, tc.version).Reason; got != tc.want {
			t.Errorf("%s %s: %s, want %s", tc.model, tc.version, got, tc.want)
		}
	}
}

func TestParseTable_RefusesWhatIsNone(t *testing.T) {
	for _, text := range []string{"", "D700", "=1", "D700=new", "D700=1,,JH8=1"} {
		if _, err := firmware.ParseTable(text); err == nil {
			t.Errorf("%q is a table", text)
		}
	}
}
