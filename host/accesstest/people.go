package accesstest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// PlantPeople adds so many users to the organisation, two thirds of them fleet managers.
func (w *World) PlantPeople(t testing.TB, many int) {
	t.Helper()
	w.plant(t, `INSERT INTO outrider.account (email, password_hash, first_name, last_name, org_id, role, group_id, disabled, seen_at)
		SELECT 'person-' || n || '@alpha.test', 'x', 'Person-' || n, 'Of ' || n % 997, 'alpha', CASE WHEN n % 3 = 0 THEN 'DRIVER' ELSE 'FLEET_MANAGER' END,
		CASE WHEN n % 5 = 0 THEN 'alpha-depot' ELSE 'alpha-south' END, n % 50 = 0, now() - n * interval '1 minute' FROM generate_series(1, $1::int) n`, many)
}

func (w *World) plant(t testing.TB, sql string, values ...any) {
	t.Helper()
	if _, err := w.world.DB.Pool().Exec(t.Context(), sql, values...); err != nil {
		t.Fatalf("plant: %v", err)
	}
	if _, err := w.world.DB.Pool().Exec(t.Context(), `VACUUM ANALYZE outrider.account, outrider.group_node`); err != nil {
		t.Fatalf("plant: %v", err)
	}
}

// UsersPage is how long 99 of 100 pages of 100 users take at most, asked so often with a query such as "&sort=email".
func (w *World) UsersPage(t testing.TB, query string, times int) time.Duration {
	t.Helper()
	r := w.world.Identity.Router("0.1.0")
	admin, err := web.EncodeCaller(w.world.Caller(t, "org_admin@"+organisation+".test"))
	if err != nil {
		t.Fatal(err)
	}
	took := make([]time.Duration, times)
	for i := range took {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/org/"+organisation+"/users?page_size=100"+query, http.NoBody)
		request.Header.Set(web.CallerHeader, admin)
		answer := httptest.NewRecorder()
		began := time.Now()
		r.ServeHTTP(answer, request)
		took[i] = time.Since(began)
		if answer.Code != http.StatusOK {
			t.Fatalf("a page of users%s: %d %s", query, answer.Code, answer.Body)
		}
	}
	slices.Sort(took)
	return took[times*99/100]
}

// subtree is the group with all that PlantGroups makes.
const subtree = "bench-0"

// PlantGroups makes a subtree of so many groups, ten below each, with so many people in its last ones.
func (w *World) PlantGroups(t testing.TB, groups, people int) {
	t.Helper()
	paths := map[string]string{subtree: "/alpha/alpha-south/" + subtree + "/"}
	batch := &pgx.Batch{}
	for n := range groups {
		id, parent := fmt.Sprintf("bench-%d", n), "alpha-south"
		if n > 0 {
			parent = fmt.Sprintf("bench-%d", (n-1)/10)
			paths[id] = paths[parent] + id + "/"
		}
		batch.Queue(`INSERT INTO outrider.group_node (org_id, id, parent_id, label, path) VALUES ('alpha', $1, $2, $1, $3)`, id, parent, paths[id])
	}
	if err := w.world.DB.Pool().SendBatch(t.Context(), batch).Close(); err != nil {
		t.Fatalf("plant groups: %v", err)
	}
	w.plant(t, `INSERT INTO outrider.account (email, password_hash, org_id, role, group_id) SELECT 'below-' || n || '@alpha.test', 'x', 'alpha', 'FLEET_MANAGER', 'bench-' || ($2::int - 1 - n % least($2::int, 100))
		FROM generate_series(1, $1::int) n`, people, groups)
}

// MoveSubtree hangs the subtree below another group, and is how long it takes until each of so many people in it is let see its new place, and nobody the old one.
func (w *World) MoveSubtree(t testing.TB, below string, people int) time.Duration {
	t.Helper()
	before := make([]*access.Grant, people)
	ids := make([]string, people)
	for n := range ids {
		ids[n] = w.world.UserID(t, fmt.Sprintf("below-%d@alpha.test", n+1))
		identitytest.Eventually(t, time.Minute, "access can be checked", func() bool { // on a busy machine Keto may take its time
			var err error
			before[n], err = w.world.Access.Decider.DecideFor(t.Context(), ids[n], organisation)
			return err == nil
		})
	}
	admin := w.world.UserID(t, "org_admin@alpha.test")
	began := time.Now()
	_, err := w.world.Identity.PutGroup(t.Context(), &pluginv1.PutGroupRequest{Actor: &pluginv1.Actor{UserId: admin, OrgId: organisation}, GroupId: subtree, ParentId: below, Label: subtree})
	if err != nil {
		t.Fatalf("move the subtree: %v", err)
	}
	identitytest.Eventually(t, time.Minute, "everybody sees the new place", func() bool {
		for n, id := range ids {
			grant, err := w.world.Access.Decider.DecideFor(t.Context(), id, organisation)
			if err != nil || grant.Scope.Path == before[n].Scope.Path {
				return false
			}
		}
		return true
	})
	return time.Since(began)
}
