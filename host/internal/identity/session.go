package identity

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Session is what the shell needs to know of whoever is signed in.
func (s *Service) Session(ctx context.Context, r *pluginv1.SessionRequest) (*pluginv1.SessionResponse, error) {
	answer, err := s.session(ctx, r.GetActor())
	return answer, s.toStatus("Session", err)
}

func (s *Service) session(ctx context.Context, who *pluginv1.Actor) (*pluginv1.SessionResponse, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return nil, err
	}
	user, err := findUser(ctx, s.pool, a.User.HomeOrgID, a.User.ID)
	if err != nil {
		return nil, err
	}
	organisation, err := findOrganisation(ctx, s.pool, a.OrgID)
	if err != nil {
		return nil, err
	}
	document, err := readPreferences(ctx, s.pool, a.User.ID)
	if err != nil {
		return nil, err
	}
	return &pluginv1.SessionResponse{
		User: user.User, Organisation: organisation, Ignore: int32(a.Ignore), Granted: a.Permissions(), Preferences: &pluginv1.Preferences{Json: document},
	}, nil
}

// GetOrganisation is the organisation acted in.
func (s *Service) GetOrganisation(ctx context.Context, r *pluginv1.GetOrganisationRequest) (*pluginv1.Organisation, error) {
	a, err := s.act(ctx, r.GetActor())
	if err != nil {
		return nil, s.toStatus("GetOrganisation", err)
	}
	organisation, err := findOrganisation(ctx, s.pool, a.OrgID)
	return organisation, s.toStatus("GetOrganisation", err)
}

// ListRoles is every role with what it may in the organisation.
func (s *Service) ListRoles(ctx context.Context, r *pluginv1.ListRolesRequest) (*pluginv1.ListRolesResponse, error) {
	roles, err := s.listRoles(ctx, r.GetActor())
	return &pluginv1.ListRolesResponse{Roles: roles}, s.toStatus("ListRoles", err)
}

func (s *Service) listRoles(ctx context.Context, who *pluginv1.Actor) ([]*pluginv1.Role, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return nil, err
	}
	byRole, err := access.RoleGrants(ctx, s.pool, a.OrgID)
	if err != nil {
		return nil, err
	}
	roles := make([]*pluginv1.Role, 0, len(access.Roles))
	for _, name := range access.Roles {
		slices.Sort(byRole[name])
		roles = append(roles, &pluginv1.Role{Name: name, Permissions: byRole[name]})
	}
	return roles, nil
}

// GetPreferences is one's own document, or that of a user one may list.
func (s *Service) GetPreferences(ctx context.Context, r *pluginv1.GetPreferencesRequest) (*pluginv1.Preferences, error) {
	document, err := s.preferences(ctx, r)
	return &pluginv1.Preferences{Json: document}, s.toStatus("GetPreferences", err)
}

func (s *Service) preferences(ctx context.Context, r *pluginv1.GetPreferencesRequest) ([]byte, error) {
	_, user, err := s.person(ctx, r.GetActor(), r.GetIdOrEmail(), "listUsers")
	if err != nil {
		return nil, err
	}
	return readPreferences(ctx, s.pool, user.GetId())
}

// MergePreferences merges a patch into one's own document, or that of a user whose profile one may change.
func (s *Service) MergePreferences(ctx context.Context, r *pluginv1.MergePreferencesRequest) (*pluginv1.Preferences, error) {
	document, err := s.saveUserPreferences(ctx, r)
	return &pluginv1.Preferences{Json: document}, s.toStatus("MergePreferences", err)
}

func (s *Service) saveUserPreferences(ctx context.Context, r *pluginv1.MergePreferencesRequest) (document []byte, err error) {
	a, user, err := s.person(ctx, r.GetActor(), r.GetIdOrEmail(), "updateUserProfile")
	if err != nil {
		return nil, err
	}
	if user.GetId() != a.User.ID {
		if err := a.over(user.GetRole()); err != nil {
			return nil, err
		}
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		document, err = mergePreferences(ctx, tx, user.GetId(), r.GetPatchJson())
		return err
	})
	return document, err
}

// person finds the user that a call is about: oneself, or with the permission somebody of the organisation whom one sees. To who may not list users
// nobody else is there: the answer tells no address that exists from one that does not.
func (s *Service) person(ctx context.Context, who *pluginv1.Actor, idOrEmail, permission string) (actor, userWithPath, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return actor{}, userWithPath{}, err
	}
	if own, err := findUser(ctx, s.pool, a.User.HomeOrgID, a.User.ID); err != nil {
		return actor{}, userWithPath{}, fmt.Errorf("find the actor: %w", err)
	} else if idOrEmail == own.GetId() || equalFold(idOrEmail, own.GetEmail()) {
		return a, own, nil
	}
	user, err := findUser(ctx, s.pool, a.OrgID, idOrEmail)
	if err != nil {
		if a.needs(permission) != nil {
			err = errNoUser()
		}
		return actor{}, userWithPath{}, err
	}
	denied := a.needs(permission)
	if !a.sees(user) || denied != nil && a.needs("listUsers") != nil {
		return actor{}, userWithPath{}, errNoUser()
	}
	return a, user, denied
}
