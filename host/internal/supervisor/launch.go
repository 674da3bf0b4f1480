package supervisor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"

	"outrider.dev/outrider/host/internal/confine"
	"outrider.dev/outrider/host/internal/pipe"
	"outrider.dev/sdk/plugin/handshake"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// launch makes everything that a process inherits and the client that will start it (in begin). The caller kills the instance.
func launch(forker *Forker, release Release, socketDir string, sealed *os.File, timeout time.Duration) (*Instance, error) {
	plane, planeEnd, err := NewDataPlane()
	if err != nil {
		return nil, err
	}
	lifelineEnd, lifeline, err := os.Pipe()
	if err != nil {
		plane.Close()
		planeEnd.Close()
		return nil, fmt.Errorf("make lifeline: %w", err)
	}
	relay := NewRelay(release.Log, time.Now)
	child := &process{
		forker: forker, name: "outrider-plugin-" + release.ID, sealed: sealed, uid: release.User, limits: limitsOf(release), log: relay,
		extra:  append([]*os.File{lifelineEnd, planeEnd}, release.Listeners...),
		ends:   []*os.File{lifelineEnd, planeEnd},
		exited: make(chan struct{}),
	}
	config, err := clientConfig(child, release, socketDir, timeout)
	if err != nil {
		child.closeEnds()
		plane.Close()
		lifeline.Close()
		return nil, err
	}
	return &Instance{
		Release: release, StartedAt: time.Now(),
		process: child, client: goplugin.NewClient(config), plane: plane, lifeline: lifeline, relay: relay,
		http: pipe.New(plane.Dial),
	}, nil
}

// Most processes and threads, and open files, of a plugin: gateways hold a connection for each device.
const (
	mostProcesses = 512
	mostFiles     = 1 << 17
)

func limitsOf(release Release) confine.Limits {
	return confine.Limits{Memory: release.MaxRSSBytes, Processes: mostProcesses, Files: mostFiles}
}

func clientConfig(child *process, release Release, socketDir string, timeout time.Duration) (*goplugin.ClientConfig, error) {
	now := time.Now()
	ours, err := newKeyPair(now)
	if err != nil {
		return nil, err
	}
	theirs, err := newKeyPair(now)
	if err != nil {
		return nil, err
	}
	temporaryFiles, err := temporary(socketDir, release)
	if err != nil {
		return nil, err
	}
	sockets := &goplugin.UnixSocketConfig{TempDir: socketDir}
	if release.User != 0 {
		sockets.Group = strconv.FormatUint(uint64(release.User), 10)
	}
	return &goplugin.ClientConfig{
		HandshakeConfig:  handshake.Config,
		Plugins:          goplugin.PluginSet{controlName: &controlPlugin{}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		TLSConfig:        tlsConfig(ours, theirs.leaf),
		StartTimeout:     timeout,
		SkipHostEnv:      true,
		UnixSocketConfig: sockets,
		SyncStdout:       child.log, SyncStderr: child.log,
		Logger:          hclog.NewNullLogger(),
		GRPCDialOptions: []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(handshake.MaxControlBytes))},
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, _ string) (runner.Runner, error) {
			child.env = environmentOf(release, append(cmd.Env, "TMPDIR="+temporaryFiles), ours, theirs)
			return child, nil
		},
	}, nil
}

// environmentOf is the whole environment of the process, sorted: nothing of the host's own gets in.
func environmentOf(release Release, fromHandshake []string, ours, theirs keyPair) []string {
	env := slices.Clone(fromHandshake)
	for name, value := range release.Environment {
		env = append(env, name+"="+value)
	}
	env = append(env,
		handshake.EnvCertificate+"="+string(theirs.certPEM),
		handshake.EnvKey+"="+string(theirs.keyPEM),
		handshake.EnvPeer+"="+string(ours.certPEM),
	)
	slices.Sort(env)
	return env
}

// controlName is the plugin's name in go-plugin's terms: there is one.
const controlName = handshake.Control

// controlPlugin makes the client of PluginControl out of go-plugin's connection.
type controlPlugin struct {
	goplugin.NetRPCUnsupportedPlugin
}

type control struct {
	client pluginv1.PluginControlClient
	broker *goplugin.GRPCBroker
}

// GRPCServer is the plugin's side, which is not here.
func (*controlPlugin) GRPCServer(*goplugin.GRPCBroker, *grpc.Server) error {
	return fmt.Errorf("the host does not serve %s", controlName)
}

// GRPCClient is called once a process.
func (*controlPlugin) GRPCClient(_ context.Context, broker *goplugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return &control{client: pluginv1.NewPluginControlClient(conn), broker: broker}, nil
}

// serve offers the callbacks to this process alone, until its connection ends, and returns where.
func (c *control) serve(release Release) (brokerID uint32) {
	id := c.broker.NextId()
	go c.broker.AcceptAndServe(id, func(options []grpc.ServerOption) *grpc.Server {
		options = append(options, grpc.MaxConcurrentStreams(64), grpc.MaxRecvMsgSize(handshake.MaxCallbackBytes))
		server := callbackServer(release.Log, release.Intercept, options...)
		if release.Register != nil {
			release.Register(server)
		}
		return server
	})
	return id
}
