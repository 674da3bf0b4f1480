package confine

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Apply bounds a process that has just been started. alone says that its user has no other processes, so that those can be counted. release forgets its control
// groups once it has ended.
func Apply(pid int, name string, alone bool, l Limits) (release func(), err error) {
	set := map[int]uint64{unix.RLIMIT_CORE: 0}
	if l.Memory > 0 {
		set[unix.RLIMIT_DATA] = uint64(l.Memory + roomBeyond) // positive
	}
	if l.Files > 0 {
		set[unix.RLIMIT_NOFILE] = uint64(l.Files)
	}
	if l.Processes > 0 && alone {
		set[unix.RLIMIT_NPROC] = uint64(l.Processes)
	}
	for what, most := range set {
		if refused := lower(pid, what, most); refused != nil { // a host that is root in a container may not have the capability
			err = fmt.Errorf("bound process %d: %w", pid, refused)
		}
	}
	groups := group(pid, fmt.Sprintf("outrider-%s-%d", name, pid), l)
	return func() {
		for _, folder := range groups {
			_ = os.Remove(folder) // one that somebody else has removed is gone as well
		}
	}, err
}

// lower lowers a limit of another process; what is lower stays.
func lower(pid, what int, most uint64) error {
	var now unix.Rlimit
	if err := unix.Prlimit(pid, what, nil, &now); err != nil {
		return err
	}
	most = min(most, now.Max)
	return unix.Prlimit(pid, what, &unix.Rlimit{Cur: min(most, now.Cur), Max: most}, nil)
}

// group puts a process into control groups of its own below the host's, as far as the host may make some; the folders that it made.
func group(pid int, name string, l Limits) (made []string) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		for _, controller := range strings.Split(parts[1], ",") {
			root, values := valuesOf(controller, l)
			if len(values) == 0 {
				continue
			}
			if folder := filepath.Join(root, parts[2], name); enter(pid, folder, values) {
				made = append(made, folder)
			}
		}
	}
	return made
}

// valuesOf is where a controller of the old kind, or the one of the new kind (""), is found, and what is written there.
func valuesOf(controller string, l Limits) (root string, values map[string]int64) {
	values = map[string]int64{}
	set := func(file string, value int64) {
		if value > 0 {
			values[file] = value
		}
	}
	switch controller {
	case "":
		set("memory.max", l.Memory)
		set("pids.max", int64(l.Processes))
		return "/sys/fs/cgroup", values
	case "memory":
		set("memory.limit_in_bytes", l.Memory)
	case "pids":
		set("pids.max", int64(l.Processes))
	}
	return filepath.Join("/sys/fs/cgroup", controller), values
}

// enter makes a group with all these limits and puts the process into it; nothing is left behind where that cannot be.
func enter(pid int, folder string, values map[string]int64) bool {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return false
	}
	for file, value := range values {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(strconv.FormatInt(value, 10)), 0o644); err != nil {
			_ = os.Remove(folder) // it is empty
			return false
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0o644); err != nil {
		_ = os.Remove(folder) // as above
		return false
	}
	return true
}
