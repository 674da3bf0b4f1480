package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/Masterminds/semver/v3"
)

// FederationManifest is the file of a Module Federation build that lists what it shares.
const FederationManifest = "mf-manifest.json"

// Shared is one library in the shared[] of a Module Federation manifest.
type Shared struct {
	Name            string `json:"name"`
	Version         string `json:"version"`
	Singleton       bool   `json:"singleton"`
	RequiredVersion string `json:"requiredVersion"`
}

// ReadShared reads the shared libraries of the build in dir. A build without a manifest has none, and fs.ErrNotExist says so.
func ReadShared(dir string) ([]Shared, error) {
	content, err := os.ReadFile(filepath.Join(dir, FederationManifest))
	if err != nil {
		return nil, fmt.Errorf("read what is shared: %w", err)
	}
	var m struct {
		Shared []Shared `json:"shared"`
	}
	if err := json.Unmarshal(content, &m); err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(dir, FederationManifest), err)
	}
	return m.Shared, nil
}

// CheckRemote compares what the remote of p shares with what the shell provides. Every library that does not fit is one sentence. Without
// a shell (nothing built) or without a remote there is nothing to compare.
func CheckRemote(p Package, shell []Shared) error {
	if p.Manifest.Remote == nil || len(shell) == 0 {
		return nil
	}
	remote, err := ReadShared(p.UI())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the remote of %s has no %s", p.Manifest.ID, FederationManifest)
	}
	if err != nil {
		return err
	}
	return Fits(p.Manifest.ID, remote, shell)
}

// Fits checks each library of the remote of plugin id against the shell's. Libraries that the shell does not share are the remote's own
// affair.
func Fits(id string, remote, shell []Shared) error {
	provided := map[string]Shared{}
	for _, library := range shell {
		provided[library.Name] = library
	}
	var problems []error
	for _, library := range remote {
		if have, ok := provided[library.Name]; ok {
			problems = append(problems, library.fits(id, have))
		}
	}
	return errors.Join(problems...)
}

func (s Shared) fits(id string, have Shared) error {
	if have.Singleton && !s.Singleton {
		return fmt.Errorf("the remote of %s brings its own %s, but the shell allows only one: share it as a singleton", id, s.Name)
	}
	if s.RequiredVersion == "" || s.RequiredVersion == "*" || have.Version == "" {
		return nil
	}
	wanted, err := semver.NewConstraint(s.RequiredVersion)
	if err != nil {
		return fmt.Errorf("the remote of %s needs %s %q, which is not a version range", id, s.Name, s.RequiredVersion)
	}
	version, err := semver.NewVersion(have.Version)
	if err != nil {
		return fmt.Errorf("the shell shares %s %q, which is not a version", s.Name, have.Version)
	}
	if !wanted.Check(version) {
		return fmt.Errorf("the remote of %s needs %s %s, but the shell has %s", id, s.Name, s.RequiredVersion, have.Version)
	}
	return nil
}
