package identity

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Organisation is a tenant.
type Organisation struct {
	ID          string // lower-case letters, digits and dashes; also the id of its root group
	Name        string
	CountryCode string   // two capital letters, "GB"
	Zone        string   // IANA, "Europe/London"
	Services    []string // "safetyCentre", "driverHours", "go" (the driver app)
	Modules     []string // optional plugins that are switched on
}

var slug = regexp.MustCompile(`^[a-z][a-z0-9-]{0,62}$`)

func (o Organisation) validate() error {
	var wrong []fault.Field
	add := func(bad bool, field, message string) {
		if bad {
			wrong = append(wrong, fault.Field{Location: "body.organisation." + field, Message: message})
		}
	}
	add(!slug.MatchString(o.ID), "id", "must begin with a letter and hold only a to z, 0 to 9 and -")
	add(strings.TrimSpace(o.Name) == "", "name", "This field is required.")
	add(len(o.CountryCode) != 2 || strings.ToUpper(o.CountryCode) != o.CountryCode, "country_code", "must be two capital letters")
	_, err := time.LoadLocation(o.Zone)
	add(o.Zone == "" || err != nil, "zone", "must be a time zone such as Europe/London")
	if wrong != nil {
		return fault.InvalidFields("The request is not valid.", wrong...)
	}
	return nil
}

// CreateOrganisation makes an organisation with its root group and its roles' default grants, inside tx.
func CreateOrganisation(ctx context.Context, tx pgx.Tx, o Organisation, now time.Time) error {
	if err := o.validate(); err != nil {
		return err
	}
	return access.Rewrite(ctx, tx, access.Reach{OrgID: o.ID}, func() error {
		tag, err := tx.Exec(ctx, `INSERT INTO outrider.organisation (id, name, country_code, zone, services, modules, created_at)
			SELECT $1, $2, $3, $4, COALESCE($5, '{}'::text[]), COALESCE($6, '{}'::text[]), $7
			WHERE NOT EXISTS (SELECT FROM outrider.organisation_gone WHERE id = $1) ON CONFLICT (id) DO NOTHING`,
			o.ID, o.Name, o.CountryCode, o.Zone, o.Services, o.Modules, now)
		if err != nil {
			return fmt.Errorf("insert organisation %s: %w", o.ID, err)
		}
		if tag.RowsAffected() == 0 {
			return fault.New(fault.Conflict, "There is an organisation with this id already.")
		}
		if err := emit(ctx, tx, "event.identity.organisation", o.ID, now, events.OrganisationChanged{
			ID: o.ID, Name: o.Name, CountryCode: o.CountryCode, Modules: orEmpty(o.Modules),
		}); err != nil {
			return err
		}
		if err := insertGroup(ctx, tx, o.ID, group{ID: o.ID, Label: o.Name, Path: "/" + o.ID + "/"}, now); err != nil {
			return err
		}
		return access.GrantDefaults(ctx, tx, o.ID)
	})
}

// EmitOrganisation queues event.identity.organisation with what an organisation is in tx. Fault: not_found. After the commit call Committed.
func EmitOrganisation(ctx context.Context, tx pgx.Tx, orgID string, now time.Time) error {
	o, err := findOrganisation(ctx, tx, orgID)
	if err != nil {
		return err
	}
	return emit(ctx, tx, "event.identity.organisation", orgID, now, events.OrganisationChanged{
		ID: orgID, Name: o.GetName(), CountryCode: o.GetCountryCode(), Modules: orEmpty(o.GetModules()),
	})
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

const organisationColumns = `id, name, country_code, zone, modules, services, disabled`

func scanOrganisation(row pgx.CollectableRow) (*pluginv1.Organisation, error) {
	var o pluginv1.Organisation
	return &o, row.Scan(&o.Id, &o.Name, &o.CountryCode, &o.Zone, &o.Modules, &o.Services, &o.Disabled)
}

// Organisations lists all of them, disabled ones included.
func (s *Service) Organisations(ctx context.Context) ([]*pluginv1.Organisation, error) {
	rows, err := s.pool.Query(ctx, `SELECT `+organisationColumns+` FROM outrider.organisation ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list organisations: %w", err)
	}
	all, err := pgx.CollectRows(rows, scanOrganisation)
	if err != nil {
		return nil, fmt.Errorf("list organisations: %w", err)
	}
	return all, nil
}

// Modules are the optional modules that an organisation has switched on. Fault: not_found.
func (s *Service) Modules(ctx context.Context, orgID string) (map[string]bool, error) {
	o, err := findOrganisation(ctx, s.pool, orgID)
	if err != nil {
		return nil, err
	}
	on := make(map[string]bool, len(o.GetModules()))
	for _, id := range o.GetModules() {
		on[id] = true
	}
	return on, nil
}

// findOrganisation reads one. Fault: not_found.
func findOrganisation(ctx context.Context, q queryer, orgID string) (*pluginv1.Organisation, error) {
	rows, err := q.Query(ctx, `SELECT `+organisationColumns+` FROM outrider.organisation WHERE id = $1`, orgID)
	if err != nil {
		return nil, fmt.Errorf("find organisation %s: %w", orgID, err)
	}
	o, err := pgx.CollectExactlyOneRow(rows, scanOrganisation)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "There is no such organisation.")
	}
	if err != nil {
		return nil, fmt.Errorf("find organisation %s: %w", orgID, err)
	}
	return o, nil
}

// EmitOrganisationGone queues event.identity.organisation that says the end of one, in the transaction that removes it.
func EmitOrganisationGone(ctx context.Context, tx pgx.Tx, orgID, name string, now time.Time) error {
	return emit(ctx, tx, "event.identity.organisation", orgID, now, events.OrganisationChanged{ID: orgID, Name: name, Modules: []string{}, Deleted: true})
}
