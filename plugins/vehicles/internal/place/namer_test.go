package place

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/web"
)

// atlas has one cell without a name, and geo that does not answer for a while.
type atlas struct {
	t      *testing.T
	fails  int
	named  []Place
	marked []string
}

func (a *atlas) UnnamedCells(context.Context, int) ([]UnnamedCell, error) {
	if len(a.named) > 0 {
		return nil, nil
	}
	return []UnnamedCell{{Cell: presence.Cell(53.2014, -2.3574), OrgID: "demo"}, {Cell: presence.Cell(45, -35), OrgID: "demo"}}, nil
}

func (a *atlas) SavePlaces(_ context.Context, places []Place) ([]presence.DeviceRef, error) {
	a.named = places
	return []presence.DeviceRef{{OrgID: "demo", DeviceID: "d1"}}, nil
}

func (a *atlas) Call(ctx context.Context, method, path string, in, out any) error {
	if a.fails > 0 {
		a.fails--
		return errors.New("geo is not there")
	}
	raw, _ := json.Marshal(in)
	if want := `{"points":[{"lat":53.205,"lng":-2.355},{"lat":45.005,"lng":-34.995}]}`; method+" "+path != "POST /api/geo/places" || !near(string(raw), want) {
		a.t.Errorf("asked %s %s %s, want %s", method, path, raw, want)
	}
	if c := web.Caller(ctx); c.OrgID != "demo" || c.UserID != "" {
		a.t.Errorf("asked as %+v", c)
	}
	return json.Unmarshal([]byte(`[{"label":"Holmes Chapel","country":"GB","zone":"Europe/London"},{"label":"Not known","country":"","zone":"Etc/GMT+2"}]`), out)
}

// near compares points, which are not exact.
func near(got, want string) bool {
	var a, b struct{ Points []point }
	if json.Unmarshal([]byte(got), &a) != nil || json.Unmarshal([]byte(want), &b) != nil || len(a.Points) != len(b.Points) {
		return false
	}
	for i := range a.Points {
		if max(a.Points[i].Lat-b.Points[i].Lat, b.Points[i].Lat-a.Points[i].Lat, a.Points[i].Lng-b.Points[i].Lng, b.Points[i].Lng-a.Points[i].Lng) > 1e-6 {
			return false
		}
	}
	return true
}

func TestNamer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &atlas{t: t, fails: 2}
		n := NewNamer(a, a, func(_ string, ids ...string) { a.marked = append(a.marked, ids...) }, slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		go n.Run(ctx)
		n.Wake()
		n.Wake() // never blocks
		<-time.After(time.Minute)
		stop()
		synctest.Wait()
		if len(a.named) != 2 || a.named[0].Label != "Holmes Chapel" || a.named[1].Label != "" || a.named[1].Zone != "Etc/GMT+2" {
			t.Errorf("named %+v", a.named)
		}
		if len(a.marked) != 1 {
			t.Errorf("marked %v", a.marked)
		}
	})
}
