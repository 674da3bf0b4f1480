package upload

import (
	"encoding/json"
	"slices"
	"testing"
)

// FuzzSettingsOf has configurations of any kind either refused or name what there is.
func FuzzSettingsOf(f *testing.F) {
	f.Add(`[{"attribute":"io","pin":["2",3],"snaps":true,"video_channels":["*"]}]`)
	f.Add(`[{"attribute":"imu","pin":[1e300]}]`)
	f.Add(`[{"attribute":"io","pin":[null,true,{}]}]`)
	keys := []string{"imu", "io|*", "io|1", "io|2", "io|3", "io|4", "io|5", "io|6", "io|7", "io|8"}
	f.Fuzz(func(t *testing.T, body string) {
		var configs []Config
		if json.Unmarshal([]byte(body), &configs) != nil {
			return
		}
		chosen, err := settingsOf(configs)
		for _, s := range chosen {
			bad := slices.ContainsFunc(s.Channels, func(c int) bool { return c < 1 || c > 8 })
			if err == nil && (bad || !slices.Contains(keys, s.Key) && (s.Attribute() == IMU || s.Attribute() == IO)) {
				t.Errorf("%s became %+v", body, s)
			}
		}
	})
}
