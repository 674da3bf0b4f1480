package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/session"
)

// seedOrg is an organisation to plant: its tree as "parent/child" ids with their labels, parents first, and its people.
type seedOrg struct {
	Organisation
	groups []seedGroup
	people []Account
}

type seedGroup struct{ id, parent, label string }

// SeedPassword is the password of every planted account.
const SeedPassword = "Outrider1"

// SeedDemo plants the organisations and people of the demonstration, unless they are there.
func (s *Service) SeedDemo(ctx context.Context) error { return s.seed(ctx, demoOrganisations()) }

// SeedTest plants what the tests of plugins work in, unless it is there: organisations alpha and beta with one user for each role
// ("org_admin@alpha.test"), and gamma, which has no optional module switched on while the other two have the given ones.
func (s *Service) SeedTest(ctx context.Context, modules []string) error {
	return s.seed(ctx, testOrganisations(modules))
}

func (s *Service) seed(ctx context.Context, orgs []seedOrg) error {
	for _, o := range orgs {
		if err := s.seedOne(ctx, o); err != nil {
			return fmt.Errorf("plant organisation %s: %w", o.ID, err)
		}
	}
	return nil
}

func (s *Service) seedOne(ctx context.Context, o seedOrg) error {
	var exists bool
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.organisation WHERE id = $1)`, o.ID).Scan(&exists); err != nil || exists {
		return err
	}
	for i := range o.people {
		hash, err := s.hasher.Hash(ctx, SeedPassword)
		if err != nil {
			return err
		}
		o.people[i].PasswordHash, o.people[i].OrgID = hash, o.ID
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		if err := CreateOrganisation(ctx, tx, o.Organisation, s.now()); err != nil {
			return err
		}
		paths := map[string]string{o.ID: "/" + o.ID + "/"}
		for _, g := range o.groups {
			paths[g.id] = paths[g.parent] + g.id + "/"
			if err := insertGroup(ctx, tx, o.ID, group{ID: g.id, ParentID: g.parent, Label: g.label, Path: paths[g.id]}, s.now()); err != nil {
				return err
			}
		}
		for _, p := range o.people {
			if _, err := CreateAccount(ctx, tx, p, s.now()); err != nil {
				return fmt.Errorf("create %s: %w", p.Email, err)
			}
		}
		return nil
	})
}

// CreateFirst makes the first organisation and its administrator, who may do everything in it and in those to come.
func (s *Service) CreateFirst(ctx context.Context, tx pgx.Tx, first session.FirstAdministrator) error {
	hash, err := s.hasher.Hash(ctx, first.Password)
	if err != nil {
		return err
	}
	o := first.Organisation
	if err := CreateOrganisation(ctx, tx, Organisation{ID: o.ID, Name: strings.TrimSpace(o.Name), CountryCode: o.CountryCode, Zone: o.Zone}, s.now()); err != nil {
		return err
	}
	id, err := CreateAccount(ctx, tx, Account{
		Email: first.Email, PasswordHash: hash, FirstName: first.FirstName, LastName: first.LastName, OrgID: o.ID, Role: access.SysAdmin, GroupID: o.ID,
	}, s.now())
	if err != nil {
		return err
	}
	return note(ctx, tx, id, o.ID, "setup", id, nil)
}
