package edge

import (
	"sync"

	"github.com/gin-gonic/gin"
)

// gate bounds how many requests one plugin can hold, and how many of them are one client's: slow requests of one cost the others nothing.
type gate struct {
	most, each int // each 0: as many as the others leave

	mu    sync.Mutex
	all   int
	byWho map[string]int
}

func newGate(most, each int) *gate {
	return &gate{most: most, each: each, byWho: map[string]int{}}
}

// enter takes a place for somebody; nobody in particular is "".
func (g *gate) enter(who string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all >= g.most || who != "" && g.each > 0 && g.byWho[who] >= g.each {
		return false
	}
	g.all++
	g.byWho[who]++
	return true
}

func (g *gate) leave(who string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	if g.byWho[who]--; g.byWho[who] == 0 {
		delete(g.byWho, who)
	}
}

// whoAsks is whose request it is: a user's, else an address's. What plugins ask as themselves is nobody's.
func whoAsks(c *gin.Context, caller *Caller) string {
	switch {
	case caller != nil && caller.APIKey != "":
		return caller.APIKey
	case caller != nil:
		return caller.UserID
	case internalOf(c.Request.Context()) != nil:
		return ""
	default:
		return "address " + c.ClientIP()
	}
}
