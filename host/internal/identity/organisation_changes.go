package identity

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// OrganisationGrace is how long a deleted organisation can be restored.
const OrganisationGrace = 30 * 24 * time.Hour

type createOrganisationInput struct {
	Body struct {
		ID            string     `json:"id" maxLength:"63" doc:"Lower-case letters, digits and -; it cannot be changed, and is not given again"`
		Name          string     `json:"name" maxLength:"200"`
		CountryCode   string     `json:"countryCode" maxLength:"2" doc:"GB"`
		Zone          string     `json:"zone" maxLength:"60" doc:"IANA time zone"`
		ServiceList   []string   `json:"serviceList,omitempty" maxItems:"10" nullable:"false"`
		Administrator Invitation `json:"administrator" doc:"Invited by mail as its first administrator; role and node are not looked at"`
	}
}

// postOrganisation makes an organisation and the invite of its first administrator, both or neither.
func (s *Service) postOrganisation(ctx context.Context, in *createOrganisationInput) (*output[organisationRow], error) {
	a, err := s.supporter(ctx)
	if err != nil {
		return nil, err
	}
	b := in.Body
	made := Organisation{ID: b.ID, Name: strings.TrimSpace(b.Name), CountryCode: b.CountryCode, Zone: b.Zone, Services: b.ServiceList}
	if err := knownServices(b.ServiceList); err != nil {
		return nil, err
	}
	first, err := b.Administrator.tidied("body.administrator.email")
	if err != nil {
		return nil, err
	}
	if err := s.noAccount(ctx, first.Email); err != nil {
		return nil, err
	}
	first.Role, first.Node = access.OrgAdmin, made.ID
	err = s.write(ctx, func(tx pgx.Tx) error {
		if err := CreateOrganisation(ctx, tx, made, s.now()); err != nil {
			return err
		}
		there := *a.Grant // the same person, acting in the organisation that is being made
		there.OrgID = made.ID
		if _, err := s.insertInvite(ctx, tx, actor{&there}, first); err != nil {
			return err
		}
		return note(ctx, tx, a.User.ID, made.ID, "organisation.create", made.ID, map[string]any{"name": made.Name})
	})
	if err != nil {
		return nil, err
	}
	s.mailed()
	return s.organisationRowOf(ctx, made.ID)
}

// services are what an organisation may have beside its modules.
var services = []string{"safetyCentre", "driverHours", "go"}

func knownServices(names []string) error {
	for i, name := range names {
		if !slices.Contains(services, name) {
			return fault.InvalidFields("The request is not valid.", fault.Field{Location: fmt.Sprintf("body.serviceList[%d]", i), Message: "is not a service"})
		}
	}
	return nil
}

type updateOrganisationInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Name        *string   `json:"name,omitempty" maxLength:"200"`
		CountryCode *string   `json:"countryCode,omitempty" maxLength:"2"`
		Zone        *string   `json:"zone,omitempty" maxLength:"60"`
		ServiceList *[]string `json:"serviceList,omitempty" maxItems:"10" doc:"Support roles alone change it"`
		Version     *int64    `json:"version,omitempty" doc:"As it was read; a change of somebody else in between is a conflict"`
	}
}

func (s *Service) putOrganisation(ctx context.Context, in *updateOrganisationInput) (*output[organisationRow], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	if !a.Scope.All || in.Body.ServiceList != nil && !access.IsSupport(a.User.Role) {
		return nil, fault.Forbidden("updateOrg")
	}
	return s.changeOrganisation(ctx, a, "organisation.update", func(tx pgx.Tx, was organisationRow) error {
		b := in.Body
		if b.Version != nil && *b.Version != was.Version {
			return fault.New(fault.Conflict, "Somebody just changed this organisation. Please try again.")
		}
		now := Organisation{ID: was.ID, Name: was.Name, CountryCode: was.CountryCode, Zone: was.Zone, Services: was.ServiceList}
		if b.Name != nil {
			now.Name = strings.TrimSpace(*b.Name)
		}
		if b.CountryCode != nil {
			now.CountryCode = *b.CountryCode
		}
		if b.Zone != nil {
			now.Zone = *b.Zone
		}
		if b.ServiceList != nil {
			now.Services = *b.ServiceList
		}
		if err := now.validate(); err != nil {
			return err
		}
		if err := knownServices(now.Services); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE outrider.organisation SET name = $2, country_code = $3, zone = $4, services = $5 WHERE id = $1`, now.ID, now.Name, now.CountryCode, now.Zone, orEmpty(now.Services))
		if err != nil {
			return fmt.Errorf("update organisation %s: %w", now.ID, err)
		}
		tellOrganisation(ctx, was, now)
		return s.renameRoot(ctx, tx, was, now.Name)
	})
}

// renameRoot gives the root group the organisation's new name where it has the old one.
func (s *Service) renameRoot(ctx context.Context, tx pgx.Tx, was organisationRow, name string) error {
	root, err := findGroup(ctx, tx, was.ID, was.ID)
	if err != nil || root.Label != was.Name || name == was.Name {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.group_node SET label = $2 WHERE org_id = $1 AND id = $1`, was.ID, name); err != nil {
		return fmt.Errorf("rename the root group of %s: %w", was.ID, err)
	}
	root.Label = name
	return emitGroup(ctx, tx, was.ID, root, false, s.now())
}

func (s *Service) postDisable(ctx context.Context, _ *inOrg) (*output[organisationRow], error) {
	return s.supportChange(ctx, "organisation.disable", func(tx pgx.Tx, was organisationRow) error {
		if was.State != organisationActive {
			return fault.New(fault.Conflict, "This organisation is disabled already.")
		}
		return s.disable(ctx, tx, was.ID, nil)
	})
}

func (s *Service) postEnable(ctx context.Context, _ *inOrg) (*output[organisationRow], error) {
	return s.supportChange(ctx, "organisation.enable", func(tx pgx.Tx, was organisationRow) error {
		switch was.State {
		case organisationActive:
			return fault.New(fault.Conflict, "This organisation is enabled already.")
		case organisationDeleted:
			return fault.New(fault.Conflict, "This organisation is deleted. Restore it first.")
		}
		return enable(ctx, tx, was.ID)
	})
}

func (s *Service) deleteOrganisation(ctx context.Context, _ *inOrg) (*output[organisationRow], error) {
	return s.supportChange(ctx, "organisation.delete", func(tx pgx.Tx, was organisationRow) error {
		if was.State == organisationDeleted {
			return fault.New(fault.Conflict, "This organisation is deleted already.")
		}
		until := s.now().Add(OrganisationGrace)
		return s.disable(ctx, tx, was.ID, &until)
	})
}

func (s *Service) postRestore(ctx context.Context, _ *inOrg) (*output[organisationRow], error) {
	return s.supportChange(ctx, "organisation.restore", func(tx pgx.Tx, was organisationRow) error {
		if was.State != organisationDeleted {
			return fault.New(fault.Conflict, "This organisation is not deleted.")
		}
		if !s.now().Before(*was.PurgeAfter) {
			return fault.New(fault.Conflict, "The data of this organisation is being removed. It cannot be restored.")
		}
		return enable(ctx, tx, was.ID)
	})
}

// supportChange is changeOrganisation for support roles, who never shut themselves out.
func (s *Service) supportChange(ctx context.Context, action string, change func(tx pgx.Tx, was organisationRow) error) (*output[organisationRow], error) {
	a, err := s.supporter(ctx)
	if err != nil {
		return nil, err
	}
	return s.changeOrganisation(ctx, a, action, change)
}

// changeOrganisation runs a change of the organisation that the actor acts in, with all that follows from it.
func (s *Service) changeOrganisation(ctx context.Context, a actor, action string, change func(tx pgx.Tx, was organisationRow) error) (*output[organisationRow], error) {
	err := s.write(ctx, func(tx pgx.Tx) error {
		return access.Rewrite(ctx, tx, access.Reach{OrgID: a.OrgID}, func() error {
			rows, err := tx.Query(ctx, `SELECT `+rowOfOrganisation+fromOrganisations+`WHERE o.id = $1`, a.OrgID)
			if err != nil {
				return fmt.Errorf("read organisation %s: %w", a.OrgID, err)
			}
			was, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[organisationRow])
			if err != nil {
				return fmt.Errorf("read organisation %s: %w", a.OrgID, err)
			}
			if err := change(tx, was); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `UPDATE outrider.organisation SET version = version + 1 WHERE id = $1`, a.OrgID); err != nil {
				return fmt.Errorf("count the change of organisation %s: %w", a.OrgID, err)
			}
			if err := note(ctx, tx, a.User.ID, a.OrgID, action, a.OrgID, map[string]any{"name": was.Name}); err != nil {
				return err
			}
			return EmitOrganisation(ctx, tx, a.OrgID, s.now())
		})
	})
	if err != nil {
		return nil, err
	}
	return s.organisationRowOf(ctx, a.OrgID)
}

// disable shuts an organisation inside tx: nobody of it is signed in any more. With a time it is deleted, and its data removed after that.
func (s *Service) disable(ctx context.Context, tx pgx.Tx, orgID string, purgeAfter *time.Time) error {
	var staff bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.account WHERE org_id = $1 AND NOT disabled AND role IN ('SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD'))`, orgID).Scan(&staff)
	if err != nil {
		return fmt.Errorf("look for support staff in %s: %w", orgID, err)
	}
	if staff {
		return fault.New(fault.Conflict, "Support staff belong to this organisation, so it can be neither disabled nor deleted.")
	}
	_, err = tx.Exec(ctx, `UPDATE outrider.organisation SET disabled = true, purge_after = $2, deleted_at = CASE WHEN $2::timestamptz IS NULL THEN NULL ELSE $3::timestamptz END WHERE id = $1`, orgID, purgeAfter, s.now())
	if err != nil {
		return fmt.Errorf("disable organisation %s: %w", orgID, err)
	}
	// Everybody's decisions are forgotten with the change, which ends connections; these rows end what could be renewed.
	_, err = tx.Exec(ctx, `UPDATE outrider.session SET revoked_at = $2, revoked_by = 'organisation disabled'
		WHERE revoked_at IS NULL AND account_id IN (SELECT id FROM outrider.account WHERE org_id = $1)`, orgID, s.now())
	if err != nil {
		return fmt.Errorf("end the sessions of %s: %w", orgID, err)
	}
	return nil
}

func enable(ctx context.Context, tx pgx.Tx, orgID string) error {
	if _, err := tx.Exec(ctx, `UPDATE outrider.organisation SET disabled = false, deleted_at = NULL, purge_after = NULL WHERE id = $1`, orgID); err != nil {
		return fmt.Errorf("enable organisation %s: %w", orgID, err)
	}
	return nil
}
