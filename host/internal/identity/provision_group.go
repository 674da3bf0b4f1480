package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// ErrGroupTaken is the conflict of a group's name.
var ErrGroupTaken = fault.New(fault.Conflict, "There is a group of this name already.")

// GroupWanted is a group as a directory wants one.
type GroupWanted struct {
	DisplayName, ExternalID string
	Members                 []string // ids of users
	Version                 int64    // that the change was made of
}

// groupActor is the provisioner of a request that changes groups, which are the whole organisation's.
func (s *Service) groupActor(ctx context.Context, who Actor) (provisioner, error) {
	p, err := s.provisioner(ctx, who)
	if err == nil && !p.Scope.All {
		err = fault.New(fault.Denied, "Groups of a directory are the whole organisation's. Use a key that sees all of it.")
	}
	return p, err
}

// ProvisionGroup makes a group and returns its id. One that is called like a role or a group of vehicles gives that to its members, as far as the key's maker may.
func (s *Service) ProvisionGroup(ctx context.Context, who Actor, want GroupWanted) (id string, err error) {
	p, err := s.groupActor(ctx, who)
	if err != nil {
		return "", err
	}
	if want, err = want.tidied(); err != nil {
		return "", err
	}
	role, node, err := s.meant(ctx, p, want.DisplayName)
	if err != nil {
		return "", err
	}
	return id, s.write(ctx, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `INSERT INTO outrider.provisioned_group (org_id, display_name, external_id, role, node_id, created_at, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id::text`,
			p.OrgID, want.DisplayName, want.ExternalID, role, node, s.now()).Scan(&id)
		if violates(err, "provisioned_group_name") {
			return ErrGroupTaken
		}
		if err != nil {
			return fmt.Errorf("make a group of the directory of %s: %w", p.OrgID, err)
		}
		if err := note(ctx, tx, p.User.ID, p.OrgID, "provisioned-group.create", id, map[string]any{"name": want.DisplayName, "role": role, "node": node}); err != nil {
			return err
		}
		return s.setMembers(ctx, tx, p, id, want.Members)
	})
}

// ReprovisionGroup makes a group what a directory wants. Faults: not_found, invalid for a member whom it does not see, denied, conflict.
func (s *Service) ReprovisionGroup(ctx context.Context, who Actor, id string, want GroupWanted) error {
	p, err := s.groupActor(ctx, who)
	if err != nil {
		return err
	}
	was, err := s.ProvisionedGroup(ctx, who, id)
	if err != nil {
		return err
	}
	if want, err = want.tidied(); err != nil {
		return err
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		if err := access.Serialise(ctx, tx, p.OrgID); err != nil {
			return err
		}
		var version int64
		if err := tx.QueryRow(ctx, `SELECT version FROM outrider.provisioned_group WHERE id = $1`, was.ID).Scan(&version); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("read the version of group %s: %w", was.ID, err)
		}
		if version != want.Version {
			return ErrQuicker
		}
		if want.DisplayName != was.DisplayName || want.ExternalID != was.ExternalID {
			_, err := tx.Exec(ctx, `UPDATE outrider.provisioned_group SET display_name = $2, external_id = $3, version = version + 1, changed_at = $4 WHERE id = $1`, was.ID, want.DisplayName, want.ExternalID, s.now())
			if violates(err, "provisioned_group_name") {
				return ErrGroupTaken
			}
			if err != nil {
				return fmt.Errorf("change group %s: %w", was.ID, err)
			}
			if err := note(ctx, tx, p.User.ID, p.OrgID, "provisioned-group.update", was.ID, map[string]any{"name": want.DisplayName}); err != nil {
				return err
			}
		}
		return s.setMembers(ctx, tx, p, was.ID, want.Members)
	})
}

// WithdrawGroup removes a group. Its members lose the role that it gave them.
func (s *Service) WithdrawGroup(ctx context.Context, who Actor, id string) error {
	p, err := s.groupActor(ctx, who)
	if err != nil {
		return err
	}
	was, err := s.ProvisionedGroup(ctx, who, id)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		if err := s.setMembers(ctx, tx, p, was.ID, nil); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.provisioned_group WHERE id = $1`, was.ID); err != nil {
			return fmt.Errorf("remove group %s: %w", was.ID, err)
		}
		return note(ctx, tx, p.User.ID, p.OrgID, "provisioned-group.delete", was.ID, map[string]any{"name": was.DisplayName})
	})
}

// setMembers makes the members of a group those, and gives whoever came or went the role that follows.
func (s *Service) setMembers(ctx context.Context, tx pgx.Tx, p provisioner, id string, members []string) error {
	if err := access.Serialise(ctx, tx, p.OrgID); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT account_id::text FROM outrider.provisioned_member WHERE group_id = $1`, id)
	if err != nil {
		return fmt.Errorf("read the members of group %s: %w", id, err)
	}
	before, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("read the members of group %s: %w", id, err)
	}
	var changed []string
	for _, member := range members {
		if user := uuidOrEmpty(member); user == "" || !slices.Contains(before, user) && !slices.Contains(changed, user) {
			changed = append(changed, user)
		}
	}
	for _, member := range before {
		if !slices.Contains(members, member) {
			changed = append(changed, member)
		}
	}
	for _, member := range changed {
		if err := s.toggleMember(ctx, tx, p, id, member, slices.Contains(before, member)); err != nil {
			return err
		}
	}
	if len(changed) == 0 {
		return nil
	}
	_, err = tx.Exec(ctx, `UPDATE outrider.provisioned_group SET version = version + 1, changed_at = $2 WHERE id = $1`, id, s.now())
	if err != nil {
		return fmt.Errorf("count the change of group %s: %w", id, err)
	}
	return nil
}

// toggleMember adds somebody to a group, or takes who is in it out.
func (s *Service) toggleMember(ctx context.Context, tx pgx.Tx, p provisioner, id, member string, out bool) error {
	user, err := s.led(ctx, tx, p, member)
	if fault.KindOf(err) == fault.NotFound {
		return s.notAMember(ctx, tx, p, member)
	}
	if err != nil {
		return err
	}
	had, _, err := roleOfGroups(ctx, tx, p.OrgID, user.ID)
	if err != nil {
		return err
	}
	statement, action := `INSERT INTO outrider.provisioned_member (group_id, account_id) VALUES ($1, $2)`, "provisioned-group.join"
	if out {
		statement, action = `DELETE FROM outrider.provisioned_member WHERE group_id = $1 AND account_id = $2`, "provisioned-group.leave"
	}
	if _, err := tx.Exec(ctx, statement, id, user.ID); err != nil {
		return fmt.Errorf("change the members of group %s: %w", id, err)
	}
	if err := note(ctx, tx, p.User.ID, p.OrgID, action, user.ID, map[string]any{"group": id}); err != nil {
		return err
	}
	return s.followGroups(ctx, tx, p, user, had != nil)
}

// GroupInGroup is the refusal of a group among the members of a group.
func GroupInGroup(location string) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "is a group. Members are users: send the users of that group instead."})
}

// notAMember says why an id cannot be a member: it is a group's, or nobody's.
func (s *Service) notAMember(ctx context.Context, tx pgx.Tx, p provisioner, id string) error {
	var isGroup bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.provisioned_group WHERE org_id = $1 AND id::text = $2)`, p.OrgID, uuidOrEmpty(id)).Scan(&isGroup)
	if err != nil {
		return fmt.Errorf("look for group %s: %w", id, err)
	}
	if isGroup {
		return GroupInGroup("members")
	}
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: "members", Message: "names a user who is not there"})
}

// followGroups gives a user what their groups give. Whoever had a role of a group and has none any more is a driver, who sees their own vehicles alone; a place in the
// tree stays.
func (s *Service) followGroups(ctx context.Context, tx pgx.Tx, p provisioner, user User, had bool) error {
	given, node, err := roleOfGroups(ctx, tx, p.OrgID, user.ID)
	if err != nil {
		return err
	}
	role := user.held()
	if given != nil {
		role = *given
	} else if had {
		role = least
	}
	if node == "" {
		node = user.GroupID
	}
	if role == user.held() && node == user.GroupID {
		return nil
	}
	if err := s.mayFollow(ctx, p, user, role, node); err != nil {
		return err
	}
	return s.changeUserIn(ctx, tx, p.actor, user, "user.follow-groups", func(tx pgx.Tx) (map[string]any, error) {
		_, err := tx.Exec(ctx, `UPDATE outrider.account SET role = $2, own_role = NULLIF($3, ''), group_id = $4 WHERE id = $1`, user.ID, role.Base, role.Own, node)
		if violates(err, "account_own_role_fk") {
			return nil, fault.New(fault.Conflict, "This role was just deleted.")
		}
		if violates(err, "account_group_fk") {
			return nil, errNoGroup()
		}
		if err != nil {
			return nil, fmt.Errorf("change the role of %s: %w", user.ID, err)
		}
		return map[string]any{"from": user.held().key(), "to": role.key(), "node": node}, keepsAdministrator(ctx, tx, user)
	})
}

func (s *Service) mayFollow(ctx context.Context, p provisioner, user User, role heldRole, node string) error {
	if err := p.maker.over(user.Role); err != nil {
		return err
	}
	if role != user.held() {
		if user.ID == p.User.ID {
			return fault.New(fault.Conflict, "You cannot change your own role.")
		}
		if err := p.maker.needs("updateUserRole"); err != nil {
			return err
		}
		if access.IsSupport(role.Base) {
			return fault.Forbidden()
		}
		if err := s.mayGive(ctx, p.maker, role); err != nil {
			return err
		}
	}
	if node != user.GroupID {
		return p.maker.needs("moveUserToGroup")
	}
	return nil
}

// meant is the role or the group of vehicles that a directory's group is called like; empty: neither, or one that the key's maker may not give.
func (s *Service) meant(ctx context.Context, p provisioner, name string) (role, node string, err error) {
	held, err := s.givable(ctx, p, name)
	switch kind := fault.KindOf(err); {
	case err == nil:
		return held.key(), "", nil
	case kind != fault.Invalid && kind != fault.Denied:
		return "", "", err
	}
	rows, err := s.pool.Query(ctx, `SELECT id FROM outrider.group_node WHERE org_id = $1 AND (id = $2 OR lower(label) = lower($2)) LIMIT 2`, p.OrgID, name)
	if err != nil {
		return "", "", fmt.Errorf("find a group called %s: %w", name, err)
	}
	nodes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return "", "", fmt.Errorf("find a group called %s: %w", name, err)
	}
	if len(nodes) == 1 {
		node = nodes[0]
	}
	return "", node, nil
}

func (w GroupWanted) tidied() (GroupWanted, error) {
	w.DisplayName = strings.TrimSpace(w.DisplayName)
	if w.DisplayName == "" || len(w.DisplayName) > maxLabel || len(w.ExternalID) > 254 {
		return w, fault.InvalidFields("The request is not valid.", fault.Field{Location: "displayName", Message: "This field is required."})
	}
	return w, nil
}
