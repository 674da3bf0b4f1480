// Package accesstest lets measurements ask the host's decisions and Keto the same questions, on the real Postgres, Keto and NATS. A package
// that uses it has `func TestMain(m *testing.M) { os.Exit(accesstest.Run(m)) }`.
package accesstest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/identity/identitytest"
)

// Run runs the package's tests and stops what they started.
func Run(m *testing.M) int { return hosttest.Run(m) }

// organisation is where the questions are asked.
const organisation = "alpha"

// Question is whether a person may use a permission.
type Question struct {
	person     person
	Permission string
}

type person struct {
	subject access.Subject
	token   string
}

// World is a host's access service, with everybody of the test organisation signed in.
type World struct {
	world       *identitytest.World
	people      []person
	permissions []string
}

// Start starts a world for one test.
func Start(t testing.TB) *World {
	t.Helper()
	w := &World{world: identitytest.Start(t)}
	for _, role := range access.Roles {
		who, tokens := w.world.SignIn(t, strings.ToLower(role)+"@"+organisation+".test")
		w.people = append(w.people, person{who, tokens.Access})
	}
	for _, p := range identitytest.AllPermissions(t) {
		if p.Area != access.AreaOperations { // no organisation can grant these
			w.permissions = append(w.permissions, p.Name)
		}
	}
	return w
}

// Ask makes a question at random.
func (w *World) Ask(random *rand.Rand) Question {
	return Question{w.people[random.IntN(len(w.people))], w.permissions[random.IntN(len(w.permissions))]}
}

// Settle makes every decision once.
func (w *World) Settle(t testing.TB) {
	t.Helper()
	for _, p := range w.people {
		if _, err := w.Edge(t.Context(), Question{p, w.permissions[0]}); err != nil {
			t.Fatalf("decide about %s: %v", p.subject.UserID, err)
		}
	}
}

// Forget has every host forget what it knows of one person, as a change of that person's role does.
func (w *World) Forget(ctx context.Context, random *rand.Rand) error {
	change := access.Change{UserID: w.people[random.IntN(len(w.people))].subject.UserID}
	err := pgx.BeginFunc(ctx, w.world.DB.Pool(), func(tx pgx.Tx) error { return access.Announce(ctx, tx, change) })
	w.world.Access.Changed()
	return err
}

// Edge answers as the edge does for each request: token, then decision.
func (w *World) Edge(ctx context.Context, q Question) (bool, error) {
	who, err := w.world.Access.Decider.Authenticate(ctx, q.person.token)
	if err != nil {
		return false, err
	}
	grant, err := w.world.Access.Decider.Decide(ctx, who, organisation)
	if err != nil {
		return false, err
	}
	return grant.Allowed(q.Permission), nil
}

// Keto asks Keto over gRPC.
func (w *World) Keto(ctx context.Context, q Question) (bool, error) {
	return w.world.Keto.Check(ctx, organisation, q.Permission, q.person.subject.UserID)
}

// Shuffle gives and takes so many permissions of roles and persons at random, and waits until Keto and the host have heard of it.
func (w *World) Shuffle(t testing.TB, random *rand.Rand, changes int) {
	t.Helper()
	before := w.position(t)
	err := pgx.BeginFunc(t.Context(), w.world.DB.Pool(), func(tx pgx.Tx) error {
		return access.Rewrite(t.Context(), tx, access.Reach{OrgID: organisation}, func() error {
			for range changes {
				if _, err := tx.Exec(t.Context(), w.change(random)); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		t.Fatalf("change grants: %v", err)
	}
	w.world.Access.Changed()
	identitytest.Eventually(t, 20*time.Second, "the change is heard of", func() bool { return w.position(t) > before && w.world.Settled() })
}

// change is one statement that gives or takes one permission.
func (w *World) change(random *rand.Rand) string {
	permission, role := w.permissions[random.IntN(len(w.permissions))], access.Roles[3+random.IntN(len(access.Roles)-3)]
	user := w.people[3+random.IntN(len(w.people)-3)].subject.UserID
	switch random.IntN(4) {
	case 0:
		return fmt.Sprintf(`INSERT INTO outrider.role_grant VALUES ('%s', '%s', '%s') ON CONFLICT DO NOTHING`, organisation, role, permission)
	case 1:
		return fmt.Sprintf(`DELETE FROM outrider.role_grant WHERE org_id = '%s' AND role = '%s' AND permission = '%s'`, organisation, role, permission)
	case 2:
		return fmt.Sprintf(`INSERT INTO outrider.user_grant VALUES ('%s', '%s', '%s', %t) ON CONFLICT DO NOTHING`, organisation, user, permission, random.IntN(2) == 0)
	default:
		return fmt.Sprintf(`DELETE FROM outrider.user_grant WHERE org_id = '%s' AND account_id = '%s' AND permission = '%s'`, organisation, user, permission)
	}
}

func (w *World) position(t testing.TB) (at int64) {
	t.Helper()
	if err := w.world.DB.Pool().QueryRow(t.Context(), `SELECT COALESCE(max(position), 0) FROM outrider.access_change`).Scan(&at); err != nil {
		t.Fatalf("read the position of changes: %v", err)
	}
	return at
}
