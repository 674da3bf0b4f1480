package history

import (
	"fmt"
	"testing"
)

func TestChoose(t *testing.T) {
	reading := func(device string, minute int) Reading {
		return Reading{DeviceID: device, TimeMs: int64(minute) * 60_000}
	}
	all := []Reading{reading("b", 1), reading("a", 5), reading("b", 6), reading("b", 14), reading("b", 15), reading("b", 40), reading("x", 41), reading("a", 50)}
	var got []string
	for _, r := range Choose(all, []string{"a", "b"}) {
		got = append(got, fmt.Sprint(r.DeviceID, r.TimeMs/60_000))
	}
	if want := "[a5 b15 b40 a50]"; fmt.Sprint(got) != want {
		t.Errorf("chosen %s, want %s", got, want)
	}
}
