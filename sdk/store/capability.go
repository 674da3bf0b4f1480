package store

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Capabilities signs database capabilities; the host is behind it.
type Capabilities interface {
	// Capability returns one for an organisation, or for All, and when it ends. An organisation that does not exist, or that has the
	// plugin's module off, is fault.NotFound.
	Capability(ctx context.Context, orgID string) (capability string, expires time.Time, err error)
}

// earlier is how long before its end a capability is not used any more: a transaction must fit in.
const earlier = 60 * time.Second

// maxCached bounds the cache; past it, what has ended is dropped, and everything if nothing has.
const maxCached = 10_000

type capabilityCache struct {
	source Capabilities
	mu     sync.Mutex
	byOrg  map[string]*cachedCapability
}

type cachedCapability struct {
	mu      sync.Mutex // held while the host is asked, so that it is asked once
	value   string
	renewAt time.Time
}

func newCapabilityCache(source Capabilities) *capabilityCache {
	return &capabilityCache{source: source, byOrg: map[string]*cachedCapability{}}
}

func (c *capabilityCache) get(ctx context.Context, orgID string) (string, error) {
	entry := c.entry(orgID)
	entry.mu.Lock()
	defer entry.mu.Unlock()
	now := time.Now()
	if entry.value != "" && now.Before(entry.renewAt) {
		return entry.value, nil
	}
	value, expires, err := c.source.Capability(ctx, orgID)
	if err != nil {
		entry.value = ""
		return "", err
	}
	entry.value, entry.renewAt = value, expires.Add(-min(earlier, expires.Sub(now)/2))
	return value, nil
}

// forget has the host asked again about an organisation.
func (c *capabilityCache) forget(orgID string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byOrg, orgID)
}

func (c *capabilityCache) entry(orgID string) *cachedCapability {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.byOrg[orgID]
	if !ok {
		if len(c.byOrg) >= maxCached {
			clear(c.byOrg)
		}
		entry = &cachedCapability{}
		c.byOrg[orgID] = entry
	}
	return entry
}

// fresh reports whether a capability org|plugin|expiry|hmac (expiry in Unix seconds) lasts long enough for a transaction. One in another
// form is taken as it is: the database has the last word.
func fresh(capability string, now time.Time) bool {
	parts := strings.Split(capability, "|")
	if len(parts) != 4 {
		return true
	}
	expiry, err := strconv.ParseInt(parts[2], 10, 64)
	return err != nil || now.Add(5*time.Second).Before(time.Unix(expiry, 0))
}
