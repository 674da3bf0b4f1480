package identity

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// setMembers makes the members of a group those, and gives whoever came or went the role that follows. It costs the same number of statements for any number of members.
func (s *Service) setMembers(ctx context.Context, tx pgx.Tx, p provisioner, id string, members []string) error {
	if err := access.Serialise(ctx, tx, p.OrgID); err != nil {
		return err
	}
	left, err := membersOf(ctx, tx, id)
	if err != nil {
		return err
	}
	join := []string{}
	seen := make(map[string]bool, len(members))
	for _, member := range members {
		user := uuidOrEmpty(member)
		if user == "" {
			return s.notAMember(ctx, tx, p, member)
		}
		if !left[user] && !seen[user] {
			join = append(join, user)
		}
		seen[user] = true
	}
	maps.DeleteFunc(left, func(user string, _ bool) bool { return seen[user] })
	if len(join)+len(left) == 0 {
		return nil
	}
	if err := s.exchangeMembers(ctx, tx, p, id, join, slices.Sorted(maps.Keys(left))); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE outrider.provisioned_group SET version = version + 1, changed_at = $2 WHERE id = $1`, id, s.now())
	if err != nil {
		return fmt.Errorf("count the change of group %s: %w", id, err)
	}
	return nil
}

func membersOf(ctx context.Context, tx pgx.Tx, groupID string) (map[string]bool, error) {
	rows, err := tx.Query(ctx, `SELECT account_id::text FROM outrider.provisioned_member WHERE group_id = $1`, groupID)
	if err != nil {
		return nil, fmt.Errorf("read the members of group %s: %w", groupID, err)
	}
	members := map[string]bool{}
	var member string
	_, err = pgx.ForEachRow(rows, []any{&member}, func() error { members[member] = true; return nil })
	if err != nil {
		return nil, fmt.Errorf("read the members of group %s: %w", groupID, err)
	}
	return members, nil
}

// exchangeMembers adds some to a group and takes others out.
func (s *Service) exchangeMembers(ctx context.Context, tx pgx.Tx, p provisioner, id string, join, leave []string) error {
	users, err := s.ledAll(ctx, tx, p, slices.Concat(join, leave))
	if err != nil {
		return err
	}
	for _, user := range join {
		if _, found := users[user]; !found {
			return s.notAMember(ctx, tx, p, user)
		}
	}
	had, err := givenByGroups(ctx, tx, p.OrgID, slices.Concat(join, leave))
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO outrider.provisioned_member (group_id, account_id) SELECT $1, unnest($2::uuid[])`, id, join); err != nil {
		return fmt.Errorf("add members to group %s: %w", id, err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.provisioned_member WHERE group_id = $1 AND account_id = ANY($2)`, id, leave); err != nil {
		return fmt.Errorf("take members out of group %s: %w", id, err)
	}
	for action, people := range map[string][]string{"provisioned-group.join": join, "provisioned-group.leave": leave} {
		if err := noteAll(ctx, tx, p.User.ID, p.OrgID, action, people, map[string]any{"group": id}); err != nil {
			return err
		}
	}
	return s.followGroups(ctx, tx, p, users, had)
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
