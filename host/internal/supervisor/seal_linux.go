package supervisor

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Seal copies the binary at path into memory that nobody can write to, hashes the copy and compares it with wantSHA256
// (lower-case hex). What is executed later is the copy itself, so changing the file after the check changes nothing.
func Seal(path, wantSHA256 string) (*os.File, error) {
	source, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open binary: %w", err)
	}
	defer source.Close()
	sealed, err := memoryFile()
	if err != nil {
		return nil, fmt.Errorf("make memory file: %w", err)
	}
	if err := fill(sealed, source, path, wantSHA256); err != nil {
		sealed.Close()
		return nil, err
	}
	return sealed, nil
}

// memoryFile makes an executable memory file; kernels before 6.3 do not know the flag that says so.
func memoryFile() (*os.File, error) {
	const name = "outrider-plugin"
	flags := unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate(name, flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) {
		fd, err = unix.MemfdCreate(name, flags)
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

func fill(sealed *os.File, source io.Reader, path, wantSHA256 string) error {
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(sealed, sum), source); err != nil {
		return fmt.Errorf("copy binary: %w", err)
	}
	got := hex.EncodeToString(sum.Sum(nil))
	if subtle.ConstantTimeCompare([]byte(got), []byte(wantSHA256)) != 1 {
		return fmt.Errorf("%s is not the file that was installed: its SHA-256 is %s, the lock says %s", path, got, wantSHA256)
	}
	const seals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE
	if _, err := unix.FcntlInt(sealed.Fd(), unix.F_ADD_SEALS, seals); err != nil {
		return fmt.Errorf("seal binary: %w", err)
	}
	return nil
}
