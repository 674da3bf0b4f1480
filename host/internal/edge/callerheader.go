package edge

import (
	"strings"
	"sync"

	"outrider.dev/sdk/web"
)

// maxHeaders bounds the memory of written headers: about 4 MB. Beyond it they are forgotten and written anew.
const maxHeaders = 8192

// callerHeaders writes the header that tells a plugin who calls. What does not change from one request of a user to the next is written once;
// the trace, which no other request has, is put behind it.
type callerHeaders struct {
	mu    sync.RWMutex
	known map[headerKey]string
}

// headerKey is everything that the kept part tells.
type headerKey struct {
	user, session, email, name, org, home, role, path, locale, units, plugin, permissions string

	all bool
}

func (h *callerHeaders) of(caller *Caller) (string, error) {
	lasting := caller.CallerInfo
	lasting.Trace = ""
	if len(lasting.Scope.VehicleIDs) > 0 { // a driver's, few and long
		header, err := web.EncodeCaller(lasting)
		return web.TracedCaller(header, caller.Trace), err
	}
	key := headerKey{
		user: lasting.UserID, session: lasting.SessionID, email: lasting.Email, name: lasting.Name, org: lasting.OrgID, home: lasting.HomeOrgID, role: lasting.Role,
		path: lasting.Scope.Path, all: lasting.Scope.All, locale: lasting.Locale, units: lasting.Units, plugin: lasting.Plugin,
		permissions: strings.Join(lasting.Permissions, " "),
	}
	h.mu.RLock()
	header, ok := h.known[key]
	h.mu.RUnlock()
	if !ok {
		var err error
		if header, err = web.EncodeCaller(lasting); err != nil {
			return "", err
		}
		h.mu.Lock()
		if h.known == nil || len(h.known) >= maxHeaders {
			h.known = map[headerKey]string{}
		}
		h.known[key] = header
		h.mu.Unlock()
	}
	return web.TracedCaller(header, caller.Trace), nil
}
