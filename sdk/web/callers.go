package web

import (
	"slices"
	"strings"
	"sync"
)

// maxCallers bounds the memory of callers that were read: a few MB. Beyond it they are forgotten and read anew.
const maxCallers = 4096

// callers remembers what the lasting parts of caller headers say: a user's requests bring the same one.
type callers struct {
	mu    sync.RWMutex
	known map[string]CallerInfo
}

func (k *callers) decode(header string) (CallerInfo, error) {
	lasting, trace, traced := strings.Cut(header, traceMark)
	k.mu.RLock()
	c, ok := k.known[lasting]
	k.mu.RUnlock()
	if !ok {
		var err error
		if c, err = decodeCaller(lasting); err != nil {
			return c, err
		}
		k.mu.Lock()
		if k.known == nil || len(k.known) >= maxCallers {
			k.known = map[string]CallerInfo{}
		}
		k.known[strings.Clone(lasting)] = c
		k.mu.Unlock()
	}
	c.Permissions, c.Scope.VehicleIDs = slices.Clip(c.Permissions), slices.Clip(c.Scope.VehicleIDs)
	if traced {
		c.Trace = trace
	}
	return c, nil
}
