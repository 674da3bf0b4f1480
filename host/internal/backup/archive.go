package backup

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// choice says what to do with a file or folder.
type choice int

const (
	take choice = iota
	leave
)

// archive writes files that others may be writing.
type archive struct {
	to  *tar.Writer
	now time.Time
}

// folder adds what choose takes of a folder; what is removed meanwhile is left out, and so is what is neither a file nor a folder. A link
// at a folder's place is not followed.
func (a *archive) folder(ctx context.Context, dir, below string, choose func(name string, dir bool) choice) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != dir {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || name == "." {
			return err
		}
		name = filepath.ToSlash(name)
		if choose(name, entry.IsDir()) == leave {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		switch {
		case entry.IsDir():
			return a.dir(entry, below+name)
		case entry.Type().IsRegular():
			err := a.file(ctx, path, below+name)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		default:
			return nil
		}
	})
}

func (a *archive) dir(entry fs.DirEntry, name string) error {
	info, err := entry.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return a.to.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: int64(info.Mode().Perm()), ModTime: info.ModTime(), Format: tar.FormatPAX})
}

// file adds a file with the size that it has when it is opened: what is written to it later belongs to another moment, and what is cut
// off is zeros, which the write-ahead log cuts off again.
func (a *archive) file(ctx context.Context, path, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // only read from
	info, err := from.Stat()
	if err != nil {
		return err
	}
	header := &tar.Header{Name: name, Size: info.Size(), Mode: int64(info.Mode().Perm()), ModTime: info.ModTime(), Format: tar.FormatPAX}
	if err := a.to.WriteHeader(header); err != nil {
		return fmt.Errorf("archive %s: %w", name, err)
	}
	if _, err := io.CopyN(a.to, io.MultiReader(from, zeros{}), info.Size()); err != nil {
		return fmt.Errorf("archive %s: %w", name, err)
	}
	return nil
}

func (a *archive) content(name string, content []byte) error {
	err := a.to.WriteHeader(&tar.Header{Name: name, Size: int64(len(content)), Mode: 0o600, ModTime: a.now, Format: tar.FormatPAX})
	if err == nil {
		_, err = a.to.Write(content)
	}
	return err
}

type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// entries reads an archive; do gets each entry with its content.
func entries(from io.Reader, do func(header *tar.Header, content io.Reader) error) error {
	archive := tar.NewReader(from)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the archive: %w", err)
		}
		if !filepath.IsLocal(header.Name) || (header.Typeflag != tar.TypeReg && header.Typeflag != tar.TypeDir) {
			return fmt.Errorf("the archive has an entry %q, which does not belong there", header.Name)
		}
		if err := do(header, archive); err != nil {
			return err
		}
	}
}

// unpack puts an archive into dir; own is called with every path that it makes.
func unpack(from io.Reader, dir string, own func(path string) error) error {
	return entries(from, func(header *tar.Header, content io.Reader) error {
		path := filepath.Join(dir, filepath.FromSlash(header.Name))
		mode := fs.FileMode(header.Mode).Perm() // the bits of permissions
		if header.Typeflag == tar.TypeDir {
			if err := os.MkdirAll(path, mode); err != nil {
				return err
			}
			return errors.Join(os.Chmod(path, mode), own(path))
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { // plugins' users read what is installed
			return err
		}
		to, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(to, content)
		return errors.Join(err, to.Sync(), to.Close(), os.Chmod(path, mode), own(path))
	})
}
