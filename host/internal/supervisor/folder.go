package supervisor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

const (
	folderPrefix = "outrider-host-"
	folderLock   = "lock"
)

// folder is a supervisor's own below the system's temporary one: a data folder may be too deep for a socket's path, or closed to the plugins' users. Its lock
// is held for as long as this process lives, so that what a killed host left can be told from what another one uses.
type folder struct {
	path string
	lock *os.File
}

// makeFolder removes what hosts left that were killed, and makes a fresh one.
func makeFolder() (folder, error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"))
	for _, path := range left {
		removeLeft(path)
	}
	path, err := os.MkdirTemp("", folderPrefix)
	if err != nil {
		return folder{}, fmt.Errorf("make folder for sockets: %w", err)
	}
	lock, err := locked(filepath.Join(path, folderLock))
	if err == nil {
		err = os.Chmod(path, 0o711)
	}
	if err != nil {
		return folder{}, fmt.Errorf("make folder for sockets: %w", errors.Join(err, os.RemoveAll(path)))
	}
	return folder{path, lock}, nil
}

// removeLeft removes a folder whose host is gone. One without a lock is being made.
func removeLeft(path string) {
	lock, err := os.OpenFile(filepath.Join(path, folderLock), os.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer lock.Close()
	if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		_ = os.RemoveAll(path) // another user's stays
	}
}

func locked(path string) (*os.File, error) {
	lock, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// temporary is a plugin's folder for temporary files, which goes with the supervisor's.
func temporary(socketDir string, release Release) (string, error) {
	path := filepath.Join(socketDir, "tmp-"+release.ID)
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("make a folder for temporary files: %w", err)
	}
	if release.User != 0 {
		if err := os.Chown(path, int(release.User), int(release.User)); err != nil {
			return "", fmt.Errorf("give user %s its folder for temporary files: %w", strconv.Itoa(int(release.User)), err)
		}
	}
	return path, nil
}

func (f folder) remove() error { return errors.Join(os.RemoveAll(f.path), f.lock.Close()) }
