package plugins

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

// commandLimit is how long a command may take: an upgrade starts a process and migrates before it.
const commandLimit = 5 * time.Minute

// answer is what a command says back.
type answer struct {
	Done  string `json:"done,omitempty"`
	Error string `json:"error,omitempty"`
}

// ServeControl answers `outrider plugin …` on a Unix socket in dataDir until ctx ends.
func (p *Plugins) ServeControl(ctx context.Context, dataDir string) error {
	path, done, err := SocketPath(dataDir)
	if err != nil {
		return err
	}
	defer done()
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove old control socket: %w", err)
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return fmt.Errorf("open control socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return fmt.Errorf("protect control socket: %w", err)
	}
	server := &http.Server{Handler: p.control(), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve control socket: %w", err)
	}
	return nil
}

// control lists the commands.
func (p *Plugins) control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /plugins", func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, p.Statuses()) })
	mux.HandleFunc("GET /host", command(func(context.Context, *http.Request) (string, error) { return p.config.Host(), nil }))
	mux.HandleFunc("POST /install", command(func(ctx context.Context, r *http.Request) (string, error) {
		installed, err := p.Install(ctx, r.URL.Query().Get("dir"), r.URL.Query().Get("older") == "true")
		return fmt.Sprintf("%s %s is running", installed.Manifest.ID, installed.Manifest.Version), err
	}))
	mux.HandleFunc("POST /plugins/{id}/enable", command(func(ctx context.Context, r *http.Request) (string, error) {
		return r.PathValue("id") + " is running", p.Enable(ctx, r.PathValue("id"))
	}))
	mux.HandleFunc("POST /plugins/{id}/disable", command(func(ctx context.Context, r *http.Request) (string, error) {
		return r.PathValue("id") + " is stopped", p.Disable(ctx, r.PathValue("id"))
	}))
	mux.HandleFunc("POST /plugins/{id}/restart", command(func(ctx context.Context, r *http.Request) (string, error) {
		return r.PathValue("id") + " was restarted", p.Restart(ctx, r.PathValue("id"))
	}))
	mux.HandleFunc("POST /plugins/{id}/rollback", command(func(ctx context.Context, r *http.Request) (string, error) {
		former, err := p.Rollback(ctx, r.PathValue("id"))
		return fmt.Sprintf("%s is back at %s", r.PathValue("id"), former.Manifest.Version), err
	}))
	for name, c := range map[string]struct {
		do   func(context.Context, string) error
		done string
	}{
		"uninstall": {p.Uninstall, "is uninstalled; its data are still there"},
		"purge":     {p.Purge, "has no data any more"},
		"reset":     {p.Reset, "runs without the data that it had"},
	} {
		mux.HandleFunc("POST /plugins/{id}/"+name, command(func(ctx context.Context, r *http.Request) (string, error) {
			return r.PathValue("id") + " " + c.done, c.do(ctx, r.PathValue("id"))
		}))
	}
	return mux
}

// command runs to its end even if whoever asked has gone: half an upgrade helps nobody.
func command(do func(context.Context, *http.Request) (string, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), commandLimit)
		defer cancel()
		done, err := do(ctx, r)
		if err != nil {
			reply(w, http.StatusConflict, answer{Error: err.Error()})
			return
		}
		reply(w, http.StatusOK, answer{Done: done})
	}
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
