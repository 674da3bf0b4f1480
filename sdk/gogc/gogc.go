// Package gogc keeps Go's collector from running all the time in a small process. By default it runs whenever the heap has doubled: with 4 MB
// alive and 100 MB a second of short-lived answers that is 25 times a second, each time with a pause in which requests wait.
package gogc

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// Bytes that may be allocated between two collections at least: Wide is for processes whose main work makes a hundred megabytes of garbage a second.
// There, with the usual ones, collecting is two fifths of the work.
const (
	Usual = 32 << 20
	Wide  = 64 << 20
)

// The share of what is alive that may be allocated between two collections, in percent.
const (
	atMost = 1600
	least  = 50
)

// room is what Keep was told; 0: nothing yet.
var room atomic.Uint64

// Keep sets how far the heap may grow after each collection: by so many bytes (Usual or Wide), or by as much as is alive if that is more. GOGC
// overrides it. The last call counts. And it ends the sampling of what is allocated, which nobody reads here.
func Keep(bytes uint64) {
	runtime.MemProfileRate = 0
	if os.Getenv("GOGC") != "" {
		return
	}
	first := room.Swap(bytes) == 0
	adjust()
	if first {
		watch()
	}
}

// cycle is unreachable from its making: its finalizer runs after each collection, and makes the next one.
type cycle struct{ _ [16]byte }

func watch() {
	runtime.SetFinalizer(&cycle{}, func(*cycle) {
		adjust()
		watch()
	})
}

func adjust() {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}}
	metrics.Read(samples)
	debug.SetGCPercent(percent(room.Load(), samples[0].Value.Uint64(), samples[1].Value.Uint64()))
}

// percent is how much the heap may grow while so many bytes are alive, to have so much room. The collector reckons from the stacks of goroutines as well, which are larger
// than the heap where each connection has some.
func percent(room, alive, stacks uint64) int {
	return int(max(least, min(atMost, max(room, alive)*100/max(alive+stacks, 1))))
}
