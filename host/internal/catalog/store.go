package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// keptReleases is how many former releases of a plugin stay on disk: open tabs load their files, and rollback goes back to the newest.
const keptReleases = 2

// Store is the folder of installed releases: <dir>/<id>/<digest>/ with catalog.json beside. One host process uses it at a time.
type Store struct {
	dir     string
	rebuilt string // what was wrong with the file; empty: nothing

	mu    sync.Mutex
	state map[string]Entry
}

// Entry is what the catalogue says of one plugin.
type Entry struct {
	ID       string   `json:"id"`
	Enabled  bool     `json:"enabled"`
	Current  string   `json:"current"`            // digest
	Previous []string `json:"previous,omitempty"` // digests, newest first
	// Left are the digests that an administrator went back from, or uninstalled: they are not taken from the packages' folder again.
	Left []string `json:"left,omitempty"`
	// RolledBack is what catalogues of before have in place of Left.
	RolledBack string `json:"rolled_back,omitempty"`
	// Number is the plugin's for good, from 1: its operating system user is counted by it.
	Number int `json:"number"`
}

// OpenStore reads the catalogue in dir; an absent one is empty, and a damaged one is made anew from the releases that are there.
func OpenStore(dir string) (*Store, error) {
	s := &Store{dir: dir, state: map[string]Entry{}}
	content, err := os.ReadFile(s.statePath())
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read catalogue: %w", err)
	}
	err = json.Unmarshal(content, &s.state)
	if err == nil && s.state == nil {
		err = errors.New("there is nothing in it")
	}
	if err != nil {
		return s, s.rebuild(err)
	}
	return s, nil
}

func (s *Store) statePath() string { return filepath.Join(s.dir, "catalog.json") }

// Dir is where a release of a plugin lies, whether or not it is there.
func (s *Store) Dir(id, digest string) string { return filepath.Join(s.dir, id, digest) }

// Entries are all plugins by id.
func (s *Store) Entries() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := make([]Entry, 0, len(s.state))
	for _, id := range slices.Sorted(maps.Keys(s.state)) {
		entries = append(entries, s.state[id].clone())
	}
	return entries
}

// Entry finds one plugin.
func (s *Store) Entry(id string) (Entry, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	entry, ok := s.state[id]
	return entry.clone(), ok
}

func (e Entry) clone() Entry {
	e.Previous, e.Left = slices.Clone(e.Previous), slices.Clone(e.Left)
	return e
}

// HasLeft says whether an administrator went back from a release, or uninstalled it.
func (e Entry) HasLeft(digest string) bool {
	return digest == e.RolledBack || slices.Contains(e.Left, digest)
}

// Open verifies and reads one installed release.
func (s *Store) Open(id, digest string) (Package, error) {
	p, err := Open(s.Dir(id, digest))
	if err != nil {
		return Package{}, err
	}
	if p.Digest() != digest {
		return Package{}, fmt.Errorf("the release %s of %s was replaced on disk by another", digest, id)
	}
	return p, nil
}

// Add verifies the package in dir and copies it into the store. It does not become current: Switch does that.
func (s *Store) Add(dir string) (Package, error) {
	from, err := Open(dir)
	if err != nil {
		return Package{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id, target := from.Manifest.ID, s.Dir(from.Manifest.ID, from.Digest())
	if there, err := s.Open(id, from.Digest()); err == nil {
		return there, nil
	}
	fresh := target + ".installing"
	if err := errors.Join(os.RemoveAll(fresh), os.RemoveAll(target), os.MkdirAll(filepath.Dir(target), 0o755)); err != nil {
		return Package{}, fmt.Errorf("make room for %s: %w", id, err)
	}
	if err := copyFolder(dir, fresh); err != nil {
		return Package{}, fmt.Errorf("copy package of %s: %w", id, err)
	}
	if err := os.Rename(fresh, target); err != nil {
		return Package{}, fmt.Errorf("put package of %s in place: %w", id, err)
	}
	if err := s.changeLocked(id, func(*Entry) {}); err != nil {
		return Package{}, err
	}
	return s.Open(id, from.Digest())
}

// Switch makes a release current and enabled, and removes releases that nobody needs any more.
func (s *Store) Switch(id, digest string) error {
	return s.change(id, func(entry *Entry) {
		entry.Enabled = true
		if entry.RolledBack == digest {
			entry.RolledBack = ""
		}
		entry.Left = slices.DeleteFunc(entry.Left, func(left string) bool { return left == digest })
		if entry.Current == digest {
			return
		}
		previous := slices.DeleteFunc(entry.Previous, func(old string) bool { return old == digest })
		if entry.Current != "" {
			previous = append([]string{entry.Current}, previous...)
		}
		for _, old := range previous[min(len(previous), keptReleases):] {
			_ = os.RemoveAll(s.Dir(id, old)) // left-overs cost space, nothing else
		}
		entry.Current, entry.Previous = digest, previous[:min(len(previous), keptReleases)]
	})
}

// Back makes the release before the current one current, and forgets the current one for going back: whoever goes back once more comes to the one before that. Files of the
// release that was left stay until the next is installed, since open tabs load them.
func (s *Store) Back(id string) error {
	return s.change(id, func(entry *Entry) {
		if len(entry.Previous) == 0 {
			return
		}
		for _, left := range entry.Left {
			_ = os.RemoveAll(s.Dir(id, left)) // left-overs cost space, nothing else
		}
		entry.Enabled, entry.Left = true, append(entry.Left, entry.Current)
		entry.Current, entry.Previous = entry.Previous[0], entry.Previous[1:]
	})
}

// Remove forgets a plugin and its releases. What it was last is remembered, so that its package in the packages' folder is not taken again by itself.
func (s *Store) Remove(id string) error {
	entry, ok := s.Entry(id)
	if !ok || entry.Current == "" {
		return fmt.Errorf("plugin %s is not installed", id)
	}
	err := s.change(id, func(entry *Entry) {
		*entry = Entry{ID: id, Number: entry.Number, Left: append(entry.Left, entry.Current), RolledBack: entry.RolledBack}
	})
	if err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(s.dir, id)); err != nil {
		return fmt.Errorf("remove the releases of %s: %w", id, err)
	}
	return nil
}

// SetEnabled switches a plugin on or off.
func (s *Store) SetEnabled(id string, enabled bool) error {
	if entry, ok := s.Entry(id); !ok || entry.Current == "" {
		return fmt.Errorf("plugin %s is not installed", id)
	}
	return s.change(id, func(entry *Entry) { entry.Enabled = enabled })
}

func (s *Store) change(id string, change func(*Entry)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changeLocked(id, change)
}

func (s *Store) changeLocked(id string, change func(*Entry)) error {
	entry, known := s.state[id]
	if !known {
		entry = Entry{ID: id, Number: s.nextNumber()}
	}
	entry = entry.clone()
	change(&entry)
	next := maps.Clone(s.state)
	next[id] = entry
	content, err := json.MarshalIndent(next, "", "  ")
	if err != nil {
		return fmt.Errorf("encode catalogue: %w", err)
	}
	if err := s.mark(entry); err != nil {
		return fmt.Errorf("write beside the releases of %s: %w", id, err)
	}
	if err := writeAtomically(s.statePath(), append(content, '\n')); err != nil {
		return fmt.Errorf("write catalogue: %w", err)
	}
	s.state = next
	return nil
}

func (s *Store) nextNumber() int {
	highest := 0
	for _, entry := range s.state {
		highest = max(highest, entry.Number)
	}
	return highest + 1
}

// writeAtomically leaves either the old content or the new, also when the host dies meanwhile.
func writeAtomically(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".catalog-*")
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		os.Remove(file.Name())
		return err
	}
	return os.Rename(file.Name(), path)
}
