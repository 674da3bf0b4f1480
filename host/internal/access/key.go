package access

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"outrider.dev/sdk/fault"
)

// Key is what an API key may at most. It is a session of its maker, who limits it further: what the maker may not do, it may not.
type Key struct {
	ID          string
	Name        string
	OrgID       string
	Permissions []string
	GroupPath   string // with those below; empty: what the maker sees
	Nothing     bool   // its group is gone
}

// limiter is what makes less of a user's grant in a session that is not simply the user's own.
type limiter interface {
	limit(ctx context.Context, d *Decider, grant *Grant) (*Grant, error)
}

// keySession is what is remembered of an API key: what it may, computed once for each grant of its maker.
type keySession struct {
	key  Key
	last atomic.Pointer[keyGrant]
}

type keyGrant struct{ of, is *Grant }

// limit implements limiter: the maker's grant as far as the key reaches. Fault: not_found for any other organisation than the key's.
func (s *keySession) limit(_ context.Context, _ *Decider, maker *Grant) (*Grant, error) {
	if maker.OrgID != s.key.OrgID {
		return nil, fault.New(fault.NotFound, "There is no such organisation.")
	}
	if known := s.last.Load(); known != nil && known.of == maker {
		return known.is, nil
	}
	made := s.key.limit(maker)
	s.last.Store(&keyGrant{maker, made})
	return made, nil
}

func (k *Key) limit(maker *Grant) *Grant {
	g := *maker
	g.Key, g.Ignore = k, 0
	g.User.Name = strings.TrimSpace(maker.User.Name + " (API key " + k.Name + ")")
	g.allowed = make(map[string]struct{}, len(k.Permissions))
	for _, permission := range k.Permissions {
		if maker.Allowed(permission) && !slices.Contains(neverOfKeys, permission) {
			g.allowed[permission] = struct{}{}
		}
	}
	switch {
	case k.Nothing:
		g.Scope = Scope{}
	case k.GroupPath == "":
	case maker.Scope.All, maker.Scope.Path != "" && strings.HasPrefix(k.GroupPath, maker.Scope.Path):
		g.Scope = Scope{Path: k.GroupPath}
	case maker.Scope.Path != "" && strings.HasPrefix(maker.Scope.Path, k.GroupPath):
		g.Scope = Scope{Path: maker.Scope.Path}
	default:
		g.Scope = Scope{}
	}
	return &g
}

// PermissionManageKeys lets people make and revoke the API keys of their organisation.
const PermissionManageKeys = "manageApiKeys"

// PermissionManageWebhooks lets people have events of their organisation sent to other systems.
const PermissionManageWebhooks = "manageWebhooks"

// PermissionProvision lets a directory lead the users of its organisation by SCIM.
const PermissionProvision = "provisionUsers"

// neverOfKeys are permissions that no API key has, whoever made it: with them it could outlive its own end.
var neverOfKeys = []string{PermissionManageKeys, PermissionManageWebhooks, PermissionSeeAs}

// KeyMayHave reports whether an API key can be given a permission.
func KeyMayHave(permission string) bool { return !slices.Contains(neverOfKeys, permission) }

// KeyUses are the API keys that this host let in since it began to remember them, and when each was used last, in Unix seconds.
func (d *Decider) KeyUses() map[string]int64 {
	d.snapshot.mu.RLock()
	defer d.snapshot.mu.RUnlock()
	uses := map[string]int64{}
	for id, live := range d.snapshot.sessions {
		if _, isKey := live.limits.(*keySession); isKey {
			uses[id] = live.used.Load()
		}
	}
	return uses
}
