// Package secrets keeps what the host generates once and must know again at the next start: passwords of the embedded parts
// and signing keys. They lie in one file that only the host's user can read.
package secrets

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Store is the file with the secrets, by name.
type Store struct {
	file   string
	mu     sync.Mutex
	values map[string]string
}

// Open reads file, or begins an empty store if there is none yet.
func Open(file string) (*Store, error) {
	s := &Store{file: file, values: map[string]string{}}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read secrets: %w", err)
	}
	err = json.Unmarshal(data, &s.values)
	if err == nil && s.values == nil {
		err = errors.New("there is nothing in it")
	}
	if err != nil {
		return nil, fmt.Errorf("read secrets %s: %w: it holds the database's passwords and cannot be made anew; put the file of a backup in its place", file, err)
	}
	return s, nil
}

// Has reports whether there is a secret of that name.
func (s *Store) Has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.values[name]
	return known
}

// File is where the secrets lie.
func (s *Store) File() string { return s.file }

// Value returns the secret of that name: 64 hexadecimal digits, made and saved at the first call.
func (s *Store) Value(name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, known := s.values[name]; known {
		return v, nil
	}
	raw := make([]byte, 32)
	rand.Read(raw)
	s.values[name] = hex.EncodeToString(raw)
	if err := s.save(); err != nil {
		delete(s.values, name)
		return "", fmt.Errorf("save secret %s: %w", name, err)
	}
	return s.values[name], nil
}

// save replaces the file in one step: a crash leaves the old or the new one.
func (s *Store) save() error {
	data, err := json.MarshalIndent(s.values, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.file), 0o755); err != nil {
		return err
	}
	temporary := s.file + ".new"
	if err := os.WriteFile(temporary, data, 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, s.file)
}
