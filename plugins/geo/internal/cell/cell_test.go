package cell

import (
	"testing"

	"pgregory.net/rapid"
)

func TestOf(t *testing.T) {
	if a, b := Of(0.001, 0.001), Of(-0.001, -0.001); a == b {
		t.Errorf("points on both sides of the equator and of Greenwich share the cell %v", a)
	}
	if a, b := Of(53.2014, -2.3574), Of(53.2089, -2.3511); a != b {
		t.Errorf("points of one cell got %v and %v", a, b)
	}
}

// TestCache checks against a plain map that an answer is right whenever there is one, that what was just kept is
// there, and that the bound holds.
func TestCache(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 4
		c, truth := NewCache[int](size), map[Cell]int{}
		at := rapid.Custom(func(t *rapid.T) Cell { return Cell{Row: rapid.Int32Range(0, 20).Draw(t, "row")} })
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				k, v := at.Draw(t, "cell"), rapid.Int().Draw(t, "value")
				c.Put(k, v)
				truth[k] = v
				if got, ok := c.Get(k); !ok || got != v {
					t.Fatalf("Get after Put = %d, %v; want %d", got, ok, v)
				}
			},
			"get": func(t *rapid.T) {
				k := at.Draw(t, "cell")
				if got, ok := c.Get(k); ok && got != truth[k] {
					t.Fatalf("Get(%v) = %d, want %d or nothing", k, got, truth[k])
				}
			},
			"": func(t *rapid.T) {
				if c.Len() > 2*size {
					t.Fatalf("%d answers kept, want at most %d", c.Len(), 2*size)
				}
			},
		})
	})
}
