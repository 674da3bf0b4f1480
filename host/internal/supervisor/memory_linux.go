package supervisor

import (
	"bytes"
	"os"
	"strconv"
)

// residentBytes is the resident memory of a process, 0 if it cannot be told.
func residentBytes(pid int) int64 {
	fields, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	parts := bytes.Fields(fields)
	if len(parts) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(parts[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
