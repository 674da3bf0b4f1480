package identity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/outrider/host/internal/identity/twostep"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// routeTwoStep lists the operations on the second step of signing in: somebody else's, and what an organisation asks for.
func (s *Service) routeTwoStep(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/users/{userId}/two-step", web.Needs("updateUserStatus"), s.getTwoStep, web.IDs("userId", "user"), web.Summary("How a user signs in"))
	web.Handle(r, "DELETE /org/{orgId}/users/{userId}/two-step", web.Needs("updateUserStatus"), s.resetTwoStep, web.IDs("userId", "user"),
		web.Summary("Reset two-step sign-in of a user who has lost the phone"))
	web.Handle(r, "GET /org/{orgId}/sign-in-rules", web.Needs("viewOrg"), s.getSignInRules, web.Summary("What an organisation asks for at sign-in"))
	web.Handle(r, "PUT /org/{orgId}/sign-in-rules", web.Needs("updateOrg"), s.putSignInRules, web.Summary("Choose whose second step is required"))
}

type aUserInput struct {
	OrgID  string `path:"orgId"`
	UserID string `path:"userId"`
}

func (s *Service) getTwoStep(ctx context.Context, in *aUserInput) (*output[twostep.State], error) {
	user, err := s.ofSessions(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	return answer(twostep.StateOf(ctx, s.pool, user.ID))
}

// resetTwoStep takes every second step of somebody else away and ends the sessions. One's own is changed in the account, with the password.
func (s *Service) resetTwoStep(ctx context.Context, in *aUserInput) (*struct{}, error) {
	user, err := s.ofSessions(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	who := caller(ctx)
	if user.ID == who.UserID {
		return nil, fault.New(fault.Conflict, "Change your own two-step sign-in in your account.")
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		if err := twostep.Reset(ctx, tx, user.ID); err != nil {
			return err
		}
		if err := session.EndAll(ctx, tx, user.ID, "", "two-step", s.now()); err != nil {
			return err
		}
		if err := note(ctx, tx, who.UserID, user.OrgID, "user.two-step-reset", user.ID, nil); err != nil {
			return err
		}
		return session.TellOwner(ctx, tx, user.ID, "twoStepReset", s.site())
	})
	if err == nil {
		s.mailed()
	}
	return nil, err
}

type signInRules struct {
	TwoStepRoles []string `json:"two_step_roles" nullable:"false" maxItems:"20" doc:"People of these roles sign in with a second step or not at all"`
}

func (s *Service) getSignInRules(ctx context.Context, _ *inOrg) (*output[signInRules], error) {
	rules := signInRules{}
	err := s.pool.QueryRow(ctx, `SELECT two_step_roles FROM outrider.organisation WHERE id = $1`, caller(ctx).OrgID).Scan(&rules.TwoStepRoles)
	if err != nil {
		return nil, fmt.Errorf("read the sign-in rules of %s: %w", caller(ctx).OrgID, err)
	}
	return &output[signInRules]{rules}, nil
}

type signInRulesInput struct {
	OrgID string `path:"orgId"`
	Body  signInRules
}

// putSignInRules changes the rules. Sessions of people who have no second step and need one now end; they are led to it when they sign in again.
func (s *Service) putSignInRules(ctx context.Context, in *signInRulesInput) (*output[signInRules], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	roles, err := s.rolesToRequire(ctx, a, in.Body.TwoStepRoles)
	if err != nil {
		return nil, err
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		var before []string
		if err := tx.QueryRow(ctx, `SELECT two_step_roles FROM outrider.organisation WHERE id = $1 FOR UPDATE`, a.OrgID).Scan(&before); err != nil {
			return fmt.Errorf("read the sign-in rules of %s: %w", a.OrgID, err)
		}
		web.AuditChange(ctx, "two_step_roles", strings.Join(before, ", "), strings.Join(roles, ", "))
		if _, err := tx.Exec(ctx, `UPDATE outrider.organisation SET two_step_roles = $2 WHERE id = $1`, a.OrgID, roles); err != nil {
			return fmt.Errorf("change the sign-in rules of %s: %w", a.OrgID, err)
		}
		if err := s.endWithoutSecondStep(ctx, tx, a.OrgID); err != nil {
			return err
		}
		return note(ctx, tx, a.User.ID, a.OrgID, "organisation.sign-in-rules", a.OrgID, map[string]any{"two_step_roles": roles})
	})
	return answer(signInRules{roles}, err)
}

func (s *Service) rolesToRequire(ctx context.Context, a actor, wanted []string) ([]string, error) {
	roles := []string{}
	for i, name := range wanted {
		role, known := access.CanonicalRole(name)
		if !known {
			return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: fmt.Sprintf("body.two_step_roles[%d]", i), Message: "is not a role"})
		}
		if err := a.over(role); err != nil {
			return nil, err
		}
		roles = append(roles, role)
	}
	slices.Sort(roles)
	roles = slices.Compact(roles)
	if a.User.HomeOrgID != a.OrgID || !slices.Contains(roles, a.User.Role) {
		return roles, nil
	}
	state, err := twostep.StateOf(ctx, s.pool, a.User.ID)
	if err == nil && !state.On() {
		err = fault.New(fault.Conflict, "Set up two-step sign-in for yourself first, so that you are not signed out.")
	}
	return roles, err
}

// endWithoutSecondStep ends the sessions of an organisation that its rules do not let go on. Those that another site began, and of which it said that it asked for a second step, do.
func (s *Service) endWithoutSecondStep(ctx context.Context, tx pgx.Tx, orgID string) error {
	rows, err := tx.Query(ctx, `SELECT DISTINCT a.id::text FROM outrider.account a JOIN outrider.organisation o ON o.id = a.org_id
		JOIN outrider.session s ON s.account_id = a.id AND s.revoked_at IS NULL
		WHERE a.org_id = $1 AND a.role = ANY (o.two_step_roles) 
		AND NOT COALESCE((SELECT i.second_step FROM outrider.session_issuer i WHERE i.session_id = s.id), outrider.has_second_step(a.id))`, orgID)
	if err != nil {
		return fmt.Errorf("find sessions without a second step in %s: %w", orgID, err)
	}
	accounts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find sessions without a second step in %s: %w", orgID, err)
	}
	for _, id := range accounts {
		if err := session.EndAll(ctx, tx, id, "", "two-step", s.now()); err != nil {
			return err
		}
	}
	return nil
}
