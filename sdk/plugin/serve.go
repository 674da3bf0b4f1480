package plugin

import (
	"context"
	"crypto/tls"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"outrider.dev/sdk/gogc"
	"outrider.dev/sdk/plugin/environment"
	"outrider.dev/sdk/plugin/handshake"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// stopTimeout bounds a drain that a signal asks for; the host's own drains bring their own bound.
const stopTimeout = 10 * time.Second

// Serve is a plugin's whole main: it reads the manifest and what the host hands over, calls start for the plugin's operations, and serves
// them until the host drains it. start wires things together and returns; it must not wait for the host, the database or NATS. Serve
// does not return. messages are the translations of what the plugin refuses with, see package texts.
func Serve(manifestJSON []byte, start func(ctx context.Context, env Env) (*web.Router, error), messages ...fs.FS) {
	gogc.Keep(gogc.Usual, gogc.Most)
	if err := run(manifestJSON, start, messages); err != nil {
		say(err)
		os.Exit(1)
	}
	os.Exit(0)
}

func run(manifestJSON []byte, start func(ctx context.Context, env Env) (*web.Router, error), messages []fs.FS) error {
	for _, files := range messages {
		if err := texts.Add(files); err != nil {
			return err
		}
	}
	m, err := manifest.Parse(manifestJSON)
	if err != nil {
		return err
	}
	e, err := environment.Read(os.Getenv)
	if err != nil {
		return err
	}
	tlsConfig, err := handshake.TLS(os.Getenv)
	if err != nil {
		return err
	}
	if err := watchLifeline(fdLifeline, os.Exit); err != nil {
		return err
	}
	plane, err := newDataPlane(fdDataPlane)
	if err != nil {
		return err
	}
	inherited, err := inheritListeners(fdFirstListener, m.Listeners)
	if err != nil {
		return err
	}
	life, end := context.WithCancel(context.Background())
	defer end()
	stdout := os.Stdout
	os.Stdout = os.Stderr // only the handshake may go to stdout
	p, err := newProcess(life, m, e, newLog(e.LogLevel), inherited, start)
	os.Stdout = stdout
	if err != nil {
		return err
	}
	go p.serve(plane)
	go p.stopOnSignal(life)
	serveControl(&control{process: p, life: life, exit: os.Exit}, tlsConfig)
	return nil
}

// stopOnSignal drains when somebody other than the host asks the process to end. Interrupts come to the whole terminal, and
// are the host's business.
func (p *process) stopOnSignal(ctx context.Context) {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM)
	<-asked
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	if err := p.drain(ctx); err != nil {
		say(fmt.Errorf("stopped, but not everything: %w", err))
	}
	os.Exit(0)
}

func serveControl(c *control, tlsConfig *tls.Config) {
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig: handshake.Config,
		TLSProvider:     func() (*tls.Config, error) { return tlsConfig, nil },
		Plugins:         goplugin.PluginSet{handshake.Control: c},
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(opts, grpc.MaxRecvMsgSize(handshake.MaxControlBytes))...)
		},
		Logger: hclog.NewNullLogger(),
	})
}
