package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// endOrphan ends a Postgres that still runs on data although the host that started it is gone: the lock on the data folder
// says that no other host is there. Linux ends such children by itself; this is for platforms without a parent-death signal.
func endOrphan(ctx context.Context, data string) error {
	pid, err := readPID(data)
	if err != nil || pid == 0 || !serves(pid, data) {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("end the Postgres left by an earlier host: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for serves(pid, data) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("the Postgres left by an earlier host (process %d) does not end", pid)
		case <-tick.C:
		}
	}
	return nil
}

// removeStalePID removes a postmaster.pid whose number now belongs to some other program: Postgres would refuse to start
// beside it. One whose process is gone is Postgres's own to clear away.
func removeStalePID(data string) error {
	pid, err := readPID(data)
	if err != nil || pid == 0 || syscall.Kill(pid, 0) == syscall.ESRCH || serves(pid, data) {
		return err
	}
	err = os.Remove(filepath.Join(data, "postmaster.pid"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// serves reports whether process pid is a postmaster on data. Without /proc every living process is taken for one.
func serves(pid int, data string) bool {
	if _, err := os.Stat("/proc/self/cmdline"); err != nil {
		return syscall.Kill(pid, 0) == nil
	}
	command, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil {
		return false
	}
	arguments := strings.Split(string(command), "\x00")
	return len(arguments) > 2 && strings.HasSuffix(arguments[0], "postgres") && arguments[2] == data
}
