package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// importRow is one line of a file.
type importRow struct {
	Email     string `json:"email" maxLength:"254"`
	FirstName string `json:"first_name,omitempty" maxLength:"100"`
	LastName  string `json:"last_name,omitempty" maxLength:"100"`
	Role      string `json:"role" maxLength:"60" doc:"FLEET_MANAGER, or the name of a role of the organisation's own; case and spaces do not matter"`
	Group     string `json:"group,omitempty" maxLength:"200" doc:"Id or name of a group; empty: the caller's own"`
}

type importInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Rows    []importRow `json:"rows" minItems:"1" maxItems:"500" nullable:"false"`
		Preview bool        `json:"preview,omitempty" doc:"Judges every row and invites nobody"`
	}
}

// importedRow is what becomes of one line.
type importedRow struct {
	Email     string `json:"email"`
	Role      string `json:"role"`
	Node      string `json:"node"`
	UserGroup string `json:"user_group"`
	Field     string `json:"field,omitempty" doc:"What is wrong: email, role or group"`
	Problem   string `json:"problem,omitempty" doc:"Why there is no invite; empty: there is one, or would be"`
}

type imported struct {
	Rows    []importedRow `json:"rows" nullable:"false"`
	Invited int           `json:"invited" doc:"Rows without a problem"`
}

// importInvites judges each row as an invite by itself: what somebody may not do one by one they may not do by a file.
func (s *Service) importInvites(ctx context.Context, in *importInput) (*output[imported], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	groups, err := s.groupsInSight(ctx, a)
	if err != nil {
		return nil, err
	}
	own, err := ownRoles(ctx, s.pool, a.OrgID)
	if err != nil {
		return nil, err
	}
	result := imported{Rows: make([]importedRow, len(in.Body.Rows))}
	seen := map[string]bool{}
	for i, row := range in.Body.Rows {
		row.Role = roleOfText(own, row.Role)
		done, err := s.importOne(ctx, a, groups, row, seen, in.Body.Preview)
		if err != nil {
			return nil, fmt.Errorf("import row %d: %w", i+1, err)
		}
		if done.Problem == "" {
			result.Invited++
		}
		done.Problem = web.Say(ctx, done.Problem)
		result.Rows[i] = done
	}
	return &output[imported]{result}, nil
}

// importOne is what becomes of one row; err is for what has nothing to do with it.
func (s *Service) importOne(ctx context.Context, a actor, groups []group, row importRow, seen map[string]bool, preview bool) (done importedRow, err error) {
	wanted := Invitation{Email: row.Email, Role: row.Role, FirstName: row.FirstName, LastName: row.LastName}
	done = importedRow{Email: strings.ToLower(strings.TrimSpace(row.Email)), Role: wanted.Role}
	found, problem := groupOfText(groups, row.Group, lastOf(a.Scope.Path))
	if problem != "" {
		done.Field, done.Problem = "group", problem
		return done, nil
	}
	wanted.Node, done.Node, done.UserGroup = found.ID, found.ID, found.Label
	if seen[done.Email] {
		done.Field, done.Problem = "email", "The file has this address twice."
		return done, nil
	}
	seen[done.Email] = true
	if preview {
		err = s.checkOpenInvite(ctx, a, wanted)
	} else {
		_, err = s.Invite(ctx, a.again(), wanted)
	}
	return done.refusedBy(err)
}

// refusedBy says in the row why it was refused, or returns an error that is not about it.
func (r importedRow) refusedBy(err error) (importedRow, error) {
	refusal, ok := errors.AsType[*fault.Error](err)
	if !ok || refusal.Kind == fault.Internal || refusal.Kind == fault.Unavailable {
		return r, err
	}
	r.Problem = refusal.Message
	if len(refusal.Fields) > 0 {
		r.Field, r.Problem = strings.TrimPrefix(refusal.Fields[0].Location, "body."), refusal.Fields[0].Message
	}
	return r, nil
}

// checkOpenInvite is what Invite would say.
func (s *Service) checkOpenInvite(ctx context.Context, a actor, wanted Invitation) error {
	wanted, err := s.checkInvitation(ctx, a, wanted)
	if err != nil {
		return err
	}
	var open bool
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.invite WHERE org_id = $1 AND email = $2 AND accepted_at IS NULL AND cancelled_at IS NULL AND expires_at > $3)`,
		a.OrgID, wanted.Email, s.now()).Scan(&open)
	if err != nil {
		return fmt.Errorf("look for an invite: %w", err)
	}
	if open {
		return fault.New(fault.Conflict, "There is an invite for this e-mail address already.")
	}
	return nil
}

// groupsInSight are the groups that the actor sees.
func (s *Service) groupsInSight(ctx context.Context, a actor) ([]group, error) {
	from, to := a.pathRange()
	rows, err := s.pool.Query(ctx, `SELECT id, COALESCE(parent_id, ''), label, path FROM outrider.group_node WHERE org_id = $1 AND path >= $2 AND path < $3`, a.OrgID, from, to)
	if err != nil {
		return nil, fmt.Errorf("read the groups of %s: %w", a.OrgID, err)
	}
	groups, err := pgx.CollectRows(rows, pgx.RowToStructByPos[group])
	if err != nil {
		return nil, fmt.Errorf("read the groups of %s: %w", a.OrgID, err)
	}
	return groups, nil
}

// groupOfText finds a group by its id or name; without a text the usual one.
func groupOfText(groups []group, text, usual string) (found group, problem string) {
	text = strings.TrimSpace(text)
	if text == "" {
		text = usual
	}
	named := 0
	for _, g := range groups {
		if g.ID == text {
			return g, ""
		}
		if strings.EqualFold(g.Label, text) {
			found = g
			named++
		}
	}
	switch named {
	case 0:
		return group{}, "There is no such group."
	case 1:
		return found, ""
	default:
		return group{}, "Several groups have this name. Write the id of one."
	}
}
