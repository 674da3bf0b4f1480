package access

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"outrider.dev/sdk/fault"
)

// PermissionSeeAs lets people see the portal as somebody else of their organisation does.
const PermissionSeeAs = "seePortalAs"

// Viewer is who sees the portal as somebody else: with the other's eyes, and without hands.
type Viewer struct {
	User   // who looks
	EndsAt time.Time
}

// seeAs is a session in which somebody sees the portal as somebody else.
type seeAs struct {
	ActorID      string
	ActorSession string
	OrgID        string
	EndsAt       time.Time
}

// seeAsSession is what is remembered of one: its grant, made once for each pair of grants.
type seeAsSession struct {
	seeAs
	last   atomic.Pointer[seeAsGrant]
	driven drivenSight
}

type seeAsGrant struct{ seen, of, is *Grant }

// limit implements limiter: the grant of the one who is seen, as long as who looks may look.
func (s *seeAsSession) limit(ctx context.Context, d *Decider, seen *Grant) (*Grant, error) {
	if !d.now().Before(s.EndsAt) || seen.OrgID != s.OrgID {
		return nil, errNotSeen()
	}
	actor, err := d.Decide(ctx, Subject{UserID: s.ActorID, OrgID: s.OrgID, SessionID: s.ActorSession}, s.OrgID)
	if fault.KindOf(err) == fault.Unavailable {
		return nil, err
	}
	if err != nil || maySee(actor, seen) != nil {
		return nil, errNotSeen()
	}
	if within, err := s.driven.within(ctx, d, actor, seen); err != nil {
		return nil, err
	} else if !within {
		return nil, errNotSeen()
	}
	if known := s.last.Load(); known != nil && known.seen == seen && known.of == actor {
		return known.is, nil
	}
	made := *seen
	made.Viewer = &Viewer{User: actor.User, EndsAt: s.EndsAt}
	made.User.Name = strings.TrimSpace(seen.User.Name + " (seen by " + actor.User.Name + ")")
	s.last.Store(&seeAsGrant{seen, actor, &made})
	return &made, nil
}

// concerns reports whether a change may be one of who looks.
func (s *seeAsSession) concerns(c Change) bool {
	return c.SessionID == s.ActorSession || c.SessionID == "" && c.UserID == s.ActorID
}

// MaySee refuses an actor who may not see the portal as the other: without the permission, somebody of another organisation, of support, of another part of the
// organisation, or with more power in anything. Its fault kind is denied; unavailable while nobody can say where the other's own vehicles are.
func (d *Decider) MaySee(ctx context.Context, actor, seen *Grant) error {
	if err := maySee(actor, seen); err != nil {
		return err
	}
	within, err := d.seesDriven(ctx, actor, seen)
	if err == nil && !within {
		err = errAbove()
	}
	return err
}

// maySee is MaySee as far as it follows from the grants alone.
func maySee(actor, seen *Grant) error {
	if !actor.Allowed(PermissionSeeAs) {
		return fault.Forbidden(PermissionSeeAs)
	}
	outside := actor.User.HomeOrgID != actor.OrgID || seen.User.HomeOrgID != actor.OrgID || seen.OrgID != actor.OrgID
	if outside || actor.Viewer != nil || actor.Key != nil || actor.User.ID == seen.User.ID || IsSupport(seen.User.Role) || !ranksAtLeast(actor.User.Role, seen.User.Role) || !within(actor, seen) {
		return errAbove()
	}
	return nil
}

func ranksAtLeast(role, other string) bool {
	mine, theirs := slices.Index(Roles, role), slices.Index(Roles, other)
	return mine >= 0 && theirs >= mine
}

// within reports whether the other may nothing that the actor may not, and neither is nor sees anywhere that the actor does not see. Own vehicles are not looked at.
func within(actor, seen *Grant) bool {
	for permission := range seen.allowed {
		if !actor.Allowed(permission) {
			return false
		}
	}
	if actor.Scope.All {
		return true
	}
	if seen.Scope.All || actor.Scope.Path == "" || !strings.HasPrefix(seen.User.GroupPath, actor.Scope.Path) {
		return false
	}
	return seen.Scope.Path == "" || strings.HasPrefix(seen.Scope.Path, actor.Scope.Path)
}

func errAbove() error {
	return fault.New(fault.Denied, "You can see the portal only as somebody of your organisation who may do and see no more than you.")
}

func errNotSeen() error {
	return fault.New(fault.SignedOut, "Your view of the portal as somebody else has ended.")
}
