// Package embedded runs Postgres, NATS and Keto on the host's own machine, so that one command is enough to have all of
// Outrider. Past one machine each of them is replaced by a URL in the configuration.
package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Lock makes dataDir the property of this process; a second host on the same folder is refused. The lock ends with the
// process, however it ends. The file must stay referenced until then; closing it gives the folder back.
func Lock(dataDir string) (*os.File, error) {
	if err := os.MkdirAll(dataDir, 0o755); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dataDir, "lock"), os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(fmt.Errorf("another host is running on the data folder %s", dataDir), f.Close())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock the data folder %s: %w", dataDir, err), f.Close())
	}
	return f, nil
}
