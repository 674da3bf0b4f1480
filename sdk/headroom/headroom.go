// Package headroom keeps Go's collector from running all the time in a small process. By default it runs whenever the heap has doubled: with 4 MB
// alive and 100 MB a second of short-lived answers that is 25 times a second, each time with a pause in which requests wait.
package headroom

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Bytes that may be allocated between two collections at least, and the share of what is alive that may be at most and at least, in percent.
const (
	atLeast = 64 << 20
	atMost  = 1600
	least   = 50
)

// Keep sets how far the heap may grow after each collection: by atLeast, or by as much as is alive if that is more. GOGC overrides it. And it ends
// the sampling of what is allocated, which nobody reads here.
func Keep() {
	runtime.MemProfileRate = 0
	if os.Getenv("GOGC") != "" {
		return
	}
	adjust()
	watch()
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
	debug.SetGCPercent(percent(samples[0].Value.Uint64(), samples[1].Value.Uint64()))
}

// percent is how much the heap may grow while so many bytes are alive. The collector reckons from the stacks of goroutines as well, which are larger
// than the heap where each connection has some.
func percent(alive, stacks uint64) int {
	return int(max(least, min(atMost, max(atLeast, alive)*100/max(alive+stacks, 1))))
}
