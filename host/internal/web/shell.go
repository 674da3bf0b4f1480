package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/streets"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	sdkweb "outrider.dev/sdk/web"
)

// State is how the shell shows a plugin.
type State string

// The states. A plugin that an administrator disabled is not told of at all.
const (
	Ready    State = "ready"
	Degraded State = "degraded" // starting again, or says itself that something is wrong
	Stopped  State = "stopped"  // given up for now
)

// Plugin is one enabled plugin.
type Plugin struct {
	Manifest manifest.Manifest
	Digest   string // of its release
	UI       string // the folder of its remote
	State    State
}

// Sessions describes who is signed in.
type Sessions interface {
	// Session is the user in the organisation that the user acts in, with permissions and preferences. Its faults are shown.
	Session(ctx context.Context, who identity.Actor) (identity.Session, error)
}

// ShellOptions are what GET /api/shell tells of.
type ShellOptions struct {
	Sessions Sessions
	Plugins  func() []Plugin                                            // all that are enabled, in the order of their ids
	Caller   func(ctx context.Context) (who identity.Actor, known bool) // of the request; the edge has let only signed-in ones through
	Map      Map
	Streets  *streets.Streets // nil: none
	Push     Push
	Links    map[string]string // addresses outside the product, by name
	Version  string            // of the host
	Starting func() bool       // whether plugins are on their first start, so that more pages will come; nil: never
	Demo     bool              // the host runs with the demonstration: the shell has a gallery of the SDK's components
	Log      *slog.Logger
}

// Shell answers GET /api/shell.
type Shell struct {
	opts    ShellOptions
	entries entries
}

// NewShell makes the operation.
func NewShell(opts ShellOptions) *Shell { return &Shell{opts: opts} }

// ShellAnswer is the answer of GET /api/shell; docs/contracts/host.md describes it.
type ShellAnswer struct {
	Session identity.Session  `json:"session"`
	Plugins []pluginInfo      `json:"plugins" nullable:"false"`
	Off     []offPage         `json:"off" nullable:"false"`
	Map     Map               `json:"map"`
	Push    Push              `json:"push"`
	Links   map[string]string `json:"links"`
	Version string            `json:"version"`
	// Pages that are not there yet may come: the plugins are on their first start.
	Starting bool `json:"starting,omitempty"`
	Demo     bool `json:"demo,omitempty"`
}

type pluginInfo struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Version string  `json:"version"`
	State   State   `json:"state" enum:"ready,degraded,stopped"`
	Remote  *remote `json:"remote"`
	// What screens need before they ask for anything: names and icons of alerts, sections of a vehicle's panel. The rest is in GET /api/contributions.
	AlertTypes  []manifest.AlertType   `json:"alert_types,omitempty" nullable:"false"`
	VehicleData []manifest.VehicleData `json:"vehicle_data,omitempty" nullable:"false"`
	UserPicture string                 `json:"user_picture,omitempty"`
}

// offPage is a page of a module that the organisation has switched off.
type offPage struct {
	Path  string        `json:"path"`
	Title manifest.Text `json:"title"`
}

// Push is how browsers learn of changes.
type Push struct {
	Mode         string `json:"mode" enum:"live,poll"` // "live" or "poll"
	MostVehicles int    `json:"most_vehicles"`         // whose presence is pushed; 0: of however many
}

// session is who asks; where that cannot be told, the answer is written.
func (s *Shell) session(w http.ResponseWriter, r *http.Request) (session identity.Session, ok bool) {
	who, known := s.opts.Caller(r.Context())
	if !known {
		sdkweb.WriteProblem(w, r, fault.New(fault.SignedOut, "You are signed out. Please sign in again."))
		return session, false
	}
	session, err := s.opts.Sessions.Session(r.Context(), who)
	if err != nil {
		s.opts.Log.Warn("describe session", "error", err)
		sdkweb.WriteProblem(w, r, err)
		return session, false
	}
	return session, true
}

// ServeHTTP implements GET /api/shell.
func (s *Shell) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	session, ok := s.session(w, r)
	if !ok {
		return
	}
	body, err := json.Marshal(s.describe(session))
	if err != nil {
		sdkweb.WriteProblem(w, r, fmt.Errorf("write shell: %w", err))
		return
	}
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	header := w.Header()
	header.Set("ETag", tag)
	header.Set("Cache-Control", "private, no-cache")
	header.Add("Vary", "Authorization")
	if notModified(w, r, tag) {
		return
	}
	header.Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the client is gone if this fails
}

// describe is everything that the user's shell needs before any remote's code loads.
func (s *Shell) describe(who identity.Session) ShellAnswer {
	d := ShellAnswer{
		Session: who, Plugins: []pluginInfo{}, Off: []offPage{}, Map: s.mapOf(), Push: s.opts.Push,
		Links: s.opts.Links, Version: s.opts.Version, Demo: s.opts.Demo, Starting: s.opts.Starting != nil && s.opts.Starting(),
	}
	if d.Links == nil {
		d.Links = map[string]string{}
	}
	for _, p := range s.opts.Plugins() {
		if p.Manifest.Module.Optional && !slices.Contains(who.Modules, p.Manifest.ID) {
			d.Off = append(d.Off, offPages(p.Manifest)...)
			continue
		}
		d.Plugins = append(d.Plugins, s.plugin(p, who))
	}
	return d
}

// mapOf is what maps are drawn from now: streets as long as their file can be drawn.
func (s *Shell) mapOf() Map {
	m := s.opts.Map
	switch {
	case s.opts.Streets == nil:
	case s.opts.Streets.Try() == nil:
		m.StreetsURL = streets.Path
	default:
		m.Broken = true
	}
	return m
}

// plugin describes one. A remote whose files cannot be read keeps its places: they then say that it failed.
func (s *Shell) plugin(p Plugin, who identity.Session) pluginInfo {
	info := pluginInfo{ID: p.Manifest.ID, Name: p.Manifest.Name, Version: p.Manifest.Version, State: p.State, AlertTypes: p.Manifest.AlertTypes, UserPicture: p.Manifest.UserPicture}
	for _, data := range p.Manifest.VehicleData {
		if who.Permissions.Allows(data.Permission) {
			info.VehicleData = append(info.VehicleData, data)
		}
	}
	if p.Manifest.Remote == nil {
		return info
	}
	e, err := s.entries.of(p.Digest, p.UI)
	if err != nil {
		s.opts.Log.Error("the remote of a plugin cannot be read", "plugin", p.Manifest.ID, "error", err)
		e = entry{name: "remoteEntry.js"}
	}
	info.Remote = remoteOf(p, e, who)
	return info
}

func offPages(m manifest.Manifest) (pages []offPage) {
	if m.Remote == nil {
		return nil
	}
	for _, r := range m.Remote.Routes {
		pages = append(pages, offPage{Path: r.Path, Title: r.Title})
	}
	return pages
}
