package identity

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"outrider.dev/sdk/web"
)

// Users is everybody of the organisation in the actor's subtree.
func (s *Service) Users(ctx context.Context, who Actor) ([]User, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return nil, err
	}
	if err := a.needs("listUsers"); err != nil {
		return nil, err
	}
	from, to := a.pathRange()
	rows, err := s.pool.Query(ctx, `SELECT `+userColumns+fromUsers+`WHERE a.org_id = $1 AND g.path >= $2 AND g.path < $3 ORDER BY a.email`, a.OrgID, from, to)
	if err != nil {
		return nil, fmt.Errorf("list users of %s: %w", a.OrgID, err)
	}
	users, err := pgx.CollectRows(rows, pgx.RowToStructByName[User])
	if err != nil {
		return nil, fmt.Errorf("list users of %s: %w", a.OrgID, err)
	}
	return users, nil
}

// listedUsers are the fields that the list of users is filtered, sorted and searched by.
var listedUsers = web.NewListFields("a.id", "name",
	web.ListField{Name: "name", Kind: web.Text, Column: "a.name", Order: `a.name COLLATE "und-x-icu"`, Search: true},
	web.ListField{Name: "email", Kind: web.Text, Column: `a.email COLLATE "C"`, Order: "a.email", Search: true},
	web.ListField{Name: "role", Kind: web.OneOf, Column: "COALESCE(a.own_role, a.role)"},
	web.ListField{Name: "user_group", Kind: web.Text, Column: "g.label"},
	web.ListField{Name: "node", Kind: web.Text, Column: "a.group_id"},
	web.ListField{Name: "disabled", Kind: web.YesNo, Column: "a.disabled"},
	web.ListField{Name: "provisioned", Kind: web.YesNo, Column: sqlOf[User]("led")},
	web.ListField{Name: twoStep, Kind: web.OneOf, Column: sqlOf[User]("two_step"), Options: []string{"passkey", "app", "off"}},
	web.ListField{Name: "last_seen", Kind: web.Time, Column: "a.seen_at"},
	web.ListField{Name: "created_date", Kind: web.Time, Column: "a.created_at"},
)

type searchUsersInput struct {
	OrgID string `path:"orgId"`
	Node  string `query:"node" maxLength:"63" doc:"Only people of this group and of those below it"`
	web.ListQuery
}

type userPage struct {
	Users        []userView `json:"Users" nullable:"false"`
	PageCount    int        `json:"page_count"`
	TotalRecords int64      `json:"total_records"`
}

func (s *Service) searchUsers(ctx context.Context, in *searchUsersInput) (*output[userPage], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	from, to := a.pathRange()
	if in.Node != "" {
		node, err := s.visibleGroup(ctx, s.pool, a, in.Node)
		if err != nil {
			return nil, err
		}
		from, to = node.Path, web.PathEnd(node.Path)
	}
	if err := mayAskForTwoStep(a, &in.ListQuery); err != nil {
		return nil, err
	}
	users, total, err := s.usersPage(ctx, a.OrgID, from, to, &in.ListQuery)
	if err != nil {
		return nil, err
	}
	o, err := findOrganisation(ctx, s.pool, a.OrgID)
	if err != nil {
		return nil, err
	}
	page := userPage{Users: make([]userView, len(users)), PageCount: in.PageCount(total), TotalRecords: total}
	for i, u := range users {
		page.Users[i] = viewOfUser(u, viewOfOrganisation(o), true)
		if a.Allowed(seesTwoStep) {
			page.Users[i].TwoStep = u.TwoStep
		}
	}
	return &output[userPage]{page}, nil
}

const (
	twoStep     = "two_step"         // the field that says how somebody signs in
	seesTwoStep = "updateUserStatus" // the permission to see that of others, and to reset it
)

// mayAskForTwoStep refuses a list that is filtered or sorted by how people sign in to who may not see it.
func mayAskForTwoStep(a actor, q *web.ListQuery) error {
	if q.Uses(twoStep) {
		return a.needs(seesTwoStep)
	}
	return nil
}

// usersPage reads a page and counts all that match, side by side: on a large organisation each takes a while.
func (s *Service) usersPage(ctx context.Context, orgID, from, to string, q *web.ListQuery) (users []User, total int64, err error) {
	matching, values := q.Where()
	matched := fromUsers + `WHERE a.org_id = $1 AND g.path >= $2 AND g.path < $3 AND (` + numbered(matching, 3) + ")"
	if order := q.OrderBy(); from == "/" && !strings.Contains(matching+order, "g.") {
		// Of a whole organisation the groups tell nothing, and joining them is most of the work.
		matched = ` FROM outrider.account a WHERE a.org_id = $1 AND $2::text < $3::text AND (` + numbered(matching, 3) + ")"
	}
	arguments := append([]any{orgID, from, to}, values...)
	group, reading := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := s.pool.QueryRow(reading, `SELECT count(*)`+matched, arguments...).Scan(&total); err != nil {
			return fmt.Errorf("count users of %s: %w", orgID, err)
		}
		return nil
	})
	group.Go(func() error {
		// The page is found by an index alone, and only its rows are read whole: a late page passes over all before it.
		found := fmt.Sprintf(`SELECT a.id%s ORDER BY %s LIMIT %d OFFSET %d`, matched, q.OrderBy(), q.Size, q.Offset())
		rows, err := s.pool.Query(reading, `SELECT `+userColumns+fromUsers+`WHERE a.id = ANY(ARRAY(`+found+`)) ORDER BY `+q.OrderBy(), arguments...)
		if err != nil {
			return fmt.Errorf("read a page of users of %s: %w", orgID, err)
		}
		if users, err = pgx.CollectRows(rows, pgx.RowToStructByName[User]); err != nil {
			return fmt.Errorf("read a page of users of %s: %w", orgID, err)
		}
		return nil
	})
	return users, total, group.Wait()
}

// numbered writes the question marks of a list's SQL as the parameters of pgx that follow the first ones.
func numbered(sql string, first int) string {
	var written strings.Builder
	for _, part := range strings.SplitAfter(sql, "?") {
		if before, marked := strings.CutSuffix(part, "?"); marked {
			first++
			written.WriteString(before + "$" + strconv.Itoa(first))
		} else {
			written.WriteString(part)
		}
	}
	return written.String()
}
