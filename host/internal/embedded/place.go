package embedded

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// place is where Postgres lives and as whom. Postgres refuses to run as root, so under root it is run as another user, and
// data and programs must lie where that user can reach them.
type place struct {
	data     string
	binaries string
	user     *syscall.Credential // nil: the host's own user
}

// sharedHome is where root puts what an unprivileged user must reach when the data folder is closed to others (a clone
// under /root, mode 0700).
const sharedHome = "/var/lib/outrider"

// choosePlace settles the place. A data folder that osUser cannot reach gets var/postgres as a symbolic link to a folder in
// sharedHome, so that the data is still found, moved and removed from where the operator expects it.
func choosePlace(dataDir, binaries, osUser string) (place, error) {
	link := filepath.Join(dataDir, "postgres")
	if os.Geteuid() != 0 {
		return place{data: link, binaries: binaries}, nil
	}
	account, err := user.Lookup(osUser)
	if err != nil {
		return place{}, fmt.Errorf("postgres.os_user: %w", err)
	}
	credential, err := credentialOf(account)
	if err != nil {
		return place{}, err
	}
	pl := place{data: link, binaries: binaries, user: credential}
	home := filepath.Join(sharedHome, digest(dataDir))
	if !reachable(dataDir) {
		if pl.data, err = linked(link, home); err != nil {
			return place{}, fmt.Errorf("place the database: %w", err)
		}
	}
	if !reachable(binaries) {
		if pl.binaries, err = copied(binaries, home); err != nil {
			return place{}, fmt.Errorf("place Postgres: %w", err)
		}
	}
	return pl, nil
}

func credentialOf(account *user.User) (*syscall.Credential, error) {
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("user %s: %w", account.Username, err)
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("user %s: %w", account.Username, err)
	}
	if uid == 0 {
		return nil, errors.New("postgres.os_user: Postgres refuses to run as root; name another user")
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// reachable reports whether everyone may walk to path.
func reachable(path string) bool {
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// linked makes link point to a database folder below home and returns that folder. A database in home that no link points
// to belongs to a data folder that is gone, its passwords with it: it is set aside, not reused and not deleted.
func linked(link, home string) (string, error) {
	data := filepath.Join(home, "postgres")
	if target, err := os.Readlink(link); err == nil {
		return target, os.MkdirAll(filepath.Dir(target), 0o755)
	}
	if _, err := os.Lstat(link); err == nil {
		return "", fmt.Errorf("%s lies where the user that runs Postgres cannot reach it: move the data folder, or make the folders above it passable", link)
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		return "", err
	}
	err := os.Rename(data, data+".before-"+time.Now().UTC().Format("20060102T150405.000"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return data, os.Symlink(data, link)
}

// copied brings Postgres's programs to home once for each build of them.
func copied(binaries, home string) (string, error) {
	info, err := os.Stat(filepath.Join(binaries, "bin", "postgres"))
	if err != nil {
		return "", err
	}
	target := filepath.Join(home, fmt.Sprintf("pgsql-%d-%d", info.Size(), info.ModTime().Unix()))
	if _, err := os.Stat(target); err == nil {
		return target, nil
	}
	stale, err := filepath.Glob(filepath.Join(home, "pgsql-*"))
	if err != nil {
		return "", err
	}
	for _, old := range stale {
		if err := os.RemoveAll(old); err != nil {
			return "", err
		}
	}
	unfinished := target + ".copying"
	if err := os.MkdirAll(unfinished, 0o755); err != nil {
		return "", err
	}
	if err := os.CopyFS(unfinished, os.DirFS(binaries)); err != nil {
		return "", err
	}
	return target, os.Rename(unfinished, target)
}

func digest(path string) string {
	sum := sha256.Sum256([]byte(strings.TrimSuffix(path, "/")))
	return hex.EncodeToString(sum[:6])
}
