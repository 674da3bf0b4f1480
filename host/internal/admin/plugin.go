package admin

import (
	"context"
	"fmt"
	"time"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
)

// PluginID names a plugin of a host.
type PluginID struct {
	OnHost
	ID string `path:"id" maxLength:"60"`
}

type pluginAnswer struct {
	Body PluginDetail
}

// PluginDetail is everything about one plugin but its log.
type PluginDetail struct {
	Host       string          `json:"host" doc:"Its name, where there are several"`
	Plugin     PluginView      `json:"plugin"`
	Operations []OperationView `json:"operations" doc:"All that it serves, by path"`
	Releases   []ReleaseView   `json:"releases" doc:"On this host, the current one first"`
	LastWords  []string        `json:"last_words" doc:"The end of stderr of the process that fell last"`
	Series     []Sample        `json:"series" doc:"The last half hour, oldest first"`
}

// OperationView is one operation in the last minute.
type OperationView struct {
	Name    string      `json:"name"`
	Traffic TrafficView `json:"traffic"`
}

// ReleaseView is one release on disk.
type ReleaseView struct {
	Version string     `json:"version"`
	Digest  string     `json:"digest"`
	At      *time.Time `json:"at,omitempty"`
	Current bool       `json:"current"`
	Former  bool       `json:"former" doc:"The one that a rollback goes to"`
}

func (a *Admin) onePlugin(_ context.Context, in *PluginID) (*pluginAnswer, error) {
	status, err := a.find(in.ID)
	if err != nil {
		return nil, err
	}
	detail := PluginDetail{Plugin: a.viewOf(status), Operations: []OperationView{}, Releases: []ReleaseView{}, LastWords: []string{}, Series: a.samples(in.ID)}
	if len(a.hosts()) > 1 {
		detail.Host = a.Name
	}
	traffic := a.edge.Traffic(in.ID, a.Now())
	for _, name := range a.edge.OperationNames(in.ID) {
		detail.Operations = append(detail.Operations, OperationView{name, trafficOf(traffic.Operations[name])})
	}
	for _, r := range a.plugins.Installed(in.ID) {
		detail.Releases = append(detail.Releases, ReleaseView{Version: r.Version, Digest: r.Digest, At: momentOf(r.At), Current: r.Current, Former: r.Former})
	}
	if status.LastFall != nil {
		for _, line := range status.LastFall.Lines {
			detail.LastWords = append(detail.LastWords, a.plugins.Redact(in.ID, line))
		}
	}
	return &pluginAnswer{detail}, nil
}

type done struct {
	Body struct {
		Done string `json:"done" doc:"What happened, in English"`
	}
}

func said(format string, values ...any) *done {
	d := &done{}
	d.Body.Done = fmt.Sprintf(format, values...)
	return d
}

// commandLimit is how long a command may take: an upgrade starts a process and migrates before it.
const commandLimit = 5 * time.Minute

// command runs to its end even if whoever asked has gone, as on the control socket. What goes wrong is told: it is an operator who asks.
func (a *Admin) command(ctx context.Context, id, verb string, do func(context.Context) (string, error)) (*done, error) {
	if _, err := a.find(id); err != nil {
		return nil, err
	}
	audit.Note(ctx, func(r *audit.Record) { r.ObjectKind, r.ObjectID, r.Detail = "plugin", id, verb })
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commandLimit)
	defer cancel()
	result, err := do(ctx)
	if err != nil {
		return nil, fault.Wrap(fault.Conflict, err, "%s", a.plugins.Redact(id, err.Error()))
	}
	return said("%s", result), nil
}

func (a *Admin) restart(ctx context.Context, in *PluginID) (*done, error) {
	return a.command(ctx, in.ID, "restart", func(ctx context.Context) (string, error) {
		return in.ID + " was restarted", a.plugins.Restart(ctx, in.ID)
	})
}

func (a *Admin) enable(ctx context.Context, in *PluginID) (*done, error) {
	return a.command(ctx, in.ID, "enable", func(ctx context.Context) (string, error) {
		return in.ID + " is running", a.plugins.Enable(ctx, in.ID)
	})
}

// ownPlugin is the one that shows this console.
const ownPlugin = "admin"

func (a *Admin) disable(ctx context.Context, in *PluginID) (*done, error) {
	if in.ID == ownPlugin {
		return nil, fault.New(fault.Conflict, "The console cannot switch itself off. Use `outrider plugin disable admin` on the machine.")
	}
	return a.command(ctx, in.ID, "disable", func(ctx context.Context) (string, error) {
		return in.ID + " is stopped", a.plugins.Disable(ctx, in.ID)
	})
}

func (a *Admin) rollback(ctx context.Context, in *PluginID) (*done, error) {
	return a.command(ctx, in.ID, "roll back", func(ctx context.Context) (string, error) {
		former, err := a.plugins.Rollback(ctx, in.ID)
		return fmt.Sprintf("%s is back at %s", in.ID, former.Manifest.Version), err
	})
}
