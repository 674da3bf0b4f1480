package postgres_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// land is a root with two groups, one of which has a group below it.
var land = map[string]string{"demo": "/demo/", "north": "/demo/north/", "coast": "/demo/north/coast/", "south": "/demo/south/"}

// moving is an organisation whose vehicles move between groups while people change its alerts.
type moving struct {
	t      *testing.T
	db     *store.DB
	store  *postgres.Store
	fleet  *replica.Fleet
	random *rand.Rand

	lock     sync.Mutex
	sequence uint64
}

func newMoving(t *testing.T, alerts, vehicles int) *moving {
	t.Helper()
	db := dbtest.Open(t, "plugins/alerts")
	m := &moving{t: t, db: db, fleet: replica.New(db, nil, "alerts"), random: rand.New(rand.NewPCG(5, 17))} // the same in every run
	m.store = postgres.New(db, m.fleet, func() time.Time { return now })
	for id, path := range land {
		must(t, m.fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: "demo", Sequence: m.next(), Data: events.GroupChanged{ID: id, Path: path, Label: id}}))
	}
	must(t, db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO alerts.alert (org_id, id, kind, alert_type, severity, vehicle_id, device_id, event_ms, is_read, received_ms, speed_kmh, address)
			SELECT 'demo', gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'speeding' ELSE 'driving' END, CASE WHEN n % 10 = 0 THEN 'speedingalert' WHEN n % 3 = 0 THEN 'ioalert' ELSE 'imualert' END,
				n * 7 % 4, CASE WHEN n % 41 = 0 THEN '' ELSE 'v' || n * 31 % ? END, 'd', ? - n * 6480000::bigint, n % 4 = 0, 0, n * 13 % 90, (ARRAY['Dock Road, Leith', 'High Street 5', ''])[1 + n % 3]
			FROM generate_series(0, ?) n`, vehicles, now.UnixMilli(), alerts-1).Error
	}))
	for v := range vehicles { // after their alerts, as in an installation that learns of its fleet late
		m.move(t.Context(), v, []string{"north", "coast", "south", "demo"}[v%4])
	}
	return m
}

func (m *moving) next() uint64 {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.sequence++
	return m.sequence
}

func (m *moving) move(ctx context.Context, vehicle int, group string) {
	m.t.Helper()
	id := fmt.Sprint("v", vehicle)
	if err := m.fleet.ApplyVehicle(ctx, events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: m.next(), Data: events.VehicleChanged{ID: id, Name: id, GroupID: group}}); err != nil {
		m.t.Error(err)
	}
}

// compare compares what a group's user is told with what counting in the table gives.
func (m *moving) compare(scope string, q postgres.Query, where string) {
	m.t.Helper()
	ctx := web.WithCaller(m.t.Context(), web.CallerInfo{UserID: "u", OrgID: "demo", Scope: web.Scope{Path: scope}})
	got, err := m.store.Search(ctx, q)
	must(m.t, err)
	order := map[string]string{
		"": "event_ms DESC, id DESC", "oldest": "event_ms, id", "severity": "severity DESC, event_ms DESC, id DESC", "type": "alert_type, event_ms DESC, id DESC",
		"speed_kmh": "speed_kmh DESC NULLS LAST, event_ms DESC, id DESC",
	}[q.Order]
	where = fmt.Sprintf(`%s AND event_ms >= %d AND event_ms < %d AND (? = '/demo/' OR vehicle_id IN (SELECT v.id FROM alerts.fleet_vehicle v JOIN alerts.fleet_group g ON g.id = v.group_id WHERE starts_with(g.path, ?)))`,
		where, q.FromMs, q.ToMs)
	var want int64
	var ids, found []string
	must(m.t, m.db.InOrg(ctx, "demo", func(tx *gorm.DB) error {
		if err := tx.Raw(`SELECT count(*) FROM alerts.alert WHERE `+where, scope, scope).Scan(&want).Error; err != nil {
			return err
		}
		return tx.Raw(`SELECT id::text FROM alerts.alert WHERE `+where+` ORDER BY `+order+` LIMIT ? OFFSET ?`, scope, scope, q.Size, (q.Page-1)*q.Size).Scan(&ids).Error
	}))
	for _, a := range got.Alerts {
		found = append(found, a.ID)
	}
	if got.Total != want || got.About {
		m.t.Errorf("%s, %s, page %d in order %q: total %d (an estimate: %v), want %d", scope, where, q.Page, q.Order, got.Total, got.About, want)
	}
	if strings.Join(found, " ") != strings.Join(ids, " ") {
		m.t.Errorf("%s, %s, page %d in order %q: another page than counting from the beginning gives; %d alerts, want %d", scope, where, q.Page, q.Order, len(found), len(ids))
	}
}

// compareAll compares searches of everybody.
func (m *moving) compareAll(orders ...string) {
	m.t.Helper()
	no := false
	for _, scope := range land {
		for _, part := range []struct {
			query postgres.Query
			where string
		}{
			{postgres.Query{}, "true"},
			{postgres.Query{Kinds: []string{alert.Speeding}, Severities: []int{2}, Archived: &no}, "kind = 'speeding' AND severity = 2 AND NOT archived"},
			{postgres.Query{Types: []string{"ioalert"}, Read: &no}, "alert_type = 'ioalert' AND NOT is_read"},
			{postgres.Query{Groups: []string{"north"}}, "vehicle_id IN (SELECT id FROM alerts.fleet_vehicle WHERE group_id IN ('north', 'coast'))"},
		} {
			for _, page := range []int{1, 9} {
				q := part.query
				q.FromMs, q.ToMs, q.Page, q.Size = now.AddDate(0, 0, -200).UnixMilli(), now.UnixMilli(), page, 30
				for _, q.Order = range orders {
					m.compare(scope, q, part.where)
				}
			}
		}
	}
}

// TestSearch_OfGroupsWhileVehiclesMove has vehicles move while alerts come and are changed, all at the same time, and compares what groups' users are told with
// what is there.
func TestSearch_OfGroupsWhileVehiclesMove(t *testing.T) {
	m := newMoving(t, 3_000, 24)
	m.compareAll("", "oldest", "severity", "type", "speed_kmh")
	for round := range 2 {
		var work sync.WaitGroup
		for range 2 {
			moves := m.random.Perm(24)[:10]
			work.Go(func() {
				for i, v := range moves {
					m.move(t.Context(), v, []string{"north", "coast", "south", "demo"}[(v+round+i)%4])
				}
			})
		}
		for part := range 3 {
			work.Go(func() { m.change(round, part) })
		}
		work.Go(func() { m.bring(round) })
		work.Wait()
		m.compareAll("")
		must(t, m.store.Fold(t.Context(), "demo"))
		m.compareAll("", "severity")
	}
}

// TestRename_WaitsForNobody renames and moves a vehicle while somebody changes its alerts and is not done.
func TestRename_WaitsForNobody(t *testing.T) {
	m := newMoving(t, 100, 2)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	must(t, m.db.InOrg(ctx, "demo", func(tx *gorm.DB) error {
		if err := tx.Exec(`UPDATE alerts.alert SET archived = true WHERE vehicle_id = 'v1'`).Error; err != nil {
			return err
		}
		m.move(ctx, 1, "coast") // on another connection
		return nil
	}))
	m.compareAll("")
}

// change marks alerts as read, or archives them.
func (m *moving) change(round, part int) {
	ctx := web.WithCaller(m.t.Context(), admin)
	for page := 1; page <= 4; page++ {
		q := whole()
		q.Page, q.Size = 1+(page*7+part*3+round)%12, 100
		found, err := m.store.Rows(ctx, q)
		if err != nil {
			m.t.Error(err)
			return
		}
		var ids []string
		for _, a := range found {
			ids = append(ids, a.ID)
		}
		if _, err := m.store.Apply(ctx, ids, postgres.Change{Read: new(part != 0), Archived: new(page%2 == part%2)}); err != nil {
			m.t.Error(err)
		}
	}
}

// bring has new alerts come.
func (m *moving) bring(round int) {
	for n := range 24 {
		one := alert.Alert{
			ID: alert.IDOfEvent("demo", fmt.Sprint(round), fmt.Sprint(n)), Kind: alert.Driving, AlertType: "imualert", VehicleID: fmt.Sprint("v", n), Quality: "none",
			EventMs: now.AddDate(0, 0, -n).UnixMilli() - 1, Severity: n % 4,
		}
		if _, err := m.store.Take(m.t.Context(), "demo", nil, []alert.Alert{one}); err != nil {
			m.t.Error(err)
		}
	}
}
