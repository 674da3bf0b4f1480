package confine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

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
			if len(values) == 0 || !isControlled(root) {
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

// isControlled reports whether a folder is the kernel's and not an ordinary one in its place: where both kinds of groups are, the new one's is elsewhere.
func isControlled(folder string) bool {
	var about unix.Statfs_t
	err := unix.Statfs(folder, &about)
	return err == nil && (int64(about.Type) == unix.CGROUP2_SUPER_MAGIC || int64(about.Type) == unix.CGROUP_SUPER_MAGIC)
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
