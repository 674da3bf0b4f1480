package identity

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// groupPeople is how many people are in a group itself.
type groupPeople struct {
	ID     string `json:"id"`
	Users  int    `json:"users"`
	Scoped int    `json:"scoped" doc:"Those whose sight follows the group: enabled, and neither of a role that sees everything nor drivers, who see their own vehicles"`
}

type groupPeopleList struct {
	Groups []groupPeople `json:"Groups" nullable:"false"`
}

// getGroupPeople counts the people of the groups in the caller's sight; a group without any is left out.
func (s *Service) getGroupPeople(ctx context.Context, _ *inOrg) (*output[groupPeopleList], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	from, to := a.pathRange()
	rows, err := s.pool.Query(ctx, `SELECT a.group_id, count(*)::int,
			(count(*) FILTER (WHERE NOT a.disabled AND a.role NOT IN ('SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD', 'ORG_ADMIN', 'DRIVER')))::int
		FROM outrider.account a JOIN outrider.group_node g ON g.org_id = a.org_id AND g.id = a.group_id
		WHERE a.org_id = $1 AND g.path >= $2 AND g.path < $3 GROUP BY a.group_id ORDER BY a.group_id`, a.OrgID, from, to)
	if err != nil {
		return nil, fmt.Errorf("count the people of groups of %s: %w", a.OrgID, err)
	}
	groups, err := pgx.CollectRows(rows, pgx.RowToStructByPos[groupPeople])
	if err != nil {
		return nil, fmt.Errorf("count the people of groups of %s: %w", a.OrgID, err)
	}
	return &output[groupPeopleList]{groupPeopleList{orNone(groups)}}, nil
}
