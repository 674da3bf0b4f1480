package access

import (
	"testing"
	"time"
)

func TestFresh_DuringAnOutageOfTheDatabase(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	cases := []struct {
		name         string
		silent       time.Duration
		alone, cut   bool
		writtenSince uint64
		want         bool
	}{
		{"a heartbeat was just heard", time.Second, false, false, 0, true},
		{"silence", 6 * time.Second, false, false, 0, false},
		{"silence, and the database is away: another host may change something", 6 * time.Second, false, true, 0, false},
		{"a host that is alone, and the database is away", 6 * time.Second, true, true, 0, true},
		{"a host that is alone and cannot be heard, with a database that answers", 6 * time.Second, true, false, 0, false},
		{"something was written and not announced", 6 * time.Second, true, true, 1, false},
		{"the database is away for long", 11 * time.Minute, true, true, 0, false},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			f := &Feed{alone: tc.alone, now: func() time.Time { return at }}
			f.heard.Store(at.Add(-tc.silent).UnixNano())
			f.cut.Store(tc.cut)
			f.announced.Store(written.Load())
			written.Add(tc.writtenSince)
			if got := f.Fresh(5 * time.Second); got != tc.want {
				t.Errorf("fresh: %t, want %t", got, tc.want)
			}
		})
	}
}
