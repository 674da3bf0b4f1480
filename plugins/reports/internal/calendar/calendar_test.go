package calendar_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/reports/internal/calendar"
	"outrider.dev/sdk/fault"
)

const london = "Europe/London"

func at(t testing.TB, text, zone string) time.Time {
	t.Helper()
	where, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := time.ParseInLocation("2006-01-02 15:04", text, where)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// The time before is as long, by the clock: whole months before whole months, whatever the clocks did.
func TestEarlier(t *testing.T) {
	times := calendar.Times{Zone: london}
	for _, tc := range []struct{ name, from, to, want string }{
		{"a day", "2026-11-24 00:00", "2026-11-25 00:00", "2026-11-23 00:00"},
		{"the day after the clocks went back", "2026-10-26 00:00", "2026-10-27 00:00", "2026-10-25 00:00"},
		{"the week in which they went back", "2026-10-19 00:00", "2026-10-26 00:00", "2026-10-12 00:00"},
		{"a month", "2026-03-01 00:00", "2026-04-01 00:00", "2026-02-01 00:00"},
		{"a part of a month", "2026-03-01 00:00", "2026-03-16 00:00", "2026-02-14 00:00"},
	} {
		from, end := times.Earlier(at(t, tc.from, london), at(t, tc.to, london))
		if !from.Equal(at(t, tc.want, london)) || !end.Equal(at(t, tc.from, london)) {
			t.Errorf("before %s is %s to %s, want from %s", tc.name, from, end, tc.want)
		}
	}
}

func TestNext(t *testing.T) {
	for _, tc := range []struct {
		name  string
		times calendar.Times
		after string
		want  []string // in UTC
	}{
		{"daily", calendar.Times{Frequency: "daily", RunAt: "06:00"}, "2026-11-23 07:00", []string{"2026-11-24 06:00", "2026-11-25 06:00"}},
		{"daily, still today", calendar.Times{Frequency: "daily", RunAt: "06:00"}, "2026-11-23 05:59", []string{"2026-11-23 06:00"}},
		{"summer and winter, the same clock", calendar.Times{Frequency: "daily", RunAt: "06:00"}, "2026-10-23 07:00", []string{"2026-10-24 05:00", "2026-10-25 06:00"}},
		{"weekly", calendar.Times{Frequency: "weekly", RunAt: "06:00", Weekday: 1}, "2026-11-24 14:40", []string{"2026-11-30 06:00", "2026-12-07 06:00"}},
		{"weekly, Sunday", calendar.Times{Frequency: "weekly", RunAt: "06:00", Weekday: 7}, "2026-11-24 14:40", []string{"2026-11-29 06:00"}},
		{"the 31st of shorter months", calendar.Times{Frequency: "monthly", RunAt: "05:00", MonthDay: 31}, "2026-01-31 06:00", []string{"2026-02-28 05:00", "2026-03-31 04:00", "2026-04-30 04:00"}},
		{"the 31st in a leap year", calendar.Times{Frequency: "monthly", RunAt: "05:00", MonthDay: 31}, "2028-02-01 00:00", []string{"2028-02-29 05:00"}},
		{"01:30 on the night when the clocks go forward is 02:30", calendar.Times{Frequency: "daily", RunAt: "01:30"}, "2026-03-28 12:00", []string{"2026-03-29 01:30", "2026-03-30 00:30"}},
		{"01:30 on the night when it comes twice runs once", calendar.Times{Frequency: "daily", RunAt: "01:30"}, "2026-10-24 12:00", []string{"2026-10-25 00:30", "2026-10-26 01:30"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.times.Zone, tc.times.Period = london, calendar.PreviousDay
			if err := tc.times.Check("body"); err != nil {
				t.Fatal(err)
			}
			moment := at(t, tc.after, london)
			for _, want := range tc.want {
				moment = tc.times.Next(moment)
				if got := moment.UTC().Format("2006-01-02 15:04"); got != want {
					t.Fatalf("the next run is %s UTC, want %s", got, want)
				}
			}
		})
	}
	berlin := calendar.Times{Frequency: "daily", Period: "previous_day", RunAt: "02:30", Zone: "Europe/Berlin"}
	for after, want := range map[string]string{"2026-03-28 12:00": "2026-03-29 01:30", "2026-10-24 12:00": "2026-10-25 00:30"} {
		if got := berlin.Next(at(t, after, "Europe/Berlin")).UTC().Format("2006-01-02 15:04"); got != want {
			t.Errorf("02:30 in Berlin after %s is %s UTC, want %s", after, got, want)
		}
	}
}

func TestRange(t *testing.T) {
	for _, tc := range []struct{ period, run, from, to string }{
		{"previous_day", "2026-11-23 06:00", "2026-11-22 00:00", "2026-11-23 00:00"},
		{"last_week", "2026-11-30 06:00", "2026-11-23 00:00", "2026-11-30 00:00"}, // Monday
		{"last_week", "2026-11-25 06:00", "2026-11-16 00:00", "2026-11-23 00:00"}, // Wednesday
		{"last_week", "2026-11-29 06:00", "2026-11-16 00:00", "2026-11-23 00:00"}, // Sunday: the week is not over the day before
		{"week_to_date", "2026-11-30 06:00", "2026-11-23 00:00", "2026-11-30 00:00"},
		{"week_to_date", "2026-11-25 06:00", "2026-11-23 00:00", "2026-11-25 00:00"},
		{"month_to_date", "2026-12-01 05:00", "2026-11-01 00:00", "2026-12-01 00:00"},
		{"month_to_date", "2026-11-25 05:00", "2026-11-01 00:00", "2026-11-25 00:00"},
		{"previous_day", "2026-10-26 06:00", "2026-10-25 00:00", "2026-10-26 00:00"}, // it had 25 hours
	} {
		times := calendar.Times{Frequency: "daily", Period: tc.period, RunAt: "06:00", Zone: london}
		from, to := times.Range(at(t, tc.run, london))
		if !from.Equal(at(t, tc.from, london)) || !to.Equal(at(t, tc.to, london)) {
			t.Errorf("%s at %s is from %s to %s, want from %s to %s", tc.period, tc.run, from, to, tc.from, tc.to)
		}
	}
	day := calendar.Times{Period: "previous_day", Zone: london}
	if from, to := day.Range(at(t, "2026-10-26 06:00", london)); to.Sub(from) != 25*time.Hour {
		t.Errorf("the day on which the clocks go back has %s", to.Sub(from))
	}
}

func TestCheck(t *testing.T) {
	good := calendar.Times{Frequency: "monthly", Period: "last_week", RunAt: "06:00", MonthDay: 31, Zone: london}
	for field, change := range map[string]func(*calendar.Times){
		"body.frequency":    func(t *calendar.Times) { t.Frequency = "hourly" },
		"body.period":       func(t *calendar.Times) { t.Period = "last_year" },
		"body.run_at":       func(t *calendar.Times) { t.RunAt = "25:00" },
		"body.day_of_month": func(t *calendar.Times) { t.MonthDay = 32 },
		"body.day_of_week":  func(t *calendar.Times) { t.Frequency, t.Weekday = "weekly", 0 },
		"body.zone":         func(t *calendar.Times) { t.Zone = "Mars/North" },
	} {
		bad := good
		change(&bad)
		if err := bad.Check("body"); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s is taken: %v", field, err)
		}
	}
}

// TestNext_Always goes from run to run through years in zones with all kinds of changes: each is after the one before, and no day has two.
func TestNext_Always(t *testing.T) {
	zones := []string{london, "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Beirut", "Africa/Cairo", "Pacific/Apia", "UTC"}
	rapid.Check(t, func(t *rapid.T) {
		times := calendar.Times{
			Frequency: rapid.SampledFrom(calendar.Frequencies).Draw(t, "frequency"), Period: rapid.SampledFrom(calendar.Periods).Draw(t, "period"),
			RunAt:   time.Date(2000, 1, 1, 0, rapid.IntRange(0, 1439).Draw(t, "minute"), 0, 0, time.UTC).Format("15:04"),
			Weekday: rapid.IntRange(1, 7).Draw(t, "weekday"), MonthDay: rapid.IntRange(1, 31).Draw(t, "day"), Zone: rapid.SampledFrom(zones).Draw(t, "zone"),
		}
		moment := time.Unix(rapid.Int64Range(1_600_000_000, 1_900_000_000).Draw(t, "moment"), 0)
		for range 40 {
			next := times.Next(moment)
			if !next.After(moment) || next.Sub(moment) > 40*24*time.Hour {
				t.Fatalf("after %s comes %s", moment, next)
			}
			from, to := times.Range(next)
			if !from.Before(to) || to.After(next) || to.Sub(from) > 32*24*time.Hour {
				t.Fatalf("a run at %s is from %s to %s", next, from, to)
			}
			moment = next
		}
	})
}
