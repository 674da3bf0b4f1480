package web

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/sdk/plugin/manifest"
)

// federationManifest lists what a remote's build consists of.
const federationManifest = "mf-manifest.json"

// remote is what the shell needs to load a plugin's screens. Places that the user may not enter stay, with allowed false.
type remote struct {
	Name           string       `json:"name"`
	ManifestURL    string       `json:"manifest_url"`
	EntryURL       string       `json:"entry_url"`
	EntryIntegrity string       `json:"entry_integrity,omitempty"`
	Digest         string       `json:"digest"`
	Routes         []route      `json:"routes" nullable:"false"`
	Navigation     []navigation `json:"navigation" nullable:"false"`
	Widgets        []widget     `json:"widgets" nullable:"false"`
	Slots          []slot       `json:"slots" nullable:"false"`
}

type route struct {
	manifest.Route
	Allowed bool `json:"allowed"`
}

type navigation struct {
	manifest.Navigation
	Allowed bool `json:"allowed"`
}

type widget struct {
	manifest.Widget
	Allowed bool `json:"allowed"`
}

type slot struct {
	manifest.Slot
	Allowed bool `json:"allowed"`
}

// entry is the script that a remote begins with.
type entry struct {
	name      string // below the release's folder
	integrity string // sha384-…
}

// entries remembers the entries of releases; a release never changes.
type entries struct {
	mu    sync.Mutex
	known map[string]entry
}

// of finds the entry of a release in its folder.
func (e *entries) of(digest, dir string) (entry, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if found, ok := e.known[digest]; ok {
		return found, nil
	}
	found, err := readEntry(dir)
	if err != nil {
		return entry{}, err
	}
	if e.known == nil {
		e.known = make(map[string]entry)
	}
	e.known[digest] = found
	return found, nil
}

func readEntry(dir string) (entry, error) {
	document, err := readFile(dir, federationManifest)
	if err != nil {
		return entry{}, err
	}
	var m struct {
		MetaData struct {
			RemoteEntry struct{ Name, Path string } `json:"remoteEntry"`
		} `json:"metaData"`
	}
	if err := json.Unmarshal(document, &m); err != nil {
		return entry{}, fmt.Errorf("read %s of %s: %w", federationManifest, dir, err)
	}
	name := path.Join(m.MetaData.RemoteEntry.Path, m.MetaData.RemoteEntry.Name)
	if !fs.ValidPath(name) || name == "." {
		return entry{}, fmt.Errorf("%s of %s names the entry %q, which is not a file of it", federationManifest, dir, name)
	}
	script, err := readFile(dir, name)
	if err != nil {
		return entry{}, err
	}
	sum := sha512.Sum384(script)
	return entry{name: name, integrity: "sha384-" + base64.StdEncoding.EncodeToString(sum[:])}, nil
}

// remoteOf describes a plugin's remote to one user.
func remoteOf(p Plugin, e entry, s identity.Session) *remote {
	base := "/remotes/" + p.Manifest.ID + "/" + p.Digest + "/"
	declared := p.Manifest.Remote
	r := &remote{
		Name: declared.Name, ManifestURL: base + federationManifest, EntryURL: base + e.name, EntryIntegrity: e.integrity, Digest: p.Digest,
		Routes: []route{}, Navigation: []navigation{}, Widgets: []widget{}, Slots: []slot{},
	}
	for _, each := range declared.Routes {
		r.Routes = append(r.Routes, route{each, s.Permissions.Allows(each.Permission)})
	}
	for _, each := range declared.Navigation {
		r.Navigation = append(r.Navigation, navigation{each, s.Permissions.Allows(each.Permission)})
	}
	for _, each := range declared.Widgets {
		r.Widgets = append(r.Widgets, widget{each, s.Permissions.Allows(each.Permission)})
	}
	for _, each := range declared.Slots {
		r.Slots = append(r.Slots, slot{each, s.Permissions.Allows(each.Permission)})
	}
	return r
}
