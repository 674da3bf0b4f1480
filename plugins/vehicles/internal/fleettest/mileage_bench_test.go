//go:build bench

package fleettest_test

import (
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/report"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// TestRivalMileage reports the mileage of 1,000 vehicles by day over the 31 days before today: before anybody judged a day, and after the days were judged ahead.
func TestRivalMileage(t *testing.T) {
	const (
		vehicles = 1000
		length   = 31
		mostAll  = 3 * time.Second
		mostOne  = 500 * time.Millisecond
	)
	f := open(t)
	today := f.now.UTC().Truncate(24 * time.Hour)
	f.now = today.Add(15 * time.Hour)
	from := today.AddDate(0, 0, -length)
	f.planted(vehicles, from, length)
	ask := func() (first, took time.Duration, lines int) {
		began, router := time.Now(), f.reports()
		answer := webtest.Do(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			router.ServeHTTP(&noting{ResponseWriter: w, note: func() { first = time.Since(began) }}, r)
		}), caller("createMileageReport"), "POST /api/org/demo/vehicles/reports/mileage",
			fmt.Sprintf(`{"from":%q,"to":%q}`, from.Format(time.RFC3339), today.Format(time.RFC3339)), nil)
		equal(t, "answer", answer.Code, http.StatusOK)
		_, err := rows.Read(answer.Body, func(batch [][]any) error { lines += len(batch); return nil })
		must(t, err)
		return first, time.Since(began), lines
	}
	began, used, database := time.Now(), ownTime(t), f.databaseTime()
	must(t, f.anew().JudgeAhead(t.Context(), "demo"))
	fmt.Printf("mileage: %d days of %d vehicles were judged ahead in %s, %.1f ms of a processor a day in the plugin, %.1f ms in the database\n", length, vehicles, time.Since(began).Round(time.Second),
		(ownTime(t)-used).Seconds()*1000/vehicles/length, (f.databaseTime()-database).Seconds()*1000/vehicles/length)
	for range 3 {
		first, took, lines := ask()
		fmt.Printf("mileage: %d rows of %d vehicles and %d days in %s, the first after %s\n", lines, vehicles, length, took.Round(time.Millisecond), first.Round(time.Millisecond))
		if took > mostAll || first > mostOne {
			t.Errorf("a mileage report takes %s and %s to its first rows, more than %s and %s", took, first, mostAll, mostOne)
		}
	}
}

// noting notes when the first rows are written.
type noting struct {
	http.ResponseWriter
	written int
	note    func()
}

func (n *noting) Write(part []byte) (int, error) {
	const rows = 1000 // bytes: the head is shorter
	if n.written < rows && n.written+len(part) >= rows {
		n.note()
	}
	n.written += len(part)
	return n.ResponseWriter.Write(part)
}

// Unwrap is for http.ResponseController.
func (n *noting) Unwrap() http.ResponseWriter { return n.ResponseWriter }

// planted gives vehicles packed days; eight of them drove, the others drove the same.
func (f *fixture) planted(vehicles int, from time.Time, length int) {
	const kinds = 8
	for back := range length + 2 {
		must(f.t, f.MakePartition(f.t.Context(), from.AddDate(0, 0, back)))
	}
	ids := make([]string, vehicles)
	for n := range vehicles {
		ids[n] = f.vehicle(fmt.Sprint("HGV ", n), "north").ID
		device := fmt.Sprint("m", n)
		f.device(device, "")
		must(f.t, f.Assign(f.t.Context(), "demo", all, ids[n], device, from.UnixMilli(), true))
		if n < kinds {
			spec := traffic.Spec{DeviceID: device, Type: "truck"}
			f.bring(device, traffic.History(uint64(n), spec, time.UTC, from, from.AddDate(0, 0, length), traffic.Pace{Moving: 30 * time.Second, Parked: 5 * time.Minute}))
		}
	}
	f.pack()
	must(f.t, f.db.InOrg(f.t.Context(), "demo", func(tx *gorm.DB) error {
		for n := kinds; n < vehicles; n++ {
			if err := tx.Exec(`INSERT INTO vehicles.packed (org_id, device_id, span_ms, vehicle_id, samples, taken, data)
				SELECT org_id, ?, span_ms, ?, samples, taken, data FROM vehicles.packed WHERE org_id = 'demo' AND device_id = ?`, fmt.Sprint("m", n), ids[n], fmt.Sprint("m", n%kinds)).Error; err != nil {
				return err
			}
		}
		return tx.Exec(`INSERT INTO vehicles.day_to_judge SELECT DISTINCT org_id, vehicle_id, span_ms / ? FROM vehicles.packed ON CONFLICT DO NOTHING`, history.Begins(1)).Error
	}))
}

// reports are the operations of a process that has just started.
func (f *fixture) reports() *web.Router {
	now := func() time.Time { return f.now }
	content, err := os.ReadFile("../../manifest.json")
	must(f.t, err)
	own, err := manifest.Parse(content)
	must(f.t, err)
	router := web.NewRouter("Vehicles", "0.1.0")
	report.New(f.db, trip.NewStore(f.db, now), presence.NewStore(f.db), device.NewStore(f.db, now, presence.Forget), now).Register(router, own)
	return router
}

func caller(permissions ...string) web.CallerInfo {
	return web.CallerInfo{OrgID: "demo", UserID: "u1", Scope: web.Scope{Path: "/demo/"}, Permissions: permissions}
}
