package plugincmd

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"

	"outrider.dev/outrider/host/internal/plugins"
	"outrider.dev/outrider/host/internal/supervisor"
)

// installAll is install with its flags.
func (t *tool) installAll(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("install", flag.ContinueOnError)
	flags.SetOutput(t.out)
	older := flags.Bool("older", false, "an older version is meant")
	begun := flags.String("for", "", "where the plugin has its SDK from")
	yes := flags.Bool("yes", false, "another host than that is meant")
	if err := flags.Parse(args); err != nil {
		return ErrUsage
	}
	if !*yes {
		if err := t.confirm(ctx, *begun); err != nil {
			return err
		}
	}
	return t.each(flags.Args(), func(dir string) error { return t.install(ctx, dir, *older) })
}

// install puts a package in place: at once in a running host, otherwise for its next start. It says which host that is.
func (t *tool) install(ctx context.Context, dir string, older bool) error {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("install %s: %w", dir, err)
	}
	if t.host != nil {
		done, err := t.host.command(ctx, fmt.Sprintf("/install?dir=%s&older=%t", url.QueryEscape(absolute), older))
		return t.tell(fmt.Sprintf("%s, on the host of %s", done, t.dataDir), err)
	}
	store, err := t.store()
	if err != nil {
		return err
	}
	if err := store.CheckNewer(absolute, older); err != nil {
		return fmt.Errorf("install %s: %w", dir, err)
	}
	added, err := store.Add(absolute)
	if err != nil {
		return fmt.Errorf("install %s: %w", dir, err)
	}
	if err := store.Switch(added.Manifest.ID, added.Digest()); err != nil {
		return err
	}
	return t.tell(fmt.Sprintf("%s %s runs when the host of %s starts", added.Manifest.ID, added.Manifest.Version, t.dataDir), nil)
}

// change is enable, disable, rollback, restart, uninstall, purge or reset.
func (t *tool) change(ctx context.Context, name, id string) error {
	if t.host != nil {
		return t.tell(t.host.command(ctx, "/plugins/"+url.PathEscape(id)+"/"+name))
	}
	store, err := t.store()
	if err != nil {
		return err
	}
	entry, ok := store.Entry(id)
	switch {
	case name == "restart", name == "purge", name == "reset":
		return fmt.Errorf("no host of %s is running: there is nobody to %s %s", t.dataDir, name, id)
	case !ok || entry.Current == "":
		return fmt.Errorf("plugin %s is not installed", id)
	case name == "uninstall":
		err = store.Remove(id)
	case name == "rollback" && len(entry.Previous) == 0:
		return fmt.Errorf("roll back plugin %s: there is no earlier release", id)
	case name == "rollback":
		err = store.Back(id)
	default:
		err = store.SetEnabled(id, name == "enable")
	}
	return t.tell(fmt.Sprintf("%s: %s, when the host starts", id, name), err)
}

func (t *tool) tell(done string, err error) error {
	if err != nil {
		return err
	}
	fmt.Fprintln(t.out, done)
	return nil
}

// client speaks to the control socket of a running host.
type client struct{ http *http.Client }

// dial finds the running host of dataDir; nil if there is none.
func dial(ctx context.Context, dataDir string) *client {
	connect := func(ctx context.Context, _, _ string) (net.Conn, error) {
		path, done, err := plugins.SocketPath(dataDir)
		if err != nil {
			return nil, err
		}
		defer done()
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}
	conn, err := connect(ctx, "", "")
	if err != nil {
		return nil
	}
	conn.Close()
	return &client{&http.Client{Transport: &http.Transport{DialContext: connect, DisableKeepAlives: true}}}
}

func (c *client) statuses(ctx context.Context) ([]supervisor.Status, error) {
	var statuses []supervisor.Status
	err := c.ask(ctx, http.MethodGet, "/plugins", &statuses)
	return statuses, err
}

func (c *client) command(ctx context.Context, path string) (done string, err error) {
	var said struct{ Done, Error string }
	if err := c.ask(ctx, http.MethodPost, path, &said); err != nil {
		return "", err
	}
	if said.Error != "" {
		return "", errors.New(said.Error)
	}
	return said.Done, nil
}

func (c *client) ask(ctx context.Context, method, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, "http://host"+path, nil)
	if err != nil {
		return fmt.Errorf("ask the host: %w", err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("ask the host: %w", err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		return fmt.Errorf("read the host's answer: %w", err)
	}
	return nil
}
