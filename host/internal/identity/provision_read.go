package identity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/fault"
)

// Condition chooses rows: SQL over the columns that ProvisionedUsers and ProvisionedGroups name, with a question mark for each value.
type Condition struct {
	SQL    string // empty: all
	Values []any
}

func (c Condition) after(first int) string {
	if c.SQL == "" {
		return ""
	}
	return " AND (" + numbered(c.SQL, first) + ")"
}

// ProvisionedUser is a user as a directory sees one.
type ProvisionedUser struct {
	User
	Directory
}

// Directory is what a directory calls a user.
type Directory struct {
	UserName   string    `db:"user_name" sql:"COALESCE(p.user_name, a.email)"`
	ExternalID string    `db:"external_id" sql:"COALESCE(p.external_id, '')"`
	ChangedAt  time.Time `db:"changed_at" sql:"COALESCE(p.changed_at, a.created_at)"`
	GroupIDs   []string  `db:"group_ids" sql:"ARRAY(SELECT m.group_id::text FROM outrider.provisioned_member m WHERE m.account_id = a.id ORDER BY 1)"`
	GroupNames []string  `db:"group_names" sql:"ARRAY(SELECT n.display_name FROM outrider.provisioned_member m JOIN outrider.provisioned_group n ON n.id = m.group_id WHERE m.account_id = a.id ORDER BY n.id::text)"`
}

// ProvisionedGroup is a group of a directory.
type ProvisionedGroup struct {
	ID          string    `db:"id" sql:"n.id::text"`
	DisplayName string    `db:"display_name"`
	ExternalID  string    `db:"external_id"`
	Role        string    `db:"role"`
	Node        string    `db:"node_id"`
	Version     int64     `db:"version"`
	CreatedAt   time.Time `db:"created_at"`
	ChangedAt   time.Time `db:"changed_at"`
	Size        int       `db:"size" sql:"(SELECT count(*)::int FROM outrider.provisioned_member m WHERE m.group_id = n.id)"`
	Members     []string  `db:"-"` // where they are asked for
}

// A user's columns for a Condition are those of a (account), p (what the directory calls it) and own (role of the organisation's own); a group's those of n.
const (
	fromLed = fromUsers + ` LEFT JOIN outrider.provisioned_user p ON p.account_id = a.id
		WHERE a.org_id = $1 AND g.path >= $2 AND g.path < $3 AND a.role NOT IN ('SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD') AND p.removed_at IS NULL`
	fromGroups = ` FROM outrider.provisioned_group n WHERE n.org_id = $1`
)

var groupColumns = columns[ProvisionedGroup]("n")

// provisionedColumns are those of a User and the ones beside it.
var provisionedColumns = userColumns + ", " + columns[Directory]("p")

// ProvisionedUsers are those that match, by id, and how many there are in all.
func (s *Service) ProvisionedUsers(ctx context.Context, who Actor, matching Condition, offset, limit int) (users []ProvisionedUser, total int, err error) {
	p, err := s.provisioner(ctx, who)
	if err != nil {
		return nil, 0, err
	}
	from, to := p.pathRange()
	arguments := append([]any{p.OrgID, from, to}, matching.Values...)
	where := fromLed + matching.after(3)
	if err := s.pool.QueryRow(ctx, `SELECT count(*)`+where, arguments...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count users for the directory of %s: %w", p.OrgID, err)
	}
	rows, err := s.pool.Query(ctx, fmt.Sprintf(`SELECT %s%s ORDER BY a.id LIMIT %d OFFSET %d`, provisionedColumns, where, limit, offset), arguments...)
	if err != nil {
		return nil, 0, fmt.Errorf("list users for the directory of %s: %w", p.OrgID, err)
	}
	if users, err = pgx.CollectRows(rows, pgx.RowToStructByName[ProvisionedUser]); err != nil {
		return nil, 0, fmt.Errorf("list users for the directory of %s: %w", p.OrgID, err)
	}
	return users, total, nil
}

// ProvisionedUser is one of them. Fault: not_found.
func (s *Service) ProvisionedUser(ctx context.Context, who Actor, id string) (ProvisionedUser, error) {
	if id = uuidOrEmpty(id); id == "" {
		return ProvisionedUser{}, errNoUser()
	}
	users, _, err := s.ProvisionedUsers(ctx, who, Condition{SQL: "a.id = ?::uuid", Values: []any{id}}, 0, 1)
	if err == nil && len(users) == 0 {
		err = errNoUser()
	}
	if err != nil {
		return ProvisionedUser{}, err
	}
	return users[0], nil
}

// ProvisionedGroups are those that match, by id, with their members if these are asked for, and how many there are in all. Whoever sees a part of the organisation sees none: a group is the whole organisation's.
func (s *Service) ProvisionedGroups(ctx context.Context, who Actor, matching Condition, offset, limit int, members bool) (groups []ProvisionedGroup, total int, err error) {
	p, err := s.provisioner(ctx, who)
	if err != nil || !p.Scope.All {
		return nil, 0, err
	}
	arguments := append([]any{p.OrgID}, matching.Values...)
	where := fromGroups + matching.after(1)
	if err := s.pool.QueryRow(ctx, `SELECT count(*)`+where, arguments...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count groups of the directory of %s: %w", p.OrgID, err)
	}
	rows, err := s.pool.Query(ctx, fmt.Sprintf(`SELECT %s%s ORDER BY n.id LIMIT %d OFFSET %d`, groupColumns, where, limit, offset), arguments...)
	if err != nil {
		return nil, 0, fmt.Errorf("list groups of the directory of %s: %w", p.OrgID, err)
	}
	if groups, err = pgx.CollectRows(rows, pgx.RowToStructByName[ProvisionedGroup]); err != nil {
		return nil, 0, fmt.Errorf("list groups of the directory of %s: %w", p.OrgID, err)
	}
	if members {
		err = s.addMembers(ctx, groups)
	}
	return groups, total, err
}

// addMembers reads the members of groups.
func (s *Service) addMembers(ctx context.Context, groups []ProvisionedGroup) error {
	of := map[string]*ProvisionedGroup{}
	for i := range groups {
		of[groups[i].ID] = &groups[i]
	}
	rows, err := s.pool.Query(ctx, `SELECT group_id::text, account_id::text FROM outrider.provisioned_member WHERE group_id = ANY($1) ORDER BY account_id`, slices.Collect(maps.Keys(of)))
	if err != nil {
		return fmt.Errorf("read the members of %d groups: %w", len(groups), err)
	}
	var group, member string
	_, err = pgx.ForEachRow(rows, []any{&group, &member}, func() error {
		of[group].Members = append(of[group].Members, member)
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the members of %d groups: %w", len(groups), err)
	}
	return nil
}

// ProvisionedGroup is one of them. Fault: not_found.
func (s *Service) ProvisionedGroup(ctx context.Context, who Actor, id string, members bool) (ProvisionedGroup, error) {
	if id = uuidOrEmpty(id); id == "" {
		return ProvisionedGroup{}, errNoProvisionedGroup()
	}
	groups, _, err := s.ProvisionedGroups(ctx, who, Condition{SQL: "n.id = ?::uuid", Values: []any{id}}, 0, 1, members)
	if err == nil && len(groups) == 0 {
		err = errNoProvisionedGroup()
	}
	if err != nil {
		return ProvisionedGroup{}, err
	}
	return groups[0], nil
}

func errNoProvisionedGroup() error { return fault.New(fault.NotFound, "There is no such group.") }
