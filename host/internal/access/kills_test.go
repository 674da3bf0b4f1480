package access_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/identitytest"
)

var changes = flag.Int("changes", 400, "random changes of grants after which Keto and the tables are compared")

// changesAtOnce are one transaction's.
const changesAtOnce = 20

// Keto has what the tables say after changes during which Keto, and a host that carries them there, are ended again and again.
func TestKeto_AgreesAfterKills(t *testing.T) {
	w := identitytest.Start(t)
	var people []string
	for _, role := range access.Roles[3:] {
		people = append(people, w.UserID(t, lower(role)+"@alpha.test"))
	}
	var names []string
	for _, p := range identitytest.AllPermissions(t) {
		if p.Area != access.AreaOperations {
			names = append(names, p.Name)
		}
	}
	random := rand.New(rand.NewPCG(16, uint64(*changes)))
	end := beginHost(t, w)
	kills := 0
	for done := 0; done < *changes; done += changesAtOnce {
		statements := make([]string, changesAtOnce)
		for i := range statements {
			statements[i] = anyChange(random, names, people)
		}
		rewrite(t, w, access.Reach{OrgID: "alpha"}, statements...)
		switch random.IntN(8) { // whatever is under way then ends where it is
		case 0:
			w.Server.Stop()
			w.RestartKeto(t)
			kills++
		case 1, 2:
			end()
			end = beginHost(t, w)
			kills++
		}
	}
	defer end()
	if kills == 0 {
		t.Error("nothing was ended")
	}
	var want, have []access.Tuple
	identitytest.Eventually(t, 2*time.Minute, "all changes are carried to Keto", w.Settled)
	err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
		tuples, err := access.Desired(t.Context(), tx, access.Reach{})
		want = slices.Collect(maps.Keys(tuples))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var listed map[access.Tuple]int
	identitytest.Eventually(t, time.Minute, "Keto can be asked: its connection comes back in its own time", func() bool {
		listed, err = w.Keto.List(t.Context())
		return err == nil
	})
	have = slices.Collect(maps.Keys(listed))
	t.Logf("%d changes, %d kills, %d tuples", *changes, kills, len(want))
	for what, difference := range map[string][]access.Tuple{"not in Keto": less(want, have), "in Keto alone": less(have, want)} {
		if len(difference) > 0 {
			t.Errorf("%d tuples are %s, such as %v", len(difference), what, difference[0])
		}
	}
}

// beginHost runs another host that carries changes to Keto, until it is ended.
func beginHost(t *testing.T, w *identitytest.World) (end func()) {
	t.Helper()
	host := w.NewAccess(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- host.Run(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("a host ended with %v", err)
		}
	}
}

// anyChange is one statement that gives or takes something.
func anyChange(random *rand.Rand, names, people []string) string {
	name, role, user := names[random.IntN(len(names))], access.Roles[3+random.IntN(len(access.Roles)-3)], people[random.IntN(len(people))]
	switch random.IntN(6) {
	case 0:
		return fmt.Sprintf(`INSERT INTO outrider.role_grant VALUES ('alpha', '%s', '%s') ON CONFLICT DO NOTHING`, role, name)
	case 1:
		return fmt.Sprintf(`DELETE FROM outrider.role_grant WHERE org_id = 'alpha' AND role = '%s' AND permission = '%s'`, role, name)
	case 2:
		return fmt.Sprintf(`INSERT INTO outrider.user_grant VALUES ('alpha', '%s', '%s', %t) ON CONFLICT DO NOTHING`, user, name, random.IntN(2) == 0)
	case 3:
		return fmt.Sprintf(`DELETE FROM outrider.user_grant WHERE org_id = 'alpha' AND account_id = '%s' AND permission = '%s'`, user, name)
	case 4:
		return fmt.Sprintf(`UPDATE outrider.account SET role = '%s', own_role = NULL WHERE id = '%s'`, role, user)
	default:
		return fmt.Sprintf(`UPDATE outrider.account SET disabled = NOT disabled WHERE id = '%s'`, user)
	}
}

// less is what of a list is not in another.
func less(list, other []access.Tuple) (left []access.Tuple) {
	known := make(map[access.Tuple]struct{}, len(other))
	for _, tuple := range other {
		known[tuple] = struct{}{}
	}
	for _, tuple := range list {
		if _, ok := known[tuple]; !ok {
			left = append(left, tuple)
		}
	}
	return left
}
