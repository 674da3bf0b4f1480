package web_test

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

var viewer = web.CallerInfo{UserID: "ann", OrgID: "demo", Permissions: []string{"viewVehicle"}}

var truckFields = web.NewListFields("v.id", "name",
	web.ListField{Name: "name", Kind: web.Text, Column: "v.name", Search: true},
	web.ListField{Name: "key", Kind: web.Text, Column: "v.key", Search: true},
	web.ListField{Name: "year", Kind: web.Integer, Column: "v.year"},
	web.ListField{Name: "speed_kmh", Kind: web.Number, Column: "p.speed"},
	web.ListField{Name: "seen", Kind: web.Time, Column: "p.seen_at"},
	web.ListField{Name: "status_time", Kind: web.TimeMs, Column: "d.status_ms"},
	web.ListField{Name: "type", Kind: web.OneOf, Column: "v.type", Options: []string{"car", "truck"}},
	web.ListField{Name: "disabled", Kind: web.YesNo, Column: "v.disabled", Unsorted: true},
	web.ListField{Name: "notes", Kind: web.Text, Column: "v.notes", Unfiltered: true},
)

type trucksInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type trucksOutput struct {
	web.PageHeaders
	Body []string
}

func trucksRouter() *web.Router {
	r := web.NewRouter("Test", "1.0.0")
	web.Handle(r, "GET /org/{orgId}/trucks", web.Needs("viewVehicle"), func(_ context.Context, in *trucksInput) (*trucksOutput, error) {
		where, _ := in.Where()
		return &trucksOutput{PageHeaders: in.Headers(1234), Body: []string{where, in.OrderBy()}}, nil
	}, web.Lists(truckFields))
	return r
}

func TestList_IsReadBeforeTheHandler(t *testing.T) {
	for _, s := range []webtest.Scenario{
		{Name: "nothing asked for", Request: "GET /api/org/demo/trucks", WantStatus: 200, WantBody: []string{`"TRUE"`, `"v.name, v.id"`}},
		{
			Name: "everything", Request: "GET /api/org/demo/trucks?page_num=2&page_size=20&sort=-year,name&q=a+b&filter=type:in:car,truck&filter=seen:gte:2026-11-21T14:32:00Z&filter=name:contains:a%5C:b",
			WantStatus: 200, WantBody: []string{"v.type IN (CAST(? AS text), CAST(? AS text))", "p.seen_at >= CAST(? AS timestamptz)", "v.name ILIKE ?", "v.year DESC, v.name, v.id"},
		},
		{Name: "the key falls with the last field", Request: "GET /api/org/demo/trucks?sort=-name", WantStatus: 200, WantBody: []string{"v.name DESC, v.id DESC"}},
		{Name: "unknown field", Request: "GET /api/org/demo/trucks?filter=name:eq:x&filter=colour:eq:red", WantStatus: 422, WantBody: []string{`"query.filter[1]"`, "there is no such field"}, NotBody: []string{"red"}},
		{Name: "unknown operator", Request: "GET /api/org/demo/trucks?filter=name:gt:x", WantStatus: 422, WantBody: []string{`"query.filter[0]"`, "field name has the operators"}},
		{Name: "value of another type", Request: "GET /api/org/demo/trucks?filter=year:gt:soon", WantStatus: 422, WantBody: []string{"field year: the value is not a whole number"}, NotBody: []string{"soon"}},
		{Name: "value not in the set", Request: "GET /api/org/demo/trucks?filter=type:in:car,tank", WantStatus: 422, WantBody: []string{"field type: the value is not one of car, truck"}, NotBody: []string{"tank"}},
		{Name: "no filter at all", Request: "GET /api/org/demo/trucks?filter=name", WantStatus: 422, WantBody: []string{"is not field:op:value"}},
		{Name: "a NUL", Request: "GET /api/org/demo/trucks?filter=name:eq:%00", WantStatus: 422},
		{Name: "unknown sort", Request: "GET /api/org/demo/trucks?sort=colour", WantStatus: 422, WantBody: []string{`"query.sort"`}},
		{Name: "sort not allowed", Request: "GET /api/org/demo/trucks?sort=disabled", WantStatus: 422, WantBody: []string{"field disabled is not for sorting"}},
		{Name: "sort twice", Request: "GET /api/org/demo/trucks?sort=name,-name", WantStatus: 422},
		{Name: "filter not allowed", Request: "GET /api/org/demo/trucks?filter=notes:eq:x", WantStatus: 422},
		{Name: "page 0", Request: "GET /api/org/demo/trucks?page_num=0", WantStatus: 422},
		{Name: "too many rows", Request: "GET /api/org/demo/trucks?page_size=501", WantStatus: 422},
		{Name: "too many filters", Request: "GET /api/org/demo/trucks?" + strings.Repeat("filter=name:eq:x&", 21), WantStatus: 422},
		{Name: "without permission first", Request: "GET /api/org/demo/trucks?sort=colour", As: web.CallerInfo{UserID: "eve", OrgID: "demo"}, WantStatus: 403},
	} {
		if s.As.UserID == "" {
			s.As = viewer
		}
		s.Run(t, trucksRouter())
	}
}

func TestList_CountsInHeaders(t *testing.T) {
	answer := webtest.Do(t, trucksRouter(), viewer, "GET /api/org/demo/trucks?page_size=20", "", nil)
	if pages, total := answer.Header().Get("Page-Count"), answer.Header().Get("Total-Records"); pages != "62" || total != "1234" {
		t.Errorf("Page-Count, Total-Records = %q, %q, want 62, 1234", pages, total)
	}
}

func TestList_IsDescribed(t *testing.T) {
	_, document, err := trucksRouter().Describe()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"x-outrider-list"`, "type (one_of: eq, ne, in, empty)", "Looks in: name, key", "Without it: name", `"explode":true`} {
		if !strings.Contains(string(document), part) {
			t.Errorf("the OpenAPI document does not say %s: %s", part, document)
		}
	}
}

func TestList_NeedsItsDeclaration(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an input with ListQuery was registered without Lists")
		}
	}()
	web.Handle(web.NewRouter("Test", "1"), "GET /org/{orgId}/trucks", web.Needs("viewVehicle"),
		func(context.Context, *trucksInput) (*trucksOutput, error) { return nil, http.ErrNotSupported })
}

func TestList_KnowsWhichFieldsItUses(t *testing.T) {
	q := web.ListQuery{Page: 1, Size: 20, Filter: []string{"year:gt:2020"}, Sort: "-type", Search: "name"}
	if errs := q.Read(truckFields); len(errs) > 0 {
		t.Fatal(errs)
	}
	for field, want := range map[string]bool{"year": true, "type": true, "name": false, "key": false} {
		if q.Uses(field) != want {
			t.Errorf("Uses(%q) = %v", field, !want)
		}
	}
}

// Whatever a value holds, it comes back whole as an argument and never becomes part of the SQL.
func TestList_ValuesAreArguments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.StringMatching(`[^\x00]{1,20}`), 1, 5).Draw(t, "values")
		escaped := make([]string, len(values))
		for i, v := range values {
			escaped[i] = web.Escape(v)
		}
		q := web.ListQuery{Page: 1, Size: 20, Filter: []string{"name:in:" + strings.Join(escaped, ","), "key:eq:" + escaped[0]}}
		if errs := q.Read(truckFields); len(errs) > 0 {
			t.Fatalf("Read(%q) = %v", q.Filter, errs)
		}
		sql, args := q.Where()
		if strings.Count(sql, "?") != len(args) {
			t.Fatalf("%s has %d arguments", sql, len(args))
		}
		for i, v := range append(slices.Clone(values), values[0]) {
			if args[i] != v {
				t.Fatalf("argument %d = %q, want %q", i, args[i], v)
			}
		}
	})
}

// Pages cover every row once: the offset of a page is where the page before it ended.
func TestList_SeveralHoldsIfOneIsAmongThem(t *testing.T) {
	fields := web.NewListFields("v.id", "name", web.ListField{Name: "name", Column: "v.name"},
		web.ListField{Name: "colours", Kind: web.Several, Column: "v.colours", Options: []string{"red", "blue"}})
	q := web.ListQuery{Filter: []string{"colours:in:red,blue", "colours:eq:red", "colours:empty:false"}}
	if errs := q.Read(fields); len(errs) > 0 {
		t.Fatal(errs)
	}
	const want = `v.colours && ARRAY[CAST(? AS text), CAST(? AS text)] AND v.colours && ARRAY[CAST(? AS text)] AND NOT (v.colours IS NULL OR v.colours = '{}')`
	if sql, args := q.Where(); sql != want || len(args) != 3 {
		t.Errorf("%s with %v, want %s", sql, args, want)
	}
	for _, refused := range []web.ListQuery{{Filter: []string{"colours:eq:green"}}, {Filter: []string{"colours:ne:red"}}, {Sort: "colours"}} {
		if errs := refused.Read(fields); len(errs) == 0 {
			t.Errorf("%v%s is taken", refused.Filter, refused.Sort)
		}
	}
}

func TestList_PagesMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, total := rapid.IntRange(1, 500).Draw(t, "size"), rapid.Int64Range(0, 100_000).Draw(t, "total")
		q := web.ListQuery{Page: 1, Size: size}
		q.Page = q.PageCount(total)
		if rest := total - int64(q.Offset()); rest > int64(size) || total > 0 && rest <= 0 {
			t.Fatalf("the last page of %d rows by %d holds %d", total, size, rest)
		}
	})
}

func FuzzListQuery(f *testing.F) {
	for _, seed := range []string{"name:eq:x", `type:in:car\,truck,x`, "empty", "name:empty", "seen:gte:2026-11-21T14:32:00Z", "year:lt:-9223372036854775808", "speed_kmh:eq:1e400", "::", `name:contains:\`} {
		f.Add(seed, "-name,year", "a b")
	}
	f.Fuzz(func(t *testing.T, filter, sort, search string) {
		q := web.ListQuery{Page: 1, Size: 20, Filter: []string{filter}, Sort: sort, Search: search}
		for _, err := range q.Read(truckFields) {
			if err == nil || err.Error() == "" {
				t.Fatal("an error without a sentence")
			}
		}
		sql, args := q.Where()
		if strings.Count(sql, "?") != len(args) {
			t.Fatalf("%s has %d arguments", sql, len(args))
		}
		if order, _ := url.QueryUnescape(q.OrderBy()); strings.Trim(order, "abcdefghijklmnopqrstuvwxyz_., DESC") != "" {
			t.Fatalf("the order holds what the caller sent: %s", order)
		}
	})
}
