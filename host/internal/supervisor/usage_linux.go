package supervisor

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// clockTick is the unit of processor time in /proc: 100 a second on every Linux that Go runs on.
const clockTick = 10 * time.Millisecond

// UsageOf reads what a process uses; zero if it cannot be told.
func UsageOf(pid int) Usage {
	usage := Usage{ResidentBytes: residentBytes(pid)}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return usage
	}
	_, after, _ := bytes.Cut(stat, []byte(") ")) // the name before may hold blanks
	fields := bytes.Fields(after)
	if len(fields) < 13 {
		return usage
	}
	for _, field := range fields[11:13] { // utime and stime
		if ticks, err := strconv.ParseInt(string(field), 10, 64); err == nil {
			usage.Processor += time.Duration(ticks) * clockTick
		}
	}
	return usage
}
