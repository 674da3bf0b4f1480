package track

import (
	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/fleet"
)

// thinner leaves out readings that no picture shows: of each step one stays, and whatever begins or ends something.
type thinner struct {
	stepMs int64 // 0: everything stays
	last   *history.Reading
	step   int64
}

// keeps reports whether a reading stays; readings come in the order of time.
func (t *thinner) keeps(r, next *history.Reading) bool {
	if t.stepMs == 0 {
		return true
	}
	last, step := t.last, r.TimeMs/t.stepMs
	kept := last == nil || step != t.step || level(r) != level(last) || r.Ignition != last.Ignition || r.Said(history.HasPosition) != last.Said(history.HasPosition) ||
		r.TimeMs-last.TimeMs >= history.Silence.Milliseconds() || next == nil || next.TimeMs-last.TimeMs >= history.Silence.Milliseconds() // without this one it would look like a silence
	if kept {
		t.last, t.step = r, step
	}
	return kept
}

// level is how fast a reading is against its limit: 0 within it, 1 above, 2 by more than a tenth.
func level(r *history.Reading) int {
	limit := fleet.DefaultSpeedLimitKmh
	if r.Said(history.HasLimit) {
		limit = r.SpeedLimitKmh
	}
	switch {
	case !r.Said(history.HasSpeed) || r.SpeedKmh <= limit:
		return 0
	case r.SpeedKmh <= limit*1.1:
		return 1
	default:
		return 2
	}
}
