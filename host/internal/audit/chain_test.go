package audit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/web"
)

// written brings n records of an organisation into the log.
func written(t *testing.T, pool *pgxpool.Pool, org string, from, n int) {
	t.Helper()
	j := openJournal(t, t.TempDir())
	for i := range n {
		if err := j.End(record(from+i, org)); err != nil {
			t.Fatal(err)
		}
	}
	end := func() (seq int) {
		if err := pool.QueryRow(t.Context(), `SELECT COALESCE((SELECT seq FROM outrider.audit_chain WHERE org_id = $1), 0)`, org).Scan(&seq); err != nil {
			t.Fatal(err)
		}
		return seq
	}
	wanted := end() + n
	ship(t, pool, j, 0, func(*audit.Log) bool { return end() == wanted })
}

func verdict(t *testing.T, pool *pgxpool.Pool, org string, known *audit.Known) audit.Verdict {
	t.Helper()
	v, err := audit.Verify(t.Context(), pool, org, known)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// tampered runs a statement as somebody who owns the database would.
func tampered(t *testing.T, pool *pgxpool.Pool, statement string) {
	t.Helper()
	for _, s := range []string{`ALTER TABLE outrider.audit_log DISABLE TRIGGER audit_log_keeps`, statement, `ALTER TABLE outrider.audit_log ENABLE TRIGGER audit_log_keeps`} {
		if _, err := pool.Exec(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestVerify_NamesTheFirstRecordThatIsNotAsItWasWritten(t *testing.T) {
	for name, tc := range map[string]struct {
		statement, why string
		at             int64
	}{
		"a record is changed":            {`UPDATE outrider.audit_log SET actor_name = 'Nobody' WHERE org_id = 'demo' AND seq = 4`, "changed", 4},
		"its time is changed":            {`UPDATE outrider.audit_log SET at = at + interval '1 microsecond' WHERE org_id = 'demo' AND seq = 2`, "changed", 2},
		"a record is taken out":          {`DELETE FROM outrider.audit_log WHERE org_id = 'demo' AND seq = 5`, "missing", 5},
		"the first is taken out":         {`DELETE FROM outrider.audit_log WHERE org_id = 'demo' AND seq = 1`, "missing", 1},
		"the last are taken out":         {`DELETE FROM outrider.audit_log WHERE org_id = 'demo' AND seq > 8`, "end", 9},
		"two are exchanged":              {`UPDATE outrider.audit_log SET seq = -seq WHERE org_id = 'demo' AND seq IN (3, 6)`, "missing", 1},
		"all of an organisation is gone": {`DELETE FROM outrider.audit_log WHERE org_id = 'demo'`, "end", 1},
	} {
		t.Run(name, func(t *testing.T) {
			pool := openPool(t)
			written(t, pool, "demo", 0, 10)
			written(t, pool, "rival", 0, 3)
			if v := verdict(t, pool, "demo", nil); !v.Whole() || v.Records != 10 || v.First != 1 || v.Last != 10 {
				t.Fatalf("before: %+v", v)
			}
			tampered(t, pool, tc.statement)
			if v := verdict(t, pool, "demo", nil); v.Whole() || v.Why != tc.why || v.BrokenAt != tc.at {
				t.Errorf("found %+v, want %s at %d", v, tc.why, tc.at)
			}
			if v := verdict(t, pool, "rival", nil); !v.Whole() || v.Records != 3 {
				t.Errorf("of another organisation: %+v", v)
			}
		})
	}
}

// Whoever owns the database can compute a whole new chain; who wrote its end down before sees it.
func TestVerify_AgainstWhatWasWrittenDown(t *testing.T) {
	pool := openPool(t)
	written(t, pool, "demo", 0, 5)
	end := verdict(t, pool, "demo", nil)
	known := &audit.Known{OrgID: "demo", Seq: end.Last, Hash: end.Hash}
	written(t, pool, "demo", 5, 5)
	if v := verdict(t, pool, "demo", known); !v.Whole() || v.Records != 10 {
		t.Errorf("what was added since is no fault: %+v", v)
	}
	tampered(t, pool, `DELETE FROM outrider.audit_log`)
	tampered(t, pool, `DELETE FROM outrider.audit_chain`)
	written(t, pool, "demo", 0, 6)
	if v := verdict(t, pool, "demo", nil); !v.Whole() {
		t.Fatalf("the new chain is whole by itself: %+v", v)
	}
	if v := verdict(t, pool, "demo", known); v.Whole() || v.BrokenAt != end.Last {
		t.Errorf("a chain made anew passes: %+v", v)
	}
}

func TestChain_OfSeveralHosts(t *testing.T) {
	pool := openPool(t)
	journals := make([]*audit.Journal, 3)
	for i := range journals {
		journals[i] = openJournal(t, t.TempDir())
		for n := range 60 {
			if err := journals[i].End(record(n, []string{"demo", "rival", ""}[n%3])); err != nil {
				t.Fatal(err)
			}
		}
	}
	done := make(chan struct{})
	for _, j := range journals {
		go func() {
			defer func() { done <- struct{}{} }()
			ship(t, pool, j, 0, func(*audit.Log) bool {
				var n int
				err := pool.QueryRow(t.Context(), `SELECT count(*) FROM outrider.audit_log`).Scan(&n)
				return err == nil && n == 180
			})
		}()
	}
	for range journals {
		<-done
	}
	for _, org := range []string{"demo", "rival", ""} {
		if v := verdict(t, pool, org, nil); !v.Whole() || v.Records != 60 {
			t.Errorf("%q: %+v", org, v)
		}
	}
}

func TestChain_SurvivesRetention(t *testing.T) {
	pool := openPool(t)
	written(t, pool, "demo", 0, 20)
	end := verdict(t, pool, "demo", nil)
	middle := record(12, "demo").At
	for most, want := range []int{0, 1, 2} { // a batch at a time
		var removed int
		if err := pool.QueryRow(t.Context(), `SELECT outrider.audit_prune_chain('demo', $1, $2)`, middle, most).Scan(&removed); err != nil || removed != want {
			t.Fatalf("removed %d, %v; want %d", removed, err, want)
		}
	}
	var removed int
	if err := pool.QueryRow(t.Context(), `SELECT outrider.audit_prune_chain('demo', $1, 100)`, middle).Scan(&removed); err != nil || removed != 9 {
		t.Fatalf("removed %d, %v", removed, err)
	}
	if v := verdict(t, pool, "demo", &audit.Known{OrgID: "demo", Seq: end.Last, Hash: end.Hash}); !v.Whole() || v.First != 13 || v.Records != 8 {
		t.Errorf("after retention: %+v", v)
	}
	tampered(t, pool, `UPDATE outrider.audit_log SET detail = 'x' WHERE seq = 13`)
	if v := verdict(t, pool, "demo", nil); v.BrokenAt != 13 {
		t.Errorf("after retention, changed: %+v", v)
	}
	if err := pool.QueryRow(t.Context(), `SELECT outrider.audit_prune_chain('demo', $1, 100)`, time.Now().AddDate(10, 0, 0)).Scan(&removed); err != nil || removed != 8 {
		t.Errorf("removed %d, %v", removed, err)
	}
	written(t, pool, "demo", 0, 2)
	if v := verdict(t, pool, "demo", nil); !v.Whole() || v.First != 21 || v.Last != 22 {
		t.Errorf("a chain of which all was removed goes on: %+v", v)
	}
}

// What a handler told is read back as it was chained, whatever the database makes of JSON, and goes with the person whom it names.
func TestChain_OfWhatWasTold(t *testing.T) {
	pool := openPool(t)
	j := openJournal(t, t.TempDir())
	for i, told := range []*web.AuditDetail{
		{Values: map[string]string{"zeta": "1", "alpha": "Ünder <b>&\u2028"}, Changes: []web.Change{{Field: "driver", Before: "Ann Archer", After: "nobody@demo.test"}}},
		{},
		nil,
	} {
		r := record(i, "demo")
		r.Told = told
		if err := j.End(r); err != nil {
			t.Fatal(err)
		}
	}
	ship(t, pool, j, 0, func(*audit.Log) bool { return verdict(t, pool, "demo", nil).Records == 3 })
	if v := verdict(t, pool, "demo", nil); !v.Whole() {
		t.Fatalf("the chain is broken: %+v", v)
	}
	person := audit.PersonErased("00000000-0000-0000-0000-000000000001")
	person.Name, person.Email = "Ann Archer", "nobody@demo.test"
	if err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := audit.Erase(t.Context(), tx, person)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var told string
	if err := pool.QueryRow(t.Context(), `SELECT told::text FROM outrider.audit_log WHERE org_id = 'demo' AND seq = 1`).Scan(&told); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(told, "Ann Archer") || strings.Contains(told, "nobody@demo.test") || !strings.Contains(told, person.PseudonymName) {
		t.Errorf("the person is still there: %s", told)
	}
	if v := verdict(t, pool, "demo", nil); !v.Whole() || v.Erased != 1 {
		t.Errorf("after the erasure: %+v", v)
	}
}
