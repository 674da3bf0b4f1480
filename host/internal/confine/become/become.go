// Package become is what runs in a process between its start and the program that it was started for. It imports hardly anything, so that it is there at once.
package become

import "strings"

// Variable holds what Program does, as Order writes it.
const Variable = "OUTRIDER_CONFINED"

// Order is what a process is to do before it becomes a program.
type Order struct {
	Memory    uint64 // bytes of data; 0: no bound, as for the others
	Processes uint64
	Files     uint64
	Program   string // "/proc/self/fd/3"
	Gate      int    // a descriptor: the program begins when the other end of its pipe is closed; 0: at once
	Own       int    // the descriptor, to be closed, of the file that this process runs
}

// without is the environment that the program gets.
func without(environment []string) (own string, rest []string) {
	for _, pair := range environment {
		if value, is := strings.CutPrefix(pair, Variable+"="); is {
			own = value
			continue
		}
		rest = append(rest, pair)
	}
	return own, rest
}
