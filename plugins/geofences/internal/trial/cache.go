package trial

import (
	"slices"
	"sync"
	"time"
)

const (
	mostKept     = 4         // trials
	mostPosition = 1_200_000 // of all that are kept, 32 bytes each
	keptFor      = 5 * time.Minute
)

// past is what the vehicles of a trial did around a box.
type past struct {
	key      string // whose it is: the caller, the organisation, the vehicles and the days
	around   box
	when     span
	vehicles []string // those with positions, in the order in which they came
	of       map[string][]small
	count    int
	read     time.Time
}

// keep adds the positions of a vehicle, as long as all of them are few enough to be kept.
func (p *past) keep(vehicleID string, list []Position) {
	few, fits := shrunk(list, p.when.fromMs)
	if p.count += len(list); !fits {
		p.count = mostPosition + 1
	}
	if p.count > mostPosition {
		p.vehicles, p.of = nil, map[string][]small{}
		return
	}
	p.vehicles, p.of[vehicleID] = append(p.vehicles, vehicleID), few
}

// cache keeps the pasts of the newest trials, so that a threshold or a corner that is changed is tried at once.
type cache struct {
	mu   sync.Mutex
	list []*past // the newest last
}

// find returns the past of a key around at least a box that was read lately.
func (c *cache) find(key string, around box, now time.Time) *past {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(now)
	for i := len(c.list) - 1; i >= 0; i-- {
		if p := c.list[i]; p.key == key && p.around.holds(around) {
			c.list = append(slices.Delete(c.list, i, i+1), p)
			return p
		}
	}
	return nil
}

// put keeps a past if it is not too large, in place of the oldest.
func (c *cache) put(p *past, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(now)
	if p.count > mostPosition {
		return
	}
	count := p.count
	for _, one := range c.list {
		count += one.count
	}
	for len(c.list) > 0 && (len(c.list) >= mostKept || count > mostPosition) {
		count -= c.list[0].count
		c.list = slices.Delete(c.list, 0, 1)
	}
	c.list = append(c.list, p)
}

func (c *cache) drop(now time.Time) {
	c.list = slices.DeleteFunc(c.list, func(p *past) bool { return now.Sub(p.read) > keptFor })
}
