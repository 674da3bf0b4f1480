package identity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// routeProvisioning lists what an organisation's administrators see and decide of its directory; the directory itself calls package scim.
func (s *Service) routeProvisioning(r *web.Router) {
	may := web.Needs(PermissionProvision)
	web.Handle(r, "GET /org/{orgId}/provisioning", may, s.getProvisioning, web.Summary("Where a directory connects, and the groups that it has sent"))
	web.Handle(r, "PUT /org/{orgId}/provisioning/groups/{groupId}", may, s.putProvisionedGroup, web.IDs("groupId", "provisioned group"), web.IDs("body.node", "group"),
		web.Summary("Say what a group of the directory gives its members"))
}

// provisioning is what an organisation's directory does here.
type provisioning struct {
	Endpoint string                 `json:"endpoint" doc:"Address to enter in the directory"`
	Issued   bool                   `json:"signed_in_elsewhere" doc:"Another site signs the organisation's people in, so new users are sent no invite"`
	Users    int                    `json:"users" doc:"That the directory leads"`
	Groups   []provisionedGroupView `json:"Groups" nullable:"false"`
}

type provisionedGroupView struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Role      string    `json:"role" doc:"That its members have; empty: none"`
	Node      string    `json:"node" doc:"Group of vehicles that its members are put in; empty: none"`
	Members   int       `json:"members"`
	ChangedAt time.Time `json:"changed_date"`
}

// mostGroups is how many groups of a directory are listed.
const mostGroups = 1000

func (s *Service) getProvisioning(ctx context.Context, _ *inOrg) (*output[provisioning], error) {
	who := caller(ctx)
	_, users, err := s.ProvisionedUsers(ctx, who, Condition{SQL: "p.account_id IS NOT NULL"}, 0, 0)
	if err != nil {
		return nil, err
	}
	groups, _, err := s.ProvisionedGroups(ctx, who, Condition{}, 0, mostGroups, false)
	if err != nil {
		return nil, err
	}
	shown := provisioning{Endpoint: s.site() + "/scim/v2", Issued: s.issued(who.OrgID), Users: users, Groups: []provisionedGroupView{}}
	for _, g := range groups {
		shown.Groups = append(shown.Groups, viewOfProvisionedGroup(g))
	}
	return &output[provisioning]{shown}, nil
}

func viewOfProvisionedGroup(g ProvisionedGroup) provisionedGroupView {
	return provisionedGroupView{ID: g.ID, Name: g.DisplayName, Role: g.Role, Node: g.Node, Members: g.Size, ChangedAt: g.ChangedAt}
}

type provisionedGroupInput struct {
	OrgID   string `path:"orgId"`
	GroupID string `path:"groupId" maxLength:"64"`
	Body    struct {
		Role string `json:"role" maxLength:"40" doc:"A role, or the id of one of the organisation's own; empty: none"`
		Node string `json:"node" maxLength:"63" doc:"Id of a group of vehicles; empty: none"`
	}
}

func (s *Service) putProvisionedGroup(ctx context.Context, in *provisionedGroupInput) (*output[provisionedGroupView], error) {
	who := caller(ctx)
	p, err := s.groupActor(ctx, who)
	if err != nil {
		return nil, err
	}
	was, err := s.ProvisionedGroup(ctx, who, in.GroupID, false)
	if err != nil {
		return nil, err
	}
	if err := s.mayMean(ctx, p, in.Body.Role, in.Body.Node); err != nil {
		return nil, err
	}
	err = s.write(ctx, func(tx pgx.Tx) error { return s.setMeaning(ctx, tx, p, was, in.Body.Role, in.Body.Node) })
	if err != nil {
		return nil, err
	}
	now, err := s.ProvisionedGroup(ctx, who, was.ID, false)
	return answer(viewOfProvisionedGroup(now), err)
}

// mayMean refuses a role that the actor may not give, and a group of vehicles that is not there.
func (s *Service) mayMean(ctx context.Context, p provisioner, role, node string) error {
	if role != "" {
		held, err := s.givable(ctx, p, role)
		if err != nil {
			return err
		}
		if held.key() != role {
			return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.role", Message: "is not a role"})
		}
	}
	if node == "" {
		return nil
	}
	_, err := findGroup(ctx, s.pool, p.OrgID, node)
	return err
}

// setMeaning writes what a group gives, and gives it to its members.
func (s *Service) setMeaning(ctx context.Context, tx pgx.Tx, p provisioner, g ProvisionedGroup, role, node string) error {
	if err := access.Serialise(ctx, tx, p.OrgID); err != nil {
		return err
	}
	members, err := membersOf(ctx, tx, g.ID)
	if err != nil {
		return err
	}
	ids := slices.Sorted(maps.Keys(members))
	had, err := givenByGroups(ctx, tx, p.OrgID, ids)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE outrider.provisioned_group SET role = $2, node_id = $3, version = version + 1, changed_at = $4 WHERE id = $1`, g.ID, role, node, s.now())
	if err != nil {
		return fmt.Errorf("change what group %s gives: %w", g.ID, err)
	}
	if err := note(ctx, tx, p.User.ID, p.OrgID, "provisioned-group.give", g.ID, map[string]any{"name": g.DisplayName, "role": role, "node": node}); err != nil {
		return err
	}
	users, err := s.ledAll(ctx, tx, p, ids) // who is not among them was forgotten by the directory, or is support staff: nobody's to change from here
	if err != nil {
		return err
	}
	return s.followGroups(ctx, tx, p, users, had)
}
