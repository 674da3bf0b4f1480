package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

const (
	dueAtOnce = 60
	kills     = 3
)

// killedWhileDue ends the plugin's process several times while schedules fall due: each recipient gets one mail of each. OUTRIDER_DUE_AT_ONCE says how many.
func killedWhileDue(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	due := dueAtOnce
	if asked, err := strconv.Atoi(os.Getenv("OUTRIDER_DUE_AT_ONCE")); err == nil {
		due = asked
	}
	ids := make([]string, due)
	for i := range ids {
		ids[i] = l.save(admin, aSchedule(map[string]any{"name": fmt.Sprintf("Number %d", i), "formats": []string{"csv"}, "recipients": []map[string]string{
			{"kind": "address", "id": fmt.Sprintf("a%d@due.test", i)}, {"kind": "address", "id": fmt.Sprintf("b%d@due.test", i)},
		}})).ID
	}
	l.fallDue(ids...)
	for n := range kills {
		plugintest.Within(t, time.Minute, "no mail comes", func() bool { return len(l.mails.countsOf("@due.test")) > (n+1)*due/4 })
		kill(t)
	}
	plugintest.Within(t, 2*time.Minute, "not all mails come", func() bool { return len(l.mails.countsOf("@due.test")) == 2*due })
	db := l.Database(t)
	plugintest.Within(t, 2*time.Minute, "the runs do not end", func() bool {
		var ended int
		err := db.QueryRow(t.Context(), `SELECT count(*) FROM reports.run WHERE schedule_id = ANY($1) AND state = 'done' AND check_ms IS NULL`, ids).Scan(&ended)
		return err == nil && ended == due
	})
	for address, count := range l.mails.countsOf("@due.test") {
		if count != 1 {
			t.Errorf("%s got %d mails", address, count)
		}
	}
}

// kill ends the plugin's process that this test's host has started. It needs /proc.
func kill(t *testing.T) {
	t.Helper()
	for _, pid := range descendants(os.Getpid()) {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err == nil && bytes.Contains(raw, []byte("OUTRIDER_NATS_USER=plugin_reports\x00")) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatalf("kill %d: %v", pid, err)
			}
			return
		}
	}
	t.Log("the plugin is being started again already")
}

// descendants are the processes that a process began, and theirs.
func descendants(of int) (all []int) {
	parents := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		raw, err := os.ReadFile(stat)
		if err != nil {
			continue // it ended meanwhile
		}
		_, rest, _ := strings.Cut(string(raw), ") ")
		fields := strings.Fields(rest)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
		if len(fields) > 1 {
			parent, _ := strconv.Atoi(fields[1])
			parents[parent] = append(parents[parent], pid)
		}
	}
	for queue := []int{of}; len(queue) > 0; queue = queue[1:] {
		all = append(all, parents[queue[0]]...)
		queue = append(queue, parents[queue[0]]...)
	}
	return all
}
