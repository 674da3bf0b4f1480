package traffic

import (
	"container/heap"
	"math"
	"slices"
)

// tree holds the quickest ways from one place to all others.
type tree struct {
	seconds []float64
	metres  []float64
	via     []int // the edge by which a place is reached; -1 at the root
}

// treeOf returns the quickest ways from a place, worked out once.
func (n *network) treeOf(from int) *tree {
	if known, ok := n.trees.Load(from); ok {
		return known.(*tree) // only trees are stored
	}
	t := &tree{seconds: make([]float64, len(n.places)), metres: make([]float64, len(n.places)), via: make([]int, len(n.places))}
	for i := range t.seconds {
		t.seconds[i], t.via[i] = math.Inf(1), -1
	}
	t.seconds[from] = 0
	queue := &frontier{{from, 0}}
	for queue.Len() > 0 {
		here := heap.Pop(queue).(reached) // only reached is pushed
		if here.seconds > t.seconds[here.place] {
			continue
		}
		for _, id := range n.out[here.place] {
			e := &n.edges[id]
			next := e.from + e.to - here.place
			if seconds := here.seconds + e.curve.length()/(e.limitKmh/3.6); seconds < t.seconds[next] {
				t.seconds[next], t.metres[next], t.via[next] = seconds, t.metres[here.place]+e.curve.length(), id
				heap.Push(queue, reached{next, seconds})
			}
		}
	}
	stored, _ := n.trees.LoadOrStore(from, t)
	return stored.(*tree) // only trees are stored
}

// way returns the edges of the quickest way, in driving order; nil if there is none or the places are the same.
func (n *network) way(from, to int) []int {
	t := n.treeOf(from)
	var edges []int
	for here := to; t.via[here] >= 0; {
		e := t.via[here]
		edges = append(edges, e)
		here = n.edges[e].from + n.edges[e].to - here
	}
	slices.Reverse(edges)
	return edges
}

type reached struct {
	place   int
	seconds float64
}

// frontier is a heap of places by the time to reach them.
type frontier []reached

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(i, j int) bool { return f[i].seconds < f[j].seconds }
func (f frontier) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }

// Push and Pop are for package heap.
func (f *frontier) Push(x any) { *f = append(*f, x.(reached)) } // see treeOf

// Pop removes the last.
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
