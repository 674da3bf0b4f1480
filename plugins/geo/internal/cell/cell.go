// Package cell caches answers by map cell.
package cell

import (
	"math"
	"sync"
)

// Cell is a square of the map: a hundredth of a degree, about a kilometre from south to north.
type Cell struct{ Row, Column int32 }

// Of returns the cell of a point in degrees.
func Of(lat, lng float64) Cell {
	return Cell{Row: int32(math.Floor(lat * 100)), Column: int32(math.Floor(lng * 100))}
}

// Cache keeps the answers of at most twice its size of cells. When it is full the older half is forgotten at once,
// which costs nothing per read. It is safe for use by many goroutines.
type Cache[V any] struct {
	mu       sync.Mutex
	size     int
	new, old map[Cell]V
}

// NewCache returns a cache with two halves of size cells.
func NewCache[V any](size int) *Cache[V] {
	return &Cache[V]{size: size, new: make(map[Cell]V), old: make(map[Cell]V)}
}

// Get returns the answer for a cell. An answer of the older half moves to the newer one.
func (c *Cache[V]) Get(at Cell) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.new[at]; ok {
		return v, true
	}
	v, ok := c.old[at]
	if ok {
		c.put(at, v)
	}
	return v, ok
}

// Put keeps the answer for a cell.
func (c *Cache[V]) Put(at Cell, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(at, v)
}

// Len is the number of answers kept, at most twice the size.
func (c *Cache[V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.new) + len(c.old)
}

func (c *Cache[V]) put(at Cell, v V) {
	if _, known := c.new[at]; !known && len(c.new) >= c.size {
		c.old, c.new = c.new, make(map[Cell]V, c.size)
	}
	c.new[at] = v
	delete(c.old, at)
}
