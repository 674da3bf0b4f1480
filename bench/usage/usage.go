// Package usage reads what processes use, from /proc.
package usage

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of processor time in /proc: Linux says 100 a second to programs on every machine.
const tick = 10 * time.Millisecond

// Tree is the processor time that a process and everything below it have used since their starts.
func Tree(root int) time.Duration {
	parents, used := map[int]int{}, map[int]time.Duration{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	for _, stat := range stats {
		raw, err := os.ReadFile(stat)
		if err != nil {
			continue // it ended meanwhile
		}
		_, rest, _ := strings.Cut(string(raw), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 13 {
			continue
		}
		pid := number(filepath.Base(filepath.Dir(stat)))
		parents[pid], used[pid] = number(fields[1]), time.Duration(number(fields[11])+number(fields[12]))*tick
	}
	var sum time.Duration
	for pid, own := range used {
		if within(parents, pid, root) {
			sum += own
		}
	}
	return sum
}

// Process is the processor time that one process has used since its start; 0 if it is gone.
func Process(pid int) time.Duration {
	raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(raw), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	return time.Duration(number(fields[11])+number(fields[12])) * tick
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
