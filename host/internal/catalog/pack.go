package catalog

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"outrider.dev/sdk/events/schema"
	"outrider.dev/sdk/plugin/manifest"
)

// PackSource is what a package is made of.
type PackSource struct {
	Source string // the plugin's folder: manifest.json, migrations/ and events/
	Binary string // the built executable
	UI     string // the built remote; empty if the plugin has none
}

// Pack makes the package in out, which is replaced as a whole.
func Pack(source PackSource, out string) (Package, error) {
	content, err := os.ReadFile(filepath.Join(source.Source, ManifestName))
	if err != nil {
		return Package{}, fmt.Errorf("read manifest: %w", err)
	}
	m, err := manifest.Parse(content)
	if err != nil {
		return Package{}, fmt.Errorf("read manifest in %s: %w", source.Source, err)
	}
	if m.Remote != nil && source.UI == "" {
		return Package{}, fmt.Errorf("pack %s: its manifest names a remote, but no built remote was given", m.ID)
	}
	if _, err := schema.Emitted(m, os.DirFS(source.Source)); err != nil {
		return Package{}, fmt.Errorf("pack %s: %w", m.ID, err)
	}
	fresh := out + ".packing"
	if err := os.RemoveAll(fresh); err != nil {
		return Package{}, fmt.Errorf("clear %s: %w", fresh, err)
	}
	defer os.RemoveAll(fresh)
	if err := collect(source, fresh); err != nil {
		return Package{}, fmt.Errorf("pack %s: %w", m.ID, err)
	}
	lock, err := NewLock(fresh, m.ID, m.Version)
	if err != nil {
		return Package{}, err
	}
	if err := lock.Write(fresh); err != nil {
		return Package{}, err
	}
	if _, err := Open(fresh); err != nil {
		return Package{}, err
	}
	if err := replaceFolder(fresh, out); err != nil {
		return Package{}, err
	}
	return Open(out)
}

func collect(source PackSource, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(source.Source, ManifestName), filepath.Join(out, ManifestName), 0o644); err != nil {
		return err
	}
	if err := copyFile(source.Binary, filepath.Join(out, BinaryName), 0o755); err != nil {
		return err
	}
	for _, name := range []string{MigrationsName, EventsName} {
		if err := copyFolder(filepath.Join(source.Source, name), filepath.Join(out, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if source.UI == "" {
		return nil
	}
	return copyFolder(source.UI, filepath.Join(out, UIName))
}

func replaceFolder(fresh, out string) error {
	if err := os.RemoveAll(out); err != nil {
		return fmt.Errorf("remove the previous package: %w", err)
	}
	if err := os.Rename(fresh, out); err != nil {
		return fmt.Errorf("put the package in place: %w", err)
	}
	return nil
}

// copyFolder copies the files below from; links and the like are refused.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch {
		case entry.IsDir():
			return os.MkdirAll(target, 0o755)
		case entry.Type().IsRegular():
			info, err := entry.Info()
			if err != nil {
				return err
			}
			return copyFile(path, target, info.Mode().Perm()|0o444)
		default:
			return fmt.Errorf("%s is neither a file nor a folder", path)
		}
	})
}

func copyFile(from, to string, mode fs.FileMode) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
