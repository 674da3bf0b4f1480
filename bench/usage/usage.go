// Package usage reads what processes use, from /proc.
package usage

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of processor time in /proc: Linux says 100 a second to programs on every machine.
const tick = 10 * time.Millisecond

// Times is processor time by the name of what used it: "host", "postgres", "keto", or a plugin's id.
type Times map[string]time.Duration

// Tree is the processor time that a process, which is the host, and everything below it have used since their starts.
func Tree(root int) Times {
	parents, used := map[int]int{}, map[int]time.Duration{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	for _, stat := range stats {
		raw, err := os.ReadFile(stat)
		if err != nil {
			continue // it ended meanwhile
		}
		pid := number(filepath.Base(filepath.Dir(stat)))
		parents[pid], used[pid] = read(raw)
	}
	times := Times{}
	for pid, own := range used {
		if within(parents, pid, root) {
			times[name(pid, root)] += own
		}
	}
	return times
}

// Own is the processor time that this process has used.
func Own() time.Duration {
	return Process(os.Getpid())
}

// read takes the parent and the processor time out of a line of /proc.
func read(stat []byte) (parent int, used time.Duration) {
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, 0
	}
	return number(fields[1]), time.Duration(number(fields[11])+number(fields[12])) * tick
}

// name says what a process of the host's tree is.
func name(pid, root int) string {
	if pid == root {
		return "host"
	}
	line, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline")) // it may have ended
	words := strings.FieldsFunc(string(line), func(r rune) bool { return r == 0 || r == ' ' || r == ':' })
	if len(words) == 0 {
		return "ended"
	}
	return strings.TrimPrefix(filepath.Base(words[0]), "outrider-plugin-")
}

// Since is what was used after before.
func (t Times) Since(before Times) Times {
	after := Times{}
	for name, used := range t {
		if used -= before[name]; used > 0 {
			after[name] = used
		}
	}
	return after
}

// Sum is all of it.
func (t Times) Sum() (sum time.Duration) {
	for _, used := range t {
		sum += used
	}
	return sum
}

// Each says how much fell to each of count things, in milliseconds, the largest part first.
func (t Times) Each(count int64) string {
	names := slices.SortedFunc(maps.Keys(t), func(a, b string) int { return cmp.Compare(t[b], t[a]) })
	parts := make([]string, 0, len(names))
	for _, name := range names {
		parts = append(parts, fmt.Sprintf("%s %.3g", name, t[name].Seconds()*1000/float64(count)))
	}
	return strings.Join(parts, ", ")
}

// Process is the processor time that one process has used since its start; 0 if it is gone.
func Process(pid int) time.Duration {
	raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	_, used := read(raw)
	return used
}

// Backends is the processor time that connections of a role to the database of a host have used, of those that are still open.
func Backends(root int, role string) (used time.Duration) {
	parents, mine := map[int]int{}, map[int]time.Duration{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	for _, stat := range stats {
		raw, err := os.ReadFile(stat)
		if err != nil {
			continue // it ended meanwhile
		}
		pid := number(filepath.Base(filepath.Dir(stat)))
		parent, own := read(raw)
		parents[pid] = parent
		line, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline")) // the same
		if strings.HasPrefix(string(line), "postgres: "+role+" ") {
			mine[pid] = own
		}
	}
	for pid, own := range mine {
		if within(parents, pid, root) {
			used += own
		}
	}
	return used
}

func within(parents map[int]int, pid, root int) bool {
	for ; pid > 1; pid = parents[pid] {
		if pid == root {
			return true
		}
	}
	return false
}

// Resident is how much memory a process has, in MB; 0 if it is gone.
func Resident(pid int) int {
	raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(raw), "VmRSS:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	return number(fields[0]) / 1024
}

func number(text string) int {
	n, _ := strconv.Atoi(text) // the kernel writes numbers
	return n
}
