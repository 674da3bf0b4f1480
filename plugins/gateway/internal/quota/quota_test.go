package quota_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/gateway/internal/quota"
)

// clock is a time that stands.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func meter(l quota.Limit) (*quota.Meter, *clock) {
	c := &clock{time.Date(2026, 3, 1, 22, 0, 0, 0, time.UTC)}
	return quota.NewMeter(map[string]quota.Limit{"events": l}, c.now), c
}

func taken(m *quota.Meter, org, device string, times, size int) (n int, last error) {
	for range times {
		if _, err := m.Take(org, device, "events", size); err != nil {
			last = err
			continue
		}
		n++
	}
	return n, last
}

func TestMeter_DayOfADevice(t *testing.T) {
	m, c := meter(quota.Limit{Day: 10})
	n, err := taken(m, "demo", "truck", 15, 100)
	exceeded, ok := errors.AsType[*quota.Exceeded](err)
	if n != 10 || !ok || exceeded.Whose != "device" || !exceeded.Until.Equal(time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%d of 15 were taken, then %+v", n, exceeded)
	}
	if n, err := taken(m, "demo", "van", 10, 100); n != 10 {
		t.Errorf("another device was refused: %v", err)
	}
	c.at = c.at.Add(3 * time.Hour)
	if n, err := taken(m, "demo", "truck", 10, 100); n != 10 {
		t.Errorf("the next day it was refused: %v", err)
	}
}

func TestMeter_DayOfAnOrganisation(t *testing.T) {
	m, _ := meter(quota.Limit{Day: 10, OrgBytes: 1_500})
	taken(m, "demo", "truck", 10, 100)
	if n, err := taken(m, "demo", "van", 10, 100); n != 5 || !strings.Contains(err.Error(), "organisation") {
		t.Errorf("%d were taken, then %v", n, err)
	}
	if n, _ := taken(m, "rival", "bus", 10, 100); n != 10 {
		t.Errorf("another organisation has %d", n)
	}
}

func TestMeter_Rate(t *testing.T) {
	m, c := meter(quota.Limit{PerSecond: 2, Burst: 10})
	taken(m, "demo", "truck", 10, 1)
	wait, err := m.Take("demo", "truck", "events", 1)
	if err != nil || wait <= 0 || wait > time.Second {
		t.Errorf("the one beyond the burst waits %s, %v", wait, err)
	}
	if n, err := taken(m, "demo", "truck", 50, 1); n > 10 || !strings.Contains(err.Error(), "too fast") {
		t.Errorf("%d more were taken, then %v", n, err)
	}
	c.at = c.at.Add(10 * time.Second)
	if wait, err := m.Take("demo", "truck", "events", 1); err != nil || wait > 0 {
		t.Errorf("later it waits %s, %v", wait, err)
	}
}

func TestMeter_SurvivesARestart(t *testing.T) {
	m, c := meter(quota.Limit{Day: 10})
	taken(m, "demo", "truck", 6, 1)
	day, fresh := m.Drain()
	next := quota.NewMeter(map[string]quota.Limit{"events": {Day: 10}}, c.now)
	next.Fill(day, fresh)
	if n, _ := taken(next, "demo", "truck", 10, 1); n != 4 {
		t.Errorf("after a restart %d more were taken, want 4", n)
	}
	if n, _ := taken(m, "demo", "truck", 10, 1); n != 4 {
		t.Errorf("after storing %d more were taken, want 4", n)
	}
}

func TestParse(t *testing.T) {
	l, err := quota.Parse(map[string]string{"quota.events.day": "7", "quota.telemetry.per_second": "0.5"})
	if err != nil || l["events"].Day != 7 || l["telemetry"].PerSecond != 0.5 {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := quota.Parse(map[string]string{"quota.events.org_day": "many"}); err == nil {
		t.Error("nonsense was taken")
	}
}
