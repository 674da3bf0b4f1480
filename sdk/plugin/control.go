package plugin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/sdk/plugin/handshake"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// lastWords is how long the process lives after it was drained, so that the answer reaches the host.
const lastWords = 50 * time.Millisecond

// control is the plugin's side of PluginControl.
type control struct {
	goplugin.NetRPCUnsupportedPlugin
	pluginv1.UnimplementedPluginControlServer
	process *process
	// the plugin's life: background work runs in it
	life   context.Context
	exit   func(code int)
	broker *goplugin.GRPCBroker

	mu      sync.Mutex
	started bool
}

// GRPCServer registers the service when go-plugin has made its server.
func (c *control) GRPCServer(broker *goplugin.GRPCBroker, server *grpc.Server) error {
	c.broker = broker
	pluginv1.RegisterPluginControlServer(server, c)
	return nil
}

// GRPCClient is the host's side, which is not here.
func (c *control) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("a plugin has no client of " + handshake.Control)
}

// Describe tells what the plugin serves.
func (c *control) Describe(context.Context, *pluginv1.DescribeRequest) (*pluginv1.DescribeResponse, error) {
	operations, document, err := c.process.router.Describe()
	if err != nil {
		return nil, status.Error(codes.Internal, err.Error())
	}
	return &pluginv1.DescribeResponse{Operations: operations, OpenapiJson: document, SdkVersion: handshake.SDKVersion}, nil
}

// Start connects to the host's callbacks and begins the background work.
func (c *control) Start(_ context.Context, r *pluginv1.StartRequest) (*pluginv1.StartResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.started {
		return nil, status.Error(codes.FailedPrecondition, "started already")
	}
	conn, err := c.broker.DialWithOptions(r.GetCallbacksBrokerId(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(handshake.MaxCallbackBytes)))
	if err != nil {
		return nil, status.Error(codes.Unavailable, fmt.Sprintf("connect to the callbacks: %v", err))
	}
	c.started = true
	c.process.callbacks.start(conn)
	c.process.background.start(c.life)
	return &pluginv1.StartResponse{}, nil
}

// Health answers. What is not as it should be is said, but a plugin that is alone for a moment still works.
func (c *control) Health(ctx context.Context, _ *pluginv1.HealthRequest) (*pluginv1.HealthResponse, error) {
	detail := c.process.wrong(ctx)
	return &pluginv1.HealthResponse{Ok: detail == "", Detail: detail}, nil
}

// Drain finishes what is under way. The process ends a moment after it has answered.
func (c *control) Drain(ctx context.Context, _ *pluginv1.DrainRequest) (*pluginv1.DrainResponse, error) {
	err := c.process.drain(ctx)
	time.AfterFunc(lastWords, func() { c.exit(0) })
	if err != nil {
		c.process.env.Log.Warn("drained, but not everything", "error", err)
		return nil, status.Error(codes.DeadlineExceeded, err.Error())
	}
	return &pluginv1.DrainResponse{}, nil
}

// say writes why the plugin does not start, for a person at a terminal and for the host's log.
func say(err error) { fmt.Fprintln(os.Stderr, err) }
