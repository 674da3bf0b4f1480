package trial

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestReadPositions compares what is read with what encoding/json reads.
func TestReadPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var texts []string
		want := []Position{}
		for range rapid.IntRange(0, 6).Draw(t, "positions") {
			if rapid.Bool().Draw(t, "gap") {
				texts, want = append(texts, "null"), append(want, Position{Gap: true})
				continue
			}
			var p Position
			p.TimeMs, p.At.Lat, p.At.Lng = rapid.Int64().Draw(t, "time"), rapid.Float64Range(-90, 90).Draw(t, "lat"), rapid.Float64Range(-180, 180).Draw(t, "lng")
			if rapid.Bool().Draw(t, "moves") {
				p.SpeedKmh = new(rapid.Float64Range(0, 300).Draw(t, "speed"))
			}
			if rapid.Bool().Draw(t, "says ignition") {
				p.Ignition = new(rapid.Bool().Draw(t, "ignition"))
			}
			raw, _ := json.Marshal([]any{p.TimeMs, p.At.Lat, p.At.Lng, p.SpeedKmh, p.Ignition})
			texts, want = append(texts, string(raw)), append(want, p)
		}
		list, err := readPositions([]byte("[" + strings.Join(texts, ",") + "]"))
		got, _ := json.Marshal(append([]Position{}, list...))
		wanted, _ := json.Marshal(want)
		if err != nil || string(got) != string(wanted) {
			t.Fatalf("%v: %v, %s, want %s", texts, err, got, wanted)
		}
	})
	for _, raw := range []string{"", "[", "{}", "[[1,2,3,4]]", "[[1,2,3,4,true,5]]", "[[a,2,3,4,true]]", "[[1,2,3,4,yes]]", "[[1,2,3,null,null][1,2,3,null,null]]", "[null[1,2,3,null,null]]", "[[1,2,3,null,null"} {
		if list, err := readPositions([]byte(raw)); err == nil {
			t.Errorf("%s is read as %s", raw, fmt.Sprint(list))
		}
	}
}
