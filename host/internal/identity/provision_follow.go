package identity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// move is what becomes of one user whose groups changed.
type move struct {
	user User
	role heldRole
	node string
}

// followGroups gives users what their groups give; had is what these gave before. Whoever had a role of a group and has none any more is a driver, who sees their own
// vehicles alone; a place in the tree stays.
func (s *Service) followGroups(ctx context.Context, tx pgx.Tx, p provisioner, users map[string]User, had map[string]groupsGive) error {
	ids := make([]string, 0, len(users))
	for id := range users {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	given, err := givenByGroups(ctx, tx, p.OrgID, ids)
	if err != nil {
		return err
	}
	var moves []move
	for _, id := range ids {
		m := move{users[id], users[id].held(), users[id].GroupID}
		if given[id].role != nil {
			m.role = *given[id].role
		} else if had[id].role != nil {
			m.role = least
		}
		if given[id].node != "" {
			m.node = given[id].node
		}
		if m.role != m.user.held() || m.node != m.user.GroupID {
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 {
		return nil
	}
	if err := s.mayFollow(ctx, p, moves); err != nil {
		return err
	}
	return s.follow(ctx, tx, p, moves)
}

// mayFollow refuses what the key's maker may not do to one of them.
func (s *Service) mayFollow(ctx context.Context, p provisioner, moves []move) error {
	givable := map[heldRole]bool{}
	for _, m := range moves {
		if err := p.maker.over(m.user.Role); err != nil {
			return err
		}
		if m.node != m.user.GroupID {
			if err := p.maker.needs("moveUserToGroup"); err != nil {
				return err
			}
		}
		if m.role == m.user.held() {
			continue
		}
		if m.user.ID == p.User.ID {
			return fault.New(fault.Conflict, "You cannot change your own role.")
		}
		if givable[m.role] {
			continue
		}
		if access.IsSupport(m.role.Base) {
			return fault.Forbidden()
		}
		if err := p.maker.needs("updateUserRole"); err != nil {
			return err
		}
		if err := s.mayGive(ctx, p.maker, m.role); err != nil {
			return err
		}
		givable[m.role] = true
	}
	return nil
}

// follow writes what becomes of users whose groups changed.
func (s *Service) follow(ctx context.Context, tx pgx.Tx, p provisioner, moves []move) error {
	var ids, bases, own, nodes []string
	details := make([]map[string]any, len(moves))
	for i, m := range moves {
		ids, bases, own, nodes = append(ids, m.user.ID), append(bases, m.role.Base), append(own, m.role.Own), append(nodes, m.node)
		details[i] = map[string]any{"from": m.user.held().key(), "to": m.role.key(), "node": m.node}
	}
	return access.Rewrite(ctx, tx, access.Reach{OrgID: p.OrgID, AccountIDs: ids}, func() error {
		_, err := tx.Exec(ctx, `UPDATE outrider.account a SET role = m.role, own_role = NULLIF(m.own, ''), group_id = m.node, version = version + 1
			FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS m (id, role, own, node) WHERE a.id = m.id`, ids, bases, own, nodes)
		switch {
		case violates(err, "account_own_role_fk"):
			return fault.New(fault.Conflict, "This role was just deleted.")
		case violates(err, "account_group_fk"):
			return errNoGroup()
		case err != nil:
			return fmt.Errorf("change the roles of %d users: %w", len(ids), err)
		}
		if administrator := slices.IndexFunc(moves, func(m move) bool { return m.user.Role == access.OrgAdmin }); administrator >= 0 {
			if err := keepsAdministrator(ctx, tx, moves[administrator].user); err != nil {
				return err
			}
		}
		if err := noteEach(ctx, tx, p.User.ID, p.OrgID, "user.follow-groups", ids, details); err != nil {
			return err
		}
		return emitUsers(ctx, tx, ids, s.now())
	})
}

// groupsGive is the most powerful role that the groups of a user give, and the highest group of vehicles; nil and empty: none.
type groupsGive struct {
	role    *heldRole
	node    string
	highest string // path of node
}

// givenByGroups is what the groups of users give them.
func givenByGroups(ctx context.Context, tx pgx.Tx, orgID string, accounts []string) (map[string]groupsGive, error) {
	own, err := ownRoles(ctx, tx, orgID)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `SELECT m.account_id::text, n.role, COALESCE(g.id, ''), COALESCE(g.path, '') FROM outrider.provisioned_member m JOIN outrider.provisioned_group n ON n.id = m.group_id
		LEFT JOIN outrider.group_node g ON g.org_id = n.org_id AND g.id = n.node_id WHERE m.account_id = ANY($1) ORDER BY n.role, n.id`, accounts)
	if err != nil {
		return nil, fmt.Errorf("read the groups of %d users: %w", len(accounts), err)
	}
	all := map[string]groupsGive{}
	var account, role, node, path string
	_, err = pgx.ForEachRow(rows, []any{&account, &role, &node, &path}, func() error {
		all[account] = all[account].and(heldOf(own, role), node, path)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the groups of %d users: %w", len(accounts), err)
	}
	return all, nil
}

// and is what is given with one group more.
func (g groupsGive) and(role *heldRole, node, path string) groupsGive {
	if node != "" && (g.highest == "" || strings.Count(path, "/") < strings.Count(g.highest, "/")) {
		g.node, g.highest = node, path
	}
	if role != nil && (g.role == nil || rankOf(*role) < rankOf(*g.role)) {
		g.role = role
	}
	return g
}

// heldOf is a role by its name, or one of the organisation's own by its id; nil: none, or one that was deleted.
func heldOf(own []heldRole, name string) *heldRole {
	for _, role := range own {
		if role.Own == name {
			return &role
		}
	}
	if base, known := access.CanonicalRole(name); known {
		return &heldRole{Base: base}
	}
	return nil
}

// least is what somebody has whom no group gives a role any more: who drives sees their own vehicles, and nothing else.
var least = heldRole{Base: access.Driver}
