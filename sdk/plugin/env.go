// Package plugin runs a plugin: it reads what the host hands over, serves the plugin's operations, and starts and stops its work.
package plugin

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"

	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/mail"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

// Env is what a plugin has. All of it is ready when start is called, but nothing is connected yet: the database and NATS connect at
// first use, and the host answers (Host, Identity, Store) only once start has returned. Work that begins by itself belongs in Go.
type Env struct {
	Manifest  manifest.Manifest
	Log       *slog.Logger
	Store     *store.DB               // nil unless the manifest has "postgres"
	Events    *events.Client          // nil unless it has "events" or "push"
	Host      Host                    // organisations, groups, other plugins' operations
	OnBehalf  OnBehalf                // nil without the capability "onBehalf"
	Identity  pluginv1.IdentityClient // nil without the capability "identity"; its errors are fault.Error
	Media     *media.Store            // nil without the capability "media"
	Mail      *mail.Sender            // nil without the capability "mail"
	Listeners map[string]net.Listener // by manifest name; how each encrypts is ListenerTLS
	RTP       map[string]RTPPair      // those of the network "rtp", by manifest name; one that the operator has switched off is missing
	Settings  map[string]string       // the host's configuration under plugins.<id>
	Tenants   *Tenants                // where the plugin is on, and what organisations have set for it
	Metrics   *prometheus.Registry    // what the plugin measures; the host shows it on /metrics with the label plugin
	Tracer    *trace.Tracer           // begins traces of what comes in by the plugin's own listeners; nil while traces are off, and usable so

	// Go registers background work. It begins once the host has started the plugin, is begun again after a growing pause when it
	// returns an error or panics, ends for good when it returns nil, and is cancelled and waited for on drain.
	Go func(name string, run func(ctx context.Context) error)
	// Check registers something that the plugin needs: an error of check makes the plugin degraded, with the error as the reason, in the console and in /readyz. All checks
	// run every few seconds, beside each other, and have 2 s. Work of Go that keeps failing, an outbox that waits and events that cannot be handled need no check.
	Check func(name string, check func(ctx context.Context) error)
}

// Host is what the host answers to every plugin.
type Host interface {
	// Organisations lists those that have the plugin's module on.
	Organisations(ctx context.Context) ([]Organisation, error)
	// Groups is the tree of one organisation, and the sequence in the stream EVENTS up to which it holds: apply later events only.
	// An organisation that does not exist, or has the module off, is fault.NotFound.
	Groups(ctx context.Context, orgID string) (groups []Group, sequence uint64, err error)
	// Grants says which of at most 1,000 users hold all of the permissions in an organisation now, and what each of them sees; who does not is
	// missing. The permissions are those that the plugin's own manifest defines; with the capability "onBehalf" also those of reports of any plugin. It is for
	// what is done for users who are not there.
	Grants(ctx context.Context, orgID string, permissions, userIDs []string) (map[string]web.Scope, error)
	// TokenUser says whose access token one is, and in which organisation it acts; fault.SignedOut for one that is not accepted.
	TokenUser(ctx context.Context, token string) (userID, orgID string, err error)
	// Contributions lists what manifests declare for an extension point (manifest.ContributedAlertTypes and the like), of all plugins that are installed, by plugin and in the
	// order of each manifest. orgID may be empty: then Available says whether the plugin is switched on on the host.
	Contributions(ctx context.Context, kind, orgID string) ([]Contribution, error)
	// Call calls another plugin's operation: as the caller of ctx if there is one, otherwise as the plugin itself in ctx's organisation
	// (web.AsPlugin), which needs the operation in the manifest's calls. path is the public one with its query; in and out are JSON,
	// nil for none. A refusal is the fault.Error that the other plugin answered.
	Call(ctx context.Context, method, path string, in, out any) error
	// Stream is Call for an answer of any length, such as rows.Read reads: it comes as fast as it is read. Close it, also before its end: then the other plugin is told to stop, as it
	// is when ctx ends.
	Stream(ctx context.Context, method, path string, in any) (io.ReadCloser, error)
}

// Contribution is what a plugin declares for an extension point.
type Contribution struct {
	Plugin    string
	JSON      json.RawMessage // read it into manifest.AlertType and the like
	Available bool            // false: the plugin is switched off, for the organisation or on the host; what it brought before keeps its name
}

// Organisation is a tenant.
type Organisation struct {
	ID          string
	Name        string
	CountryCode string // ISO 3166
	Zone        string // IANA, "Europe/London"
	Modules     []string
	Services    []string
	Disabled    bool
}

// Group is a node of an organisation's tree.
type Group struct {
	ID       string
	ParentID string // empty for the root
	Label    string
	Path     string // "/demo/north-west/"
}
