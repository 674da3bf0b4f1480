// Package gogc keeps Go's collector from running all the time in a small process. By default it runs whenever the heap has doubled: with 4 MB
// alive and 100 MB a second of short-lived answers that is 25 times a second, each time with a pause in which requests wait.
package gogc

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// Bytes that may be allocated between two collections: Usual at least and Most at most. Wide is for processes whose main work makes a hundred megabytes of garbage a second: there,
// with the usual ones, collecting is two fifths of the work.
const (
	Usual = 32 << 20
	Wide  = 64 << 20
	Most  = 128 << 20
)

// The share of what is alive that may be allocated between two collections, in percent.
const (
	atMost = 1600
	least  = 50
)

// The share of its time that a process may spend on collecting before it gets more room, and below which it gives room back; and the share of a processor from
// which it matters at all.
const (
	tooMuch = 0.05
	little  = 0.02
	matters = 0.003
)

// room is how much may be allocated until the next collection, and what the process had used until the last one.
var room struct {
	sync.Mutex
	least, most, now uint64 // bytes; the first two are what Keep was told, 0: nothing yet
	usage            usage
}

// usage is what a process has used since it began, in seconds: of processors for collecting, of processors in all, and of time.
type usage struct{ collecting, working, passed float64 }

// Keep sets how far the heap may grow after each collection: by least bytes, or by as much as is alive if that is more; and further, up to most, as long as collecting takes more
// than a twentieth of the process's time. GOGC overrides it. The last call counts. And it ends the sampling of what is allocated, which nobody reads here.
func Keep(least, most uint64) {
	runtime.MemProfileRate = 0
	if os.Getenv("GOGC") != "" {
		return
	}
	room.Lock()
	first := room.least == 0
	room.least, room.most, room.now = least, most, least
	room.Unlock()
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

var begun = time.Now()

func adjust() {
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"}, {Name: "/cpu/classes/user:cpu-seconds"},
	}
	metrics.Read(samples)
	alive, stacks := samples[0].Value.Uint64(), samples[1].Value.Uint64()
	collecting := samples[2].Value.Float64() - samples[3].Value.Float64() // what is collected while there is nothing else to do costs nobody
	now := usage{collecting, collecting + samples[4].Value.Float64(), time.Since(begun).Seconds()}
	room.Lock()
	defer room.Unlock()
	room.now = next(max(room.now, min(alive, room.most)), room.least, room.most, now.since(room.usage))
	room.usage = now
	debug.SetGCPercent(percent(room.now, alive, stacks))
}

func (u usage) since(before usage) usage {
	return usage{u.collecting - before.collecting, u.working - before.working, u.passed - before.passed}
}

// next is the room after a collection, by what was used since the one before.
func next(room, least, most uint64, spent usage) uint64 {
	switch {
	case spent.collecting > tooMuch*spent.working && spent.collecting > matters*spent.passed:
		return max(room, min(room*5/4, most))
	case spent.collecting < little*spent.working:
		return max(room*4/5, least)
	}
	return max(room, least)
}

// percent is how much the heap may grow while so many bytes are alive, to have so much room. The collector reckons from the stacks of goroutines as well, which are larger
// than the heap where each connection has some.
func percent(room, alive, stacks uint64) int {
	return int(max(least, min(atMost, max(room, alive)*100/max(alive+stacks, 1))))
}
