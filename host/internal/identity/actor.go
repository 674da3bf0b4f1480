package identity

import (
	"context"
	"errors"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/away"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// actor is who a call acts for, as the host itself knows it.
type actor struct {
	*access.Grant
}

// Actor names who a call acts for, and in which organisation.
type Actor struct {
	UserID, OrgID string
	SessionID     string // what the session may, where it is an API key; empty: what the user may
}

// act finds the actor of a call and refuses one that may not be in the organisation.
func (s *Service) act(ctx context.Context, who Actor) (actor, error) {
	grant, err := s.decide(ctx, who)
	if err != nil {
		return actor{}, err
	}
	return actor{grant}, nil
}

func (s *Service) decide(ctx context.Context, who Actor) (*access.Grant, error) {
	if who.SessionID == "" {
		return s.access.Decider.DecideFor(ctx, who.UserID, who.OrgID)
	}
	return s.access.Decider.Decide(ctx, access.Subject{UserID: who.UserID, OrgID: who.OrgID, SessionID: who.SessionID}, who.OrgID)
}

// again is the actor for another call, limited as this one is.
func (a actor) again() Actor {
	who := Actor{UserID: a.User.ID, OrgID: a.OrgID}
	if a.Key != nil {
		who.SessionID = a.Key.ID
	}
	return who
}

// needs refuses an actor without the permission. One that nobody has defined yet is of a plugin that is still starting: the actor is told to come again.
func (a actor) needs(permission string) error {
	switch {
	case a.Allowed(permission):
		return nil
	case !a.Known(permission):
		return &fault.Error{Kind: fault.Unavailable, Message: "A part of the product is not available yet. Please try again soon.", RetryAfter: 2 * time.Second}
	default:
		return fault.Forbidden(permission)
	}
}

// inScope reports whether the actor sees groups and people at the path.
func (a actor) inScope(path string) bool {
	return a.Scope.All || a.Scope.Path != "" && strings.HasPrefix(path, a.Scope.Path)
}

// over refuses an actor who may not change people of that role.
func (a actor) over(role string) error {
	if !access.Outranks(a.User.Role, role) {
		return fault.Forbidden()
	}
	return nil
}

// sees reports whether the actor may know of a user: oneself always.
func (a actor) sees(u User) bool { return u.ID == a.User.ID || a.inScope(u.GroupPath) }

// pathRange is the actor's scope as a range of paths of the organisation.
func (a actor) pathRange() (from, to string) {
	if a.Scope.All {
		return "/", web.PathEnd("/")
	}
	return a.Scope.Path, web.PathEnd(a.Scope.Path)
}

// toStatus carries a fault across gRPC. What is ours alone stays in the log.
func (s *Service) toStatus(operation string, err error) error {
	if err == nil {
		return nil
	}
	f, ok := errors.AsType[*fault.Error](err)
	if !ok && away.Is(err) {
		return status.Error(codes.Unavailable, "This is not available at the moment. Please try again soon.")
	}
	if !ok || f.Kind == fault.Internal {
		s.log.Error("a call of a plugin went wrong", "operation", operation, "error", err)
		return status.Error(codes.Internal, "We're sorry! A technical issue has occurred. Please try again soon.")
	}
	message := f.Message
	if len(f.Fields) > 0 {
		message = f.Fields[0].Location + "\n" + f.Fields[0].Message + "\n" + f.Message
	}
	code, known := map[fault.Kind]codes.Code{
		fault.Invalid: codes.InvalidArgument, fault.SignedOut: codes.Unauthenticated, fault.Denied: codes.PermissionDenied,
		fault.NotFound: codes.NotFound, fault.Conflict: codes.AlreadyExists, fault.Unavailable: codes.Unavailable,
	}[f.Kind]
	if !known {
		code = codes.Internal
	}
	return status.Error(code, message)
}
