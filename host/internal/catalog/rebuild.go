package catalog

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Rebuilt says what was wrong with a catalogue that was made anew from the releases on the disk; empty if nothing was. What was disabled stays so; the newest release
// of each plugin is the current one.
func (s *Store) Rebuilt() string { return s.rebuilt }

// rebuild sets the damaged file aside and lists the releases whose packages are whole, the newest of each plugin as the current one.
func (s *Store) rebuild(damage error) error {
	aside := s.statePath() + ".damaged-" + time.Now().UTC().Format("20060102T150405")
	if err := os.Rename(s.statePath(), aside); err != nil {
		return fmt.Errorf("read catalogue %s: %w", s.statePath(), errors.Join(damage, err))
	}
	s.state = map[string]Entry{}
	s.rebuilt = fmt.Sprintf("%v; it was set aside as %s", damage, aside)
	locks, err := filepath.Glob(filepath.Join(s.dir, "*", "*", LockName))
	if err != nil {
		return err
	}
	type release struct {
		digest string
		at     time.Time
	}
	found := map[string][]release{}
	for _, lock := range locks {
		opened, err := Open(filepath.Dir(lock))
		if err != nil || opened.Digest() != filepath.Base(filepath.Dir(lock)) {
			continue // half of one
		}
		info, err := os.Stat(filepath.Dir(lock))
		if err != nil {
			return err
		}
		id := opened.Manifest.ID
		found[id] = append(found[id], release{opened.Digest(), info.ModTime()})
	}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		releases := found[id]
		slices.SortFunc(releases, func(a, b release) int { return b.at.Compare(a.at) })
		err := s.changeLocked(id, func(entry *Entry) {
			entry.Enabled, entry.Current = !s.marked(id), releases[0].digest
			for _, old := range releases[1:] {
				entry.Previous = append(entry.Previous, old.digest)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// disabledMark is a file beside the releases of a plugin that is disabled, for a catalogue that has to be made anew.
const disabledMark = "disabled"

func (s *Store) markPath(id string) string { return filepath.Join(s.dir, id, disabledMark) }

func (s *Store) marked(id string) bool {
	_, err := os.Stat(s.markPath(id))
	return err == nil
}

// mark writes down whether a plugin is disabled, before the catalogue says so.
func (s *Store) mark(entry Entry) error {
	if entry.Enabled || entry.Current == "" {
		if err := os.Remove(s.markPath(entry.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(s.markPath(entry.ID)), 0o755); err != nil {
		return err
	}
	return os.WriteFile(s.markPath(entry.ID), nil, 0o644)
}
