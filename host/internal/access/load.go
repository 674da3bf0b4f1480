package access

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"outrider.dev/sdk/fault"
)

// facts are what the tables say about a user, a session and an organisation, read at once.
type facts struct {
	Email, FirstName, LastName, Role, HomeOrg string
	Disabled, HomeDisabled                    bool
	Path                                      string
	Vehicles                                  []string
	Locale, Units                             string
	SessionAlive                              bool
	OrgExists                                 bool
	Country                                   string
	Modules                                   []string
	Waiting                                   bool // what decides about the user is on its way to Keto
	Permissions                               []string
	Key                                       *Key   // of the session, if it is one
	SeeAs                                     *seeAs // of the session, if somebody sees the portal as the user in it
}

// factsQuery reads facts. Of what waits for Keto, memberships and grants of other users decide nothing about this one: a directory that changes thousands
// of users keeps nobody else waiting.
const factsQuery = `SELECT a.email, a.first_name, a.last_name, a.role, a.org_id, a.disabled, home.disabled, g.path,
	ARRAY(SELECT vehicle_id FROM outrider.driver_vehicle v WHERE v.org_id = a.org_id AND v.account_id = a.id ORDER BY 1),
	COALESCE(p.document #>> '{global,locale}', ''), COALESCE(p.document #>> '{global,units}', ''),
	EXISTS (SELECT FROM outrider.session s WHERE s.id = NULLIF($3, '')::uuid AND s.account_id = a.id AND s.revoked_at IS NULL AND s.expires_at > $4),
	o.id IS NOT NULL, COALESCE(o.country_code, ''), COALESCE(o.modules, '{}'),
	EXISTS (SELECT FROM outrider.keto_outbox k WHERE k.org_id IN ($2, a.org_id) AND (k.tuple LIKE '%@(Role:%' OR split_part(k.tuple, '@', 2) = a.id::text)),
	ARRAY(SELECT name FROM outrider.permission WHERE installed),
	(SELECT jsonb_build_object('ID', k.id, 'Name', k.name, 'OrgID', k.org_id, 'Permissions', k.permissions, 'GroupPath', COALESCE(kg.path, ''), 'Nothing', k.group_id <> '' AND kg.path IS NULL)
		FROM outrider.api_key k LEFT JOIN outrider.group_node kg ON kg.org_id = k.org_id AND kg.id = k.group_id WHERE k.id = NULLIF($3, '')::uuid),
	(SELECT jsonb_build_object('ActorID', v.actor_id, 'ActorSession', v.actor_session, 'OrgID', v.org_id, 'EndsAt', v.ends_at) FROM outrider.see_as v WHERE v.id = NULLIF($3, '')::uuid)
	FROM outrider.account a JOIN outrider.organisation home ON home.id = a.org_id
	JOIN outrider.group_node g ON g.org_id = a.org_id AND g.id = a.group_id
	LEFT JOIN outrider.preference p ON p.account_id = a.id
	LEFT JOIN outrider.organisation o ON o.id = $2
	WHERE a.id = $1`

// load makes one decision from the tables and Keto.
func (d *Decider) load(ctx context.Context, k flightKey) (*Grant, limiter, error) {
	f, err := d.settled(ctx, k)
	if err != nil {
		return nil, nil, err
	}
	if f.Disabled || f.HomeDisabled && !IsSupport(f.Role) || k.session != "" && !f.SessionAlive {
		return nil, nil, fault.New(fault.SignedOut, "Your session is over. Please sign in again.")
	}
	if !f.OrgExists || k.org != f.HomeOrg && !IsSupport(f.Role) {
		return nil, nil, fault.New(fault.NotFound, "There is no such organisation.")
	}
	allowed, err := d.askAnew(ctx, k.key, f)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	return f.grant(k.key, allowed), f.limits(), nil
}

// limits is what makes less of the user's grant in the session, if anything does.
func (f facts) limits() limiter {
	switch {
	case f.Key != nil:
		return &keySession{key: *f.Key}
	case f.SeeAs != nil:
		return &seeAsSession{seeAs: *f.SeeAs}
	default:
		return nil
	}
}

// settled reads the facts, waiting for grants that are on their way to Keto.
func (d *Decider) settled(ctx context.Context, k flightKey) (facts, error) {
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 200*time.Millisecond) {
		f, err := d.facts(ctx, k)
		if errors.Is(err, pgx.ErrNoRows) {
			return facts{}, fault.New(fault.SignedOut, "Your session is over. Please sign in again.")
		}
		if err != nil {
			return facts{}, unavailable(err)
		}
		if !f.Waiting {
			return f, nil
		}
		select {
		case <-time.After(wait):
		case <-d.landing:
			return facts{}, unavailable(errors.New("the host is stopping"))
		case <-ctx.Done():
			return facts{}, unavailable(fmt.Errorf("grants of %s have not reached Keto: %w", k.org, ctx.Err()))
		}
	}
}

func (d *Decider) facts(ctx context.Context, k flightKey) (facts, error) {
	rows, err := d.pool.Query(ctx, factsQuery, k.user, k.org, k.session, d.now())
	if err != nil {
		return facts{}, fmt.Errorf("read what is known of user %s: %w", k.user, err)
	}
	f, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[facts])
	if err != nil {
		return facts{}, fmt.Errorf("read what is known of user %s: %w", k.user, err)
	}
	return f, nil
}

// askAnew asks Keto about every permission that exists, but those that are known to be as they were.
func (d *Decider) askAnew(ctx context.Context, k key, f facts) (map[string]struct{}, error) {
	last, doubted := d.snapshot.last(k)
	if last == nil || last.User.Role != f.Role {
		return d.ask(ctx, k, f.Permissions)
	}
	var unknown []string
	for _, permission := range f.Permissions {
		if !last.Known(permission) || slices.Contains(doubted, permission) {
			unknown = append(unknown, permission)
		}
	}
	allowed, err := d.ask(ctx, k, unknown)
	if err != nil {
		return nil, err
	}
	for _, permission := range f.Permissions {
		if last.Allowed(permission) && !slices.Contains(unknown, permission) {
			allowed[permission] = struct{}{}
		}
	}
	return allowed, nil
}

// ask puts permissions to Keto.
func (d *Decider) ask(ctx context.Context, k key, permissions []string) (map[string]struct{}, error) {
	allowed := make(map[string]struct{}, len(permissions))
	var mu sync.Mutex
	group, asking := errgroup.WithContext(ctx)
	for _, permission := range permissions {
		if d.checks.Acquire(asking, 1) != nil {
			break // the group or the caller has the reason
		}
		group.Go(func() error {
			defer d.checks.Release(1)
			yes, err := d.keto.Check(asking, k.org, permission, k.user)
			if err == nil && yes {
				mu.Lock()
				allowed[permission] = struct{}{}
				mu.Unlock()
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return allowed, ctx.Err()
}

func (f facts) grant(k key, allowed map[string]struct{}) *Grant {
	g := &Grant{
		User:  User{ID: k.user, Email: f.Email, Name: strings.TrimSpace(f.FirstName + " " + f.LastName), Role: f.Role, HomeOrgID: f.HomeOrg, GroupPath: f.Path},
		OrgID: k.org, Ignore: IgnoreFlag(f.Role, f.Disabled), Modules: f.Modules, allowed: allowed, known: f.Permissions,
	}
	g.Locale, g.Units = localeAndUnits(f.Locale, f.Units, f.Country)
	switch {
	case SeesAll(f.Role):
		g.Scope = Scope{All: true, Path: "/" + k.org + "/"}
	case f.Role == Driver:
		g.Scope = Scope{VehicleIDs: f.Vehicles}
	default:
		g.Scope = Scope{Path: f.Path, VehicleIDs: f.Vehicles}
	}
	return g
}
