package access

import (
	"sync"
	"time"
)

// maxTokens bounds the memory of verified tokens: about 30 MB. Beyond it tokens are verified each time.
const maxTokens = 50_000

// tokenCache remembers verified access tokens until they expire, since a signature costs a hundred times a look-up.
type tokenCache struct {
	mu    *sync.RWMutex
	known map[string]Subject
}

func newTokenCache() tokenCache {
	return tokenCache{mu: &sync.RWMutex{}, known: map[string]Subject{}}
}

func (c *tokenCache) find(token string) (Subject, bool) {
	c.mu.RLock()
	who, ok := c.known[token]
	c.mu.RUnlock()
	return who, ok
}

func (c *tokenCache) keep(token string, who Subject) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) < maxTokens {
		c.known[token] = who
	}
}

func (c *tokenCache) sweep(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for token, who := range c.known {
		if !now.Before(who.ExpiresAt) {
			delete(c.known, token)
		}
	}
}
