package identity_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/web"
)

// A page of 100 out of 100,000 users: p99-ms is the time within which 99 of 100 were answered.
func BenchmarkUsersPage(b *testing.B) {
	w := identitytest.Start(b)
	plantMany(b, w, 100_000)
	r := w.Identity.Router("0.1.0")
	admin, err := web.EncodeCaller(w.Caller(b, "org_admin@alpha.test"))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, query string }{
		{"first", ""},
		{"late", "&page_num=900"},
		{"newest", "&sort=-last_seen"},
		{"email", "&sort=email&page_num=3"},
		{"role", "&filter=role:eq:DRIVER"},
		{"search", "&q=person-4711"},
		{"disabled", "&filter=disabled:eq:true"},
		{"group", "&node=alpha-north"},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				request := httptest.NewRequest(http.MethodGet, "/api/org/alpha/users?page_size=100"+c.query, http.NoBody)
				request.Header.Set(web.CallerHeader, admin)
				answer := httptest.NewRecorder()
				r.ServeHTTP(answer, request)
				took = append(took, time.Since(began))
				if answer.Code != http.StatusOK {
					b.Fatalf("status %d: %s", answer.Code, answer.Body)
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

func plantMany(tb testing.TB, w *identitytest.World, many int) {
	tb.Helper()
	err := pgx.BeginFunc(tb.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
		_, err := tx.Exec(tb.Context(), `INSERT INTO outrider.account (email, password_hash, first_name, last_name, org_id, role, group_id, disabled, seen_at)
			SELECT 'person-' || n || '@alpha.test', 'x', 'Person-' || n, 'Of ' || n % 997, 'alpha', CASE WHEN n % 3 = 0 THEN 'DRIVER' ELSE 'FLEET_MANAGER' END,
			CASE WHEN n % 5 = 0 THEN 'alpha-depot' ELSE 'alpha-south' END, n % 50 = 0, now() - n * interval '1 minute' FROM generate_series(1, $1::int) n`, many)
		return err
	})
	if err == nil {
		_, err = w.DB.Pool().Exec(tb.Context(), `VACUUM ANALYZE outrider.account`)
	}
	if err != nil {
		tb.Fatal(err)
	}
}
