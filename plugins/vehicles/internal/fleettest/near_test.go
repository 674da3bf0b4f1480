package fleettest_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/track"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// place is a position as another plugin reads it; left says that some were left out.
type place struct {
	left     bool
	atMs     int64
	lat, lng float64
}

// positions asks for them as another plugin does; by vehicle.
func (f *fixture) positions(t *testing.T, days int, more string) map[string][]place {
	t.Helper()
	return placesOf(t, f.askPositions(t, days, more))
}

// askPositions is the answer as it is written.
func (f *fixture) askPositions(t *testing.T, days int, more string) string {
	t.Helper()
	content, err := os.ReadFile("../../manifest.json")
	must(t, err)
	own, err := manifest.Parse(content)
	must(t, err)
	router := web.NewRouter("Vehicles", "0.1.0")
	track.NewAPI(track.NewStore(f.db), presence.NewZones(nil, presence.NewStore(f.db), nil), own, slog.New(slog.DiscardHandler)).Register(router)
	body := fmt.Sprintf(`{"start_time":%q,"end_time":%q%s}`, f.now.AddDate(0, 0, -days).UTC().Format(time.RFC3339), f.now.UTC().Format(time.RFC3339), more)
	answer := webtest.Do(t, router, web.CallerInfo{UserID: "u", OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{Path: "/demo/"}, Permissions: []string{"TrackVehicle"}}, "POST /api/org/demo/vehicles/positions", body, nil)
	return answer.Body.String()
}

// placesOf reads an answer.
func placesOf(t *testing.T, answer string) map[string][]place {
	t.Helper()
	found := map[string][]place{}
	whole := false
	for line := range strings.Lines(answer) {
		var one struct {
			VehicleID string `json:"vehicle_id"`
			Positions [][]any
			Done      bool
		}
		must(t, json.Unmarshal([]byte(line), &one))
		whole = whole || one.Done
		for _, p := range one.Positions {
			if p == nil {
				found[one.VehicleID] = append(found[one.VehicleID], place{left: true})
				continue
			}
			found[one.VehicleID] = append(found[one.VehicleID], place{false, int64(p[0].(float64)), p[1].(float64), p[2].(float64)})
		}
	}
	if !whole {
		t.Fatalf("the answer is %s", answer)
	}
	return found
}

// around leaves out of all positions what a box leaves out: an oracle that has read everything.
func around(all []place, west, south, east, north float64) (kept []place) {
	near := make([]bool, len(all))
	for i, p := range all {
		q := all[max(0, i-1)]
		low, high := min(p.lng, q.lng), max(p.lng, q.lng)
		if high-low > 180 {
			low, high = high, low+360
		}
		for _, turn := range []float64{-360, 0, 360} {
			near[i] = near[i] || max(p.lat, q.lat) >= south && min(p.lat, q.lat) <= north && high+turn >= west && low+turn <= east
		}
	}
	left := false
	for i, p := range all {
		if !slices.Contains(near[max(0, i-2):min(len(all), i+3)], true) {
			left = true
			continue
		}
		if left {
			kept, left = append(kept, place{left: true}), false
		}
		kept = append(kept, p)
	}
	return kept
}

// walk is random positions of three days: drives, jumps, silences and times without a position.
func (f *fixture) walk(random *rand.Rand, device string, fromMs, toMs int64) (m events.Telemetry) {
	m = events.Telemetry{DeviceID: device, OrgID: "demo", ReceivedAt: f.now.UnixMilli()}
	lat, lng := 0.2*random.Float64(), 179.9+0.2*random.Float64()
	for atMs := fromMs + random.Int64N(3_600_000); atMs < toMs; atMs += []int64{60_000, 600_000, 3_000_000, 30_000_000}[random.IntN(4)] + random.Int64N(9000) {
		reach := []float64{0, 0.01, 0.1, 0.6}[random.IntN(4)]
		lat, lng = min(1, max(-1, lat+reach*(random.Float64()-0.5))), lng+reach*(random.Float64()-0.5)
		if lng > 180 {
			lng -= 360
		} else if lng < -180 {
			lng += 360
		}
		if lng > 0 && lng < 179 || lng < 0 && lng > -179 {
			lng = 180
		}
		s := events.Sample{Time: atMs}
		if random.IntN(10) > 0 {
			s.Lat, s.Lng, s.GPSValid = new(lat), new(lng), true
		}
		m.Samples = append(m.Samples, s)
	}
	return m
}

// TestPositionsAround compares the positions around boxes, for which few spans are read, with those that are left of all positions: packed, open and late
// ones, of one device and of two on a vehicle.
func TestPositionsAround(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(13 * time.Hour)
	for day := range 5 {
		must(t, f.MakePartition(t.Context(), f.now.AddDate(0, 0, -day)))
	}
	random := rand.New(rand.NewPCG(13, 7))
	var late []events.Telemetry
	fromMs := f.now.AddDate(0, 0, -4).UnixMilli()
	for i := range 16 {
		v := f.vehicle(fmt.Sprintf("V-%02d", i), "north")
		for n := range 1 + i%4/3 {
			id := fmt.Sprintf("w%d-%d", i, n)
			f.device(id, "")
			must(t, f.Assign(t.Context(), "demo", all, v.ID, id, fromMs, n == 0))
			m := f.walk(random, id, fromMs, f.now.UnixMilli())
			held := m
			held.Samples = nil
			if i%2 == 0 { // every fifth comes after the others were packed
				for at := len(m.Samples) - 1; at >= 0; at -= 5 {
					held.Samples = append(held.Samples, m.Samples[at])
					m.Samples = slices.Delete(m.Samples, at, at+1)
				}
			}
			f.take(m)
			late = append(late, held)
		}
	}
	f.pack()
	f.take(late...)
	everything := f.positions(t, 4, "")
	compare := func(when string) {
		t.Helper()
		for range 12 {
			south, west := random.Float64()*1.6-0.8, 179.2+1.6*random.Float64()
			if random.IntN(2) == 0 {
				west -= 360
			}
			size := []float64{0.001, 0.02, 0.2}[random.IntN(3)]
			got := f.positions(t, 4, fmt.Sprintf(`,"box":{"west":%v,"south":%v,"east":%v,"north":%v}`, west, south, west+size, south+size))
			for id, all := range everything {
				if want := around(all, west, south, west+size, south+size); !slices.Equal(got[id], want) {
					t.Fatalf("%s: around %v, %v, %v wide: vehicle %s did\n%v, want\n%v", when, south, west, size, id, got[id], want)
				}
			}
		}
	}
	compare("with late samples open")
	must(t, f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Exec(`UPDATE vehicles.packed SET reach = CASE WHEN span_ms / 21600000 % 3 = 0 THEN reach END`).Error
	}))
	compare("before anybody described what was packed")
	n, err := f.packer(f.db).Describe(t.Context(), "demo")
	must(t, err)
	if n == 0 {
		t.Error("nothing was described")
	}
	compare("after it was described")
	f.pack()
	compare("with late samples packed")
}
