//go:build !linux

package supervisor

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
)

// Seal copies the binary at path to a private file, hashes the copy and compares it with wantSHA256 (lower-case hex). Systems
// other than Linux have no sealed memory: the copy is readable by this user only.
func Seal(path, wantSHA256 string) (*os.File, error) {
	source, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open binary: %w", err)
	}
	defer source.Close()
	copied, err := os.CreateTemp("", "outrider-plugin-*")
	if err != nil {
		return nil, fmt.Errorf("make private copy: %w", err)
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(copied, sum), source); err != nil {
		return nil, fmt.Errorf("copy binary: %w", err)
	}
	name := copied.Name()
	if err := copied.Close(); err != nil {
		return nil, fmt.Errorf("close private copy: %w", err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != wantSHA256 {
		os.Remove(name)
		return nil, fmt.Errorf("%s is not the file that was installed: its SHA-256 is %s, the lock says %s", path, got, wantSHA256)
	}
	if err := os.Chmod(name, 0o500); err != nil {
		return nil, fmt.Errorf("make private copy executable: %w", err)
	}
	return os.Open(name)
}
