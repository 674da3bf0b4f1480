package modules

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/sdk/plugin/manifest"
)

// The states of a module's plugin on this host.
const (
	Ready    = "ready"
	Degraded = "degraded" // starting again, or says itself that something is wrong
	Stopped  = "stopped"  // given up for now
	Disabled = "disabled" // by an operator
	Removed  = "removed"  // it is not installed any more
)

// Plugin is one plugin that is installed on the host.
type Plugin struct {
	Manifest manifest.Manifest
	State    string // one of the above but Removed
}

// Config is what Service needs. Every field is required, but Now.
type Config struct {
	Pool      *pgxpool.Pool
	Plugins   func() []Plugin                         // all that are installed, disabled ones included
	Committed func(ctx context.Context, orgID string) // is called after each switch, so that this host decides by it and the others hear of it at once
	Now       func() time.Time
}

// Service answers what modules there are, and switches them. It is safe for concurrent use.
type Service struct {
	pool      *pgxpool.Pool
	plugins   func() []Plugin
	committed func(ctx context.Context, orgID string)
	now       func() time.Time
}

// New builds a Service.
func New(c Config) *Service {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Service{pool: c.Pool, plugins: c.Plugins, committed: c.Committed, now: c.Now}
}

// Module is a module as an organisation sees it.
type Module struct {
	ID      string     `json:"id"`
	Title   string     `json:"title" doc:"In the caller's language"`
	Icon    string     `json:"icon" doc:"A name of the SDK's icons"`
	Text    string     `json:"text" doc:"What it does"`
	Needs   string     `json:"needs" doc:"What vehicles or others must send for it"`
	Costs   string     `json:"costs"`
	On      bool       `json:"on"`
	Version int        `json:"version" doc:"Of the switch; a change names it"`
	Changed *time.Time `json:"changed_at" doc:"When it was switched last; null: never"`
	By      string     `json:"changed_by" doc:"Who did; empty: nobody, or an account that is gone"`
	State   string     `json:"state" enum:"ready,degraded,stopped,disabled,removed" doc:"Of its plugin on this host"`
	Brings  Brings     `json:"brings"`
	Fields  []string   `json:"fields" nullable:"false" doc:"Readings of which a vehicle must send any for it; none: it lives from something else"`
}

// Source tells which vehicles send readings.
type Source struct {
	Title     string `json:"title" doc:"Whose readings they are, in the caller's language"`
	Operation string `json:"operation" doc:"Takes {fields} and answers {vehicle_ids, total}"`
}

// Sources are what tells which vehicles send readings, of the plugins that run.
func (s *Service) Sources(locale string) []Source {
	all := []Source{}
	for _, p := range s.plugins() {
		if m := p.Manifest; m.Senders != nil && !m.Module.Optional && p.State != Disabled && p.State != Stopped {
			all = append(all, Source{m.Senders.Title.In(manifest.LanguageOf(locale)), m.Senders.Operation})
		}
	}
	return all
}

// Brings counts what a module adds to the portal.
type Brings struct {
	Pages      int `json:"pages"`
	Widgets    int `json:"widgets"`
	Reports    int `json:"reports"`
	AlertTypes int `json:"alert_types"`
	MapLayers  int `json:"map_layers"`
}

func bringsOf(m manifest.Manifest) Brings {
	b := Brings{Reports: len(m.ReportTypes), AlertTypes: len(m.AlertTypes)}
	if m.Remote == nil {
		return b
	}
	b.Pages, b.Widgets = len(m.Remote.Routes), len(m.Remote.Widgets)
	for _, s := range m.Remote.Slots {
		if s.Slot == manifest.SlotMapLayers {
			b.MapLayers++
		}
	}
	return b
}
