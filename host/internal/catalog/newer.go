package catalog

import (
	"fmt"

	"github.com/Masterminds/semver/v3"
)

// CheckNewer refuses the package in dir if its version is older than that of the plugin's current release, unless older says that it is meant.
func (s *Store) CheckNewer(dir string, older bool) error {
	if older {
		return nil
	}
	offered, err := Open(dir)
	if err != nil {
		return err
	}
	entry, ok := s.Entry(offered.Manifest.ID)
	if !ok || entry.Current == "" {
		return nil
	}
	current, err := s.Open(entry.ID, entry.Current)
	if err != nil {
		return nil // what is damaged may be replaced by anything
	}
	was, err := semver.NewVersion(current.Manifest.Version)
	if err != nil {
		return fmt.Errorf("read the version of %s: %w", entry.ID, err)
	}
	is, err := semver.NewVersion(offered.Manifest.Version)
	if err != nil {
		return fmt.Errorf("read the version of %s: %w", dir, err)
	}
	if is.LessThan(was) {
		return fmt.Errorf("%s %s is older than %s, which is installed; its schema only goes forward. Go back with `outrider plugin rollback %s`, or say that it is meant with -older", entry.ID, is, was, entry.ID)
	}
	return nil
}
