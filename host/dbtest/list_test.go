package dbtest_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

const fleet = `(VALUES
	('1', 'Ännchen 50%',  'truck', 2019, 61.5, timestamptz '2026-11-21T10:00:00Z', 1000::bigint, true),
	('2', 'Bolt_er',      'car',   2021, 12.0, timestamptz '2026-11-21T11:00:00Z', 0,            false),
	('3', 'bolter',       'car',   2021, NULL, NULL,                               NULL,         false),
	('4', 'it''s a:b,c\', '',      NULL, 0,    timestamptz '2026-11-21T12:00:00Z', 1763719200000, NULL)
) AS v(id, name, type, year, speed, seen, status_ms, disabled)`

var fleetFields = web.NewListFields("v.id", "name",
	web.ListField{Name: "name", Kind: web.Text, Column: "v.name", Search: true},
	web.ListField{Name: "label", Kind: web.Text, Column: "v.name", Order: `v.name COLLATE "und-x-icu"`},
	web.ListField{Name: "type", Kind: web.OneOf, Column: "v.type"},
	web.ListField{Name: "year", Kind: web.Integer, Column: "v.year"},
	web.ListField{Name: "speed", Kind: web.Number, Column: "v.speed"},
	web.ListField{Name: "seen", Kind: web.Time, Column: "v.seen"},
	web.ListField{Name: "status", Kind: web.TimeMs, Column: "v.status_ms"},
	web.ListField{Name: "disabled", Kind: web.YesNo, Column: "v.disabled"},
)

// What Postgres answers to each operator of each kind.
func TestListQuery_InPostgres(t *testing.T) {
	db := dbtest.Open(t, "plugins/vehicles")
	for _, tc := range []struct {
		name string
		q    web.ListQuery
		want string // ids in order
	}{
		{"all by year falling, empty first", web.ListQuery{Sort: "-year,name"}, "4 2 3 1"},
		{"in the order of people, not bytes", web.ListQuery{Sort: "label"}, "1 2 3 4"},
		{"words in any order, case ignored", web.ListQuery{Search: "50 änn"}, "1"},
		{"a percent sign is itself", web.ListQuery{Search: "%"}, "1"},
		{"an underscore is itself", web.ListQuery{Filter: []string{"name:contains:t_e"}}, "2"},
		{"every sign that could hurt", web.ListQuery{Filter: []string{"name:in:x," + web.Escape(`it's a:b,c\`)}}, "4"},
		{"backslash within contains", web.ListQuery{Filter: []string{`name:contains:\\`}}, "4"},
		{"not, with empty ones", web.ListQuery{Filter: []string{"year:ne:2021"}, Sort: "year"}, "1 4"},
		{"whole numbers", web.ListQuery{Filter: []string{"year:in:2019,2021"}, Sort: "year,name"}, "1 2 3"},
		{"a number beyond the column's type", web.ListQuery{Filter: []string{"year:lt:9000000000"}, Sort: "year"}, "1 2 3"},
		{"fractions", web.ListQuery{Filter: []string{"speed:gt:11.9", "speed:lte:61.5"}, Sort: "speed"}, "2 1"},
		{"times, of another zone", web.ListQuery{Filter: []string{"seen:gte:2026-11-21T12:00:00+01:00"}, Sort: "seen"}, "2 4"},
		{"milliseconds", web.ListQuery{Filter: []string{"status:gte:2025-11-21T10:00:00Z"}}, "4"},
		{"never", web.ListQuery{Filter: []string{"status:empty:true"}, Sort: "name"}, "2 3"},
		{"some time", web.ListQuery{Filter: []string{"status:empty:false"}, Sort: "status"}, "1 4"},
		{"empty text", web.ListQuery{Filter: []string{"type:empty"}}, "4"},
		{"yes", web.ListQuery{Filter: []string{"disabled:eq:true"}}, "1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.q.Page, tc.q.Size = 1, 20
			if ids, _ := find(t, db, tc.q); strings.Join(ids, " ") != tc.want {
				t.Errorf("%+v finds %v, want %s", tc.q, ids, tc.want)
			}
		})
	}
}

// Pages of any size, laid end to end, are the whole list.
func TestListQuery_PagesInPostgres(t *testing.T) {
	db := dbtest.Open(t, "plugins/vehicles")
	whole, total := find(t, db, web.ListQuery{Page: 1, Size: 500, Sort: "-type"})
	if total != 4 {
		t.Fatalf("total = %d, want 4", total)
	}
	for size := 1; size <= 5; size++ {
		var all []string
		for page := 1; page <= 4; page++ {
			ids, _ := find(t, db, web.ListQuery{Page: page, Size: size, Sort: "-type"})
			all = append(all, ids...)
		}
		if !slices.Equal(all, whole) {
			t.Errorf("pages of %d: %v, want %v", size, all, whole)
		}
	}
}

func find(t *testing.T, db *store.DB, q web.ListQuery) (ids []string, total int64) {
	t.Helper()
	if errs := q.Read(fleetFields); len(errs) > 0 {
		t.Fatal(errs)
	}
	var rows []struct{ ID string }
	err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) (err error) {
		total, err = store.FindPage(tx.Table(fleet), &q, &rows)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	return ids, total
}
