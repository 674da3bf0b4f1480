//go:build bench

package main

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

// TestBenchDue has 10,000 schedules fall due at once and asks for the list of vehicles all the while: all have run and sent their mail within 10 minutes.
func TestBenchDue(t *testing.T) {
	const (
		due  = 10_000
		most = 10 * time.Minute
	)
	l := startLab(t)
	admin := plugintest.As("alpha", "ORG_ADMIN")
	l.Do(admin, "POST /api/org/alpha/vehicles", map[string]string{"vehicle_name": "Van", "vehicle_type": "van", "node": "alpha-north"})
	first := l.save(admin, aSchedule(map[string]any{"name": "First", "formats": []string{"csv"}}))
	alone := l.asked(admin, time.Now().Add(5*time.Second))
	db := l.Database(t)
	for _, statement := range []string{
		fmt.Sprintf(`INSERT INTO reports.schedule SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()::text, 'name', 'Copy ' || n))).* FROM reports.schedule s, generate_series(2, %d) n WHERE s.id = '%s'`, due, first.ID),
		fmt.Sprintf(`UPDATE reports.schedule SET next_ms = %d`, time.Now().UnixMilli()),
	} {
		if _, err := db.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	var beside []time.Duration
	for ended := 0; ended < due; {
		if time.Since(began) > 2*most {
			t.Fatalf("after %s %d of %d have run", time.Since(began), ended, due)
		}
		beside = append(beside, l.asked(admin, time.Now().Add(5*time.Second))...)
		if err := db.QueryRow(t.Context(), `SELECT count(*) FROM reports.run WHERE state = 'done' AND check_ms IS NULL`).Scan(&ended); err != nil {
			t.Fatal(err)
		}
	}
	took := time.Since(began)
	fmt.Printf("schedules: %d that fall due at once have run and sent in %s; the list of vehicles has p99 %s alone and %s beside\n", due, took.Round(time.Second), p99(alone), p99(beside))
	if mails := len(l.mails.to("boss@customer.test")); mails != due {
		t.Errorf("%d mails came, want %d", mails, due)
	}
	if took > most {
		t.Errorf("they took %s, more than %s", took, most)
	}
}

// asked asks for the list of vehicles again and again, and says how long each answer took.
func (l *lab) asked(as plugintest.Actor, until time.Time) (took []time.Duration) {
	for time.Now().Before(until) {
		began := time.Now()
		if answer := l.Do(as, "GET /api/org/alpha/vehicles/verbose", nil); answer.Status != http.StatusOK {
			l.t.Fatalf("vehicles: %d", answer.Status)
		}
		took = append(took, time.Since(began))
	}
	return took
}

func p99(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)*99/100].Round(100 * time.Microsecond)
}
