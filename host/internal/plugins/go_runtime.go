package plugins

import (
	"maps"
	"os"
	"runtime"
	"strconv"
)

// withRuntimeLimits tells Go's runtime in a plugin how much of the machine it may use.
//
// GOMEMLIMIT lets its collector work harder before the bound on resident memory is reached, in bytes; 0: there is none. (A limit on address space would
// kill Go programs, which reserve far more than they use.) GOMAXPROCS is half of the processors: plugins mostly wait for each other, and a
// runtime that may use every processor wakes a thread of each for every message. An operator who has set it for the host has the last word.
func withRuntimeLimits(variables map[string]string, maxRSS int64) map[string]string {
	variables = maps.Clone(variables)
	if maxRSS > 0 {
		variables["GOMEMLIMIT"] = strconv.FormatInt(maxRSS/10*8, 10)
	}
	if os.Getenv("GOMAXPROCS") == "" {
		variables["GOMAXPROCS"] = strconv.Itoa(max(1, runtime.GOMAXPROCS(0)/2))
	}
	return variables
}
