package catalog

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/Masterminds/semver/v3"

	"outrider.dev/sdk/events/schema"
	"outrider.dev/sdk/plugin/handshake"
	"outrider.dev/sdk/plugin/manifest"
)

// Names of a package's parts.
const (
	BinaryName     = "plugin"
	ManifestName   = "manifest.json"
	MigrationsName = "migrations"
	EventsName     = schema.Folder // the schemas of its events
	UIName         = "ui"
)

// Package is a verified release of a plugin.
type Package struct {
	Dir          string
	Manifest     manifest.Manifest
	ManifestJSON []byte
	Lock         Lock
}

// Open verifies the package in dir against its lock and reads its manifest.
func Open(dir string) (Package, error) {
	lock, err := ReadLock(dir)
	if err != nil {
		return Package{}, err
	}
	if err := lock.Verify(dir); err != nil {
		return Package{}, err
	}
	content, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil {
		return Package{}, fmt.Errorf("read manifest: %w", err)
	}
	m, err := manifest.Parse(content)
	if err != nil {
		return Package{}, fmt.Errorf("read manifest of %s: %w", lock.ID, err)
	}
	p := Package{Dir: dir, Manifest: m, ManifestJSON: content, Lock: lock}
	return p, p.check()
}

// check compares lock, manifest and host with each other.
func (p Package) check() error {
	if p.Lock.ID != p.Manifest.ID || p.Lock.Version != p.Manifest.Version {
		return fmt.Errorf("the lock is for %s %s, the manifest for %s %s", p.Lock.ID, p.Lock.Version, p.Manifest.ID, p.Manifest.Version)
	}
	if _, ok := p.Lock.Files[BinaryName]; !ok {
		return fmt.Errorf("the package of %s has no file %q", p.Lock.ID, BinaryName)
	}
	wanted, err := semver.NewConstraint(p.Manifest.SDK)
	if err != nil {
		return fmt.Errorf("%s asks for SDK %q, which is not a version range: %w", p.Manifest.ID, p.Manifest.SDK, err)
	}
	if !wanted.Check(semver.MustParse(handshake.SDKVersion)) {
		return fmt.Errorf("%s %s was written for SDK %s; this host has %s", p.Manifest.ID, p.Manifest.Version, p.Manifest.SDK, handshake.SDKVersion)
	}
	return nil
}

// Binary is the path of the executable; its hash is BinarySHA256.
func (p Package) Binary() string { return filepath.Join(p.Dir, BinaryName) }

// BinarySHA256 is what the lock says of the executable, lower-case hex.
func (p Package) BinarySHA256() string { return p.Lock.Files[BinaryName] }

// Migrations is the folder of SQL files, which may be absent.
func (p Package) Migrations() string { return filepath.Join(p.Dir, MigrationsName) }

// UI is the folder of the remote's files, which may be absent.
func (p Package) UI() string { return filepath.Join(p.Dir, UIName) }

// Digest names the release.
func (p Package) Digest() string { return p.Lock.Digest }
