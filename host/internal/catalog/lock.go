package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// LockName is the file that lists all others of a package.
const LockName = "package.lock.json"

// Lock says what a package consists of.
type Lock struct {
	ID      string            `json:"id"`
	Version string            `json:"version"`
	Digest  string            `json:"digest"` // SHA-256, lower-case hex, of the lines "hash  path\n" of Files in order of path
	Files   map[string]string `json:"files"`  // slash-separated path below the package -> SHA-256, lower-case hex
}

// NewLock hashes every file of the package in dir.
func NewLock(dir, id, version string) (Lock, error) {
	files, err := hashFiles(dir)
	if err != nil {
		return Lock{}, fmt.Errorf("lock package %s: %w", dir, err)
	}
	return Lock{ID: id, Version: version, Digest: digestOf(files), Files: files}, nil
}

// ReadLock reads the lock of the package in dir; Verify compares.
func ReadLock(dir string) (Lock, error) {
	content, err := os.ReadFile(filepath.Join(dir, LockName))
	if err != nil {
		return Lock{}, fmt.Errorf("read lock: %w", err)
	}
	var lock Lock
	if err := json.Unmarshal(content, &lock); err != nil {
		return Lock{}, fmt.Errorf("read lock %s: %w", filepath.Join(dir, LockName), err)
	}
	return lock, nil
}

// Write stores the lock in dir.
func (l Lock) Write(dir string) error {
	content, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return fmt.Errorf("encode lock: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, LockName), append(content, '\n'), 0o644); err != nil {
		return fmt.Errorf("write lock: %w", err)
	}
	return nil
}

// Verify compares the package in dir with the lock. Every difference is one sentence that names the file.
func (l Lock) Verify(dir string) error {
	files, err := hashFiles(dir)
	if err != nil {
		return fmt.Errorf("verify package %s: %w", l.ID, err)
	}
	var problems []error
	for _, path := range slices.Sorted(maps.Keys(l.Files)) {
		switch got, ok := files[path]; {
		case !ok:
			problems = append(problems, fmt.Errorf("%s is missing from the package of %s", path, l.ID))
		case got != l.Files[path]:
			problems = append(problems, fmt.Errorf("%s in the package of %s was changed after it was packed", path, l.ID))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if _, ok := l.Files[path]; !ok {
			problems = append(problems, fmt.Errorf("%s in the package of %s is not listed in its lock", path, l.ID))
		}
	}
	if len(problems) == 0 && digestOf(l.Files) != l.Digest {
		problems = append(problems, fmt.Errorf("%s in the package of %s does not agree with itself: the digest is not that of its files", LockName, l.ID))
	}
	return errors.Join(problems...)
}

// hashFiles hashes all files below dir but the lock. Anything that is neither file nor folder (a link could lead elsewhere) is an error.
func hashFiles(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil || relative == LockName {
			return err
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is neither a file nor a folder", relative)
		}
		sum, err := hashFile(path)
		files[filepath.ToSlash(relative)] = sum
		return err
	})
	return files, err
}

func hashFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func digestOf(files map[string]string) string {
	sum := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s  %s\n", files[path], path)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
