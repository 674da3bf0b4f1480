package access

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// key names one decision: a user in an organisation.
type key struct{ user, org string }

// entry is a decision in the snapshot.
type entry struct {
	grant   *Grant
	doubted []string     // permissions to be asked about again before the grant holds; none: it holds
	used    atomic.Int64 // Unix seconds of the last look-up
}

// snapshot holds the decisions made and the sessions known to be alive. An answer that was being prepared while its ground changed is
// given to nobody later: it is not kept.
type snapshot struct {
	mu       sync.RWMutex
	grants   map[key]*entry
	sessions map[string]*session
	loading  map[*loading]struct{}
	tokens   tokenCache
}

type session struct {
	user   string
	limits limiter // of an API key, and of who sees the portal as somebody else; nil: a session of the user's own
	used   atomic.Int64
}

// loading is a look-up under way.
type loading struct {
	key     key
	session string
	stale   bool
}

func newSnapshot() *snapshot {
	return &snapshot{grants: map[key]*entry{}, sessions: map[string]*session{}, loading: map[*loading]struct{}{}, tokens: newTokenCache()}
}

// find returns the grant if both it and the session are known, and what limits it if the session is an API key.
func (s *snapshot) find(k key, sessionID string, now int64) (grant *Grant, alive bool, limits limiter) {
	s.mu.RLock()
	e := s.grants[k]
	live := s.sessions[sessionID]
	s.mu.RUnlock()
	if e != nil {
		touch(&e.used, now)
		if len(e.doubted) == 0 {
			grant = e.grant
		}
	}
	if live != nil && live.user == k.user {
		touch(&live.used, now)
		alive, limits = true, live.limits
	}
	return grant, alive, limits
}

// touch writes at most once a second, so that hot entries do not bounce between cores.
func touch(at *atomic.Int64, now int64) {
	if at.Load() != now {
		at.Store(now)
	}
}

func (s *snapshot) begin(k key, sessionID string) *loading {
	l := &loading{key: k, session: sessionID}
	s.mu.Lock()
	s.loading[l] = struct{}{}
	s.mu.Unlock()
	return l
}

// keep ends a look-up with what it found; nil keeps nothing. It reports whether the ground stayed still meanwhile.
func (s *snapshot) keep(l *loading, grant *Grant, alive bool, limits limiter, now int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.loading, l)
	if l.stale {
		return false
	}
	if grant != nil {
		e := &entry{grant: grant}
		e.used.Store(now)
		s.grants[l.key] = e
	}
	if alive {
		live := &session{user: l.key.user, limits: limits}
		live.used.Store(now)
		s.sessions[l.session] = live
	}
	return true
}

// forget drops what a change touches, also from look-ups under way.
func (s *snapshot) forget(c Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case c.SessionID != "":
		delete(s.sessions, c.SessionID)
	case c.UserID != "":
		for k := range s.grants {
			if k.user == c.UserID {
				s.doubt(k, c.Permissions)
			}
		}
	case c.OrgID != "":
		for k, e := range s.grants {
			if k.org == c.OrgID || e.grant.User.HomeOrgID == c.OrgID {
				s.doubt(k, c.Permissions)
			}
		}
		for id, live := range s.sessions { // its group may lie elsewhere now
			if key, isKey := live.limits.(*keySession); isKey && key.key.OrgID == c.OrgID {
				delete(s.sessions, id)
			}
		}
	default:
		clear(s.grants)
		clear(s.sessions)
	}
	for l := range s.loading {
		l.stale = l.stale || c.touches(l)
	}
}

// doubt has single permissions of a decision asked about again, or all of it. Called with mu held.
func (s *snapshot) doubt(k key, permissions []string) {
	e := s.grants[k]
	if len(permissions) == 0 {
		delete(s.grants, k)
		return
	}
	doubted := &entry{grant: e.grant, doubted: slices.Concat(e.doubted, permissions)}
	doubted.used.Store(e.used.Load())
	s.grants[k] = doubted
}

// last returns what was decided before, and what of it is doubted; nil: nothing is known. A load that begins from it is not kept if something
// changes meanwhile.
func (s *snapshot) last(k key) (grant *Grant, doubted []string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if e := s.grants[k]; e != nil {
		return e.grant, e.doubted
	}
	return nil, nil
}

func (c Change) touches(l *loading) bool {
	switch {
	case c.SessionID != "":
		return c.SessionID == l.session
	case c.UserID != "":
		return c.UserID == l.key.user
	default: // whose home it is, is not known yet
		return true
	}
}

// sweep drops what was not looked up for idle.
func (s *snapshot) sweep(now time.Time, idle time.Duration) {
	oldest := now.Add(-idle).Unix()
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, e := range s.grants {
		if e.used.Load() < oldest {
			delete(s.grants, k)
		}
	}
	for id, live := range s.sessions {
		if live.used.Load() < oldest {
			delete(s.sessions, id)
		}
	}
	s.tokens.sweep(now)
}

// seenBy are the changes that follow for the sessions in which somebody whom a change concerns sees the portal as somebody else.
func (s *snapshot) seenBy(c Change) (follow []Change) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for id, live := range s.sessions {
		if seen, isSeen := live.limits.(*seeAsSession); isSeen && seen.concerns(c) {
			follow = append(follow, Change{UserID: live.user, SessionID: id})
		}
	}
	return follow
}
