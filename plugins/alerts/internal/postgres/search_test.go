package postgres_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	now   = time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC)
	admin = web.CallerInfo{UserID: "u", OrgID: "demo", Scope: web.Scope{Path: "/demo/"}}
)

// grown is organisation demo with 24,000 alerts of 90 days, a quarter of them read, and a neighbour with as many.
func grown(t *testing.T) (*postgres.Store, *store.DB) {
	t.Helper()
	db, asOwner := dbtest.OpenOwned(t, "plugins/alerts")
	for _, org := range []string{"demo", "rival"} {
		must(t, db.InOrg(t.Context(), org, func(tx *gorm.DB) error {
			return tx.Exec(`INSERT INTO alerts.alert (org_id, id, kind, alert_type, severity, vehicle_id, device_id, event_ms, is_read, received_ms)
				SELECT ?, gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'speeding' ELSE 'driving' END, CASE WHEN n % 10 = 0 THEN 'speedingalert' WHEN n % 3 = 0 THEN 'ioalert' ELSE 'imualert' END,
					n % 4, 'v' || n % 50, 'd' || n % 50, ? - n * 324000::bigint, n % 4 = 0, 0 FROM generate_series(0, 23999) n`, org, now.UnixMilli()).Error
		}))
	}
	must(t, asOwner(`ANALYZE alerts.alert`))
	must(t, asOwner(`ANALYZE alerts.rollup`))
	return postgres.New(db, replica.New(db, nil, "alerts"), func() time.Time { return now }), db
}

func whole() postgres.Query {
	return postgres.Query{FromMs: now.AddDate(0, 0, -120).UnixMilli(), ToMs: now.Add(time.Hour).UnixMilli(), Page: 1, Size: 100}
}

// TestSearch_TotalsAndFarPages compares what the days' counts say with what is there.
func TestSearch_TotalsAndFarPages(t *testing.T) {
	s, db := grown(t)
	ctx := web.WithCaller(t.Context(), admin)
	driving := whole()
	driving.Kinds = []string{alert.Driving}
	cases := map[string]struct {
		query postgres.Query
		where string
	}{
		"everything": {whole(), "true"},
		"one kind":   {driving, "kind = 'driving'"},
		"part of a day at both ends": {func() postgres.Query {
			q := whole()
			q.FromMs, q.ToMs = now.AddDate(0, 0, -80).Add(5*time.Hour).UnixMilli(), now.Add(-3*time.Hour).UnixMilli()
			return q
		}(), "true"},
		"within a day": {func() postgres.Query {
			q := whole()
			q.FromMs, q.ToMs = now.Add(-5*time.Hour).UnixMilli(), now.Add(-3*time.Hour).UnixMilli()
			return q
		}(), "true"},
	}
	for _, added := range []string{"noted", "added up"} {
		for name, tc := range cases {
			t.Run(name+", changes "+added, func(t *testing.T) {
				for _, page := range []int{1, 30, 77, 130, 400} {
					q := tc.query
					q.Page = page
					comparePage(t, s, db, q, tc.where)
				}
			})
		}
		must(t, s.Fold(ctx, "demo"))
	}
}

// comparePage compares a page and the total with what the table itself says.
func comparePage(t *testing.T, s *postgres.Store, db *store.DB, q postgres.Query, where string) {
	t.Helper()
	ctx := web.WithCaller(t.Context(), admin)
	got, err := s.Search(ctx, q)
	must(t, err)
	var total int64
	var ids []string
	must(t, db.InOrg(ctx, "demo", func(tx *gorm.DB) error {
		within := fmt.Sprintf("%s AND event_ms >= %d AND event_ms < %d", where, q.FromMs, q.ToMs)
		if err := tx.Raw(`SELECT count(*) FROM alerts.alert WHERE ` + within).Scan(&total).Error; err != nil {
			return err
		}
		return tx.Raw(`SELECT id::text FROM alerts.alert WHERE `+within+` ORDER BY event_ms DESC, id DESC LIMIT 100 OFFSET ?`, (q.Page-1)*100).Scan(&ids).Error
	}))
	if got.Total != total {
		t.Errorf("page %d: total %d, want %d", q.Page, got.Total, total)
	}
	var found []string
	for _, a := range got.Alerts {
		found = append(found, a.ID)
	}
	if strings.Join(found, " ") != strings.Join(ids, " ") {
		t.Errorf("page %d is not the page that counting from the beginning gives: %d alerts, want %d", q.Page, len(found), len(ids))
	}
}

// TestSearch_TotalsOfAPart counts for callers who see some vehicles: exactly up to 10,000, about beyond; and chosen vehicles exactly, also beyond.
func TestSearch_TotalsOfAPart(t *testing.T) {
	s, _ := grown(t)
	for seen, want := range map[int][2]int64{10: {4_800, 4_800}, 20: {9_600, 9_600}, 40: {18_240, 20_160}} {
		part := web.CallerInfo{UserID: "u", OrgID: "demo", Scope: web.Scope{Path: "/demo/nobody/"}}
		for v := range seen {
			part.Scope.VehicleIDs = append(part.Scope.VehicleIDs, fmt.Sprint("v", v))
		}
		page, err := s.Search(web.WithCaller(t.Context(), part), whole())
		must(t, err)
		if page.Total < want[0] || page.Total > want[1] || page.About != (seen == 40) || len(page.Alerts) != 100 {
			t.Errorf("%d of 50 vehicles: %d alerts (an estimate: %v) and %d on the page, want %d to %d", seen, page.Total, page.About, len(page.Alerts), want[0], want[1])
		}
	}
	chosen := whole()
	for v := range 30 {
		chosen.Vehicles = append(chosen.Vehicles, fmt.Sprint("v", v))
	}
	page, err := s.Search(web.WithCaller(t.Context(), admin), chosen)
	must(t, err)
	if page.Total != 14_400 || page.About {
		t.Errorf("30 chosen vehicles of 50: %d alerts (an estimate: %v), want 14400", page.Total, page.About)
	}
}

// TestCountsFollowChanges checks that reading alerts moves them from one count of the day to another.
func TestCountsFollowChanges(t *testing.T) {
	s, db := grown(t)
	ctx := web.WithCaller(t.Context(), admin)
	q, yes := whole(), true
	q.Size = 500
	page, err := s.Search(ctx, q)
	must(t, err)
	ids := make([]string, len(page.Alerts))
	for i, a := range page.Alerts {
		ids[i] = a.ID
	}
	_, err = s.Apply(ctx, ids, postgres.Change{Read: &yes, Archived: &yes})
	must(t, err)
	for _, added := range []string{"noted", "added up", "added up twice"} {
		for view, column := range map[string]string{"counts": "day", "counts_of_blocks": "block"} {
			var wrong int64
			must(t, db.InOrg(ctx, "demo", func(tx *gorm.DB) error {
				return tx.Raw(`SELECT count(*) FROM (SELECT ` + column + ` AS at, is_read, archived, sum(alerts) AS n FROM alerts.` + view + ` GROUP BY 1, 2, 3 HAVING sum(alerts) <> 0) r
					FULL JOIN (SELECT event_ms / ` + map[string]string{"day": "86400000", "block": "86400000 / 32"}[column] + ` AS at, is_read, archived, count(*) AS n FROM alerts.alert GROUP BY 1, 2, 3) a USING (at, is_read, archived)
					WHERE r.n IS DISTINCT FROM a.n`).Scan(&wrong).Error
			}))
			if wrong != 0 {
				t.Errorf("%d of alerts.%s are wrong when changes are %s", wrong, view, added)
			}
		}
		must(t, s.Fold(ctx, "demo"))
		_, err = s.Apply(ctx, ids[:100], postgres.Change{Read: new(added != "noted")})
		must(t, err)
	}
}

// TestQueriesUseIndexes explains, as the runtime role and under row-level security, what lists and badges ask.
func TestQueriesUseIndexes(t *testing.T) {
	_, db := grown(t)
	no := false
	for name, tc := range map[string]struct {
		query postgres.Query
		index string
	}{
		"a list":         {postgres.Query{Kinds: []string{alert.Driving}, Archived: &no, Severities: []int{3}}, "alert_by_"},
		"unread badge":   {postgres.Query{Kinds: []string{alert.Speeding}, Read: &no, Archived: &no}, "alert_unread"},
		"one vehicle":    {postgres.Query{Vehicles: []string{"v7"}}, "alert_by_vehicle"},
		"a rare type":    {postgres.Query{Types: []string{"collision"}}, "alert_by_type"},
		"flagged alerts": {postgres.Query{Flagged: func() *bool { yes := true; return &yes }()}, "alert_flagged"},
	} {
		t.Run(name, func(t *testing.T) {
			q := tc.query
			q.FromMs, q.ToMs, q.Page, q.Size = now.AddDate(0, 0, -7).UnixMilli(), now.Add(time.Hour).UnixMilli(), 1, 25
			plans := dbtest.Explain(db)
			_, err := postgres.New(plans, replica.New(db, nil, "alerts"), time.Now).Search(web.WithCaller(t.Context(), admin), q)
			must(t, err)
			plans.Uses(t, tc.index)
			plans.WalksNone(t, "alert")
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTake_FromManySidesAtOnce has alerts of several days come in different orders at the same time.
func TestTake_FromManySidesAtOnce(t *testing.T) {
	db := dbtest.Open(t, "plugins/alerts")
	s := postgres.New(db, replica.New(db, nil, "alerts"), func() time.Time { return now })
	var wait sync.WaitGroup
	for side := range 4 {
		wait.Go(func() {
			for round := range 10 {
				var list []alert.Alert
				for day := range 6 {
					at := day
					if side%2 == 1 {
						at = 5 - day
					}
					list = append(list, alert.Alert{
						ID: alert.IDOfEvent("demo", fmt.Sprint(side), fmt.Sprint(round, at)), Kind: alert.Driving, AlertType: "imualert", VehicleID: "v1", Quality: "none",
						EventMs: now.AddDate(0, 0, -at).UnixMilli(),
					})
				}
				if _, err := s.Take(t.Context(), "demo", nil, list); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	page, err := s.Search(web.WithCaller(t.Context(), admin), whole())
	must(t, err)
	if page.Total != 240 {
		t.Errorf("%d alerts of 240", page.Total)
	}
}

// TestSearch_IsPlannedForWhatItAsks: the server keeps a plan for all values once it has seen a statement five times, unless it is told not to.
func TestSearch_IsPlannedForWhatItAsks(t *testing.T) {
	s, db := grown(t)
	ctx := web.WithCaller(t.Context(), admin)
	query := whole()
	query.Vehicles = []string{"v7", "v17", "v27"}
	for range 20 {
		_, err := s.Search(ctx, query)
		must(t, err)
	}
	var plans struct{ Generic, Custom int }
	must(t, db.Read(ctx, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT sum(generic_plans) AS generic, sum(custom_plans) AS custom FROM pg_prepared_statements WHERE statement LIKE ?`, "%alerts.alert a%").Scan(&plans).Error
	}))
	if plans.Generic > 0 || plans.Custom == 0 {
		t.Errorf("%d plans for all values, %d for those that were asked for", plans.Generic, plans.Custom)
	}
}
