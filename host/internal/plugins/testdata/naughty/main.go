// Command naughty is a plugin that misbehaves on demand. It speaks the process contract with go-plugin and the standard library alone, so what
// the tests of the host prove does not rest on the SDK.
package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"outrider.dev/sdk/plugin/handshake"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// id, version and mood are what the test has appended to this program.
var id, version, mood = appended()

func appended() (id, version, mood string) {
	self, err := os.ReadFile(fmt.Sprintf("/proc/self/fd/%d", handshake.FDBinary))
	if err != nil {
		return "", "", "exits"
	}
	parts := strings.Split(string(self[bytes.LastIndex(self, []byte("NAUGHTY|")):]), "|")
	return parts[1], parts[2], parts[3]
}

func main() {
	switch mood {
	case "exits":
		fmt.Fprintln(os.Stderr, "I do not want to")
		os.Exit(3)
	case "never starts":
		select {}
	}
	if mood != "deaf" {
		go watchLifeline()
	}
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig: handshake.Config,
		TLSProvider:     func() (*tls.Config, error) { return handshake.TLS(os.Getenv) },
		Plugins:         goplugin.PluginSet{handshake.Control: &control{}},
		GRPCServer:      goplugin.DefaultGRPCServer,
		Logger:          hclog.NewNullLogger(),
	})
}

// watchLifeline ends the process with the host.
func watchLifeline() {
	_, _ = os.NewFile(handshake.FDLifeline, "lifeline").Read(make([]byte, 1))
	os.Exit(0)
}

type control struct {
	goplugin.NetRPCUnsupportedPlugin
	pluginv1.UnimplementedPluginControlServer
	broker *goplugin.GRPCBroker
}

func (c *control) GRPCServer(broker *goplugin.GRPCBroker, server *grpc.Server) error {
	c.broker = broker
	pluginv1.RegisterPluginControlServer(server, c)
	return nil
}

func (*control) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("not here")
}

func (*control) Describe(context.Context, *pluginv1.DescribeRequest) (*pluginv1.DescribeResponse, error) {
	public := &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"}
	var operations []*pluginv1.Operation
	if mood == "claims innocent" {
		operations = append(operations, &pluginv1.Operation{Method: "GET", Template: "/api/innocent/pid", Lock: public})
	}
	for method, names := range map[string][]string{
		"GET":  {"version", "pid", "panic", "hang", "rubbish", "flood", "stream", "heard", "exit", "big", "slow", "waits", "aborted", "organisations", "env", "half", "grow", "files", "escapes", "forks", "limits", "status"},
		"POST": {"count", "exit", "echo"},
	} {
		for _, name := range names {
			operations = append(operations, &pluginv1.Operation{
				Method: method, Template: "/api/" + id + "/" + name, Lock: public, MaxBodyBytes: 1 << 30,
			})
		}
	}
	return &pluginv1.DescribeResponse{Operations: operations}, nil
}

func (c *control) Start(_ context.Context, request *pluginv1.StartRequest) (*pluginv1.StartResponse, error) {
	conn, err := c.broker.Dial(request.GetCallbacksBrokerId())
	if err != nil {
		return nil, fmt.Errorf("dial callbacks: %w", err)
	}
	plane, err := net.FileConn(os.NewFile(handshake.FDDataPlane, "data-plane"))
	if err != nil {
		return nil, fmt.Errorf("open data plane: %w", err)
	}
	h := &handler{host: pluginv1.NewHostCallbacksClient(conn), mux: http.NewServeMux(), aborts: make(chan struct{}, 100), heard: make(chan struct{}, 100)}
	h.register("/api/" + id)
	server := &http.Server{Handler: h.mux}
	go func() { _ = server.Serve(&listener{plane.(*net.UnixConn)}) }()
	if mood == "listens" {
		public, err := net.FileListener(os.NewFile(handshake.FDFirstListener, "listener"))
		if err != nil {
			return nil, fmt.Errorf("open listener: %w", err)
		}
		go func() { _ = http.Serve(public, h.mux) }() // a test
	}
	return &pluginv1.StartResponse{}, nil
}

var hang = make(chan struct{})

func (*control) Health(ctx context.Context, _ *pluginv1.HealthRequest) (*pluginv1.HealthResponse, error) {
	select {
	case <-hang:
		<-ctx.Done()
		return nil, ctx.Err()
	default:
		return &pluginv1.HealthResponse{Ok: mood != "ill", Detail: "I feel ill"}, nil
	}
}

func (*control) Drain(context.Context, *pluginv1.DrainRequest) (*pluginv1.DrainResponse, error) {
	time.AfterFunc(10*time.Millisecond, func() { os.Exit(0) })
	return &pluginv1.DrainResponse{}, nil
}

// listener accepts the connections that the host sends over the data plane.
type listener struct{ plane *net.UnixConn }

func (l *listener) Accept() (net.Conn, error) {
	rights := make([]byte, syscall.CmsgSpace(4))
	n, rightsLength, _, _, err := l.plane.ReadMsgUnix(make([]byte, 1), rights)
	if err != nil || n == 0 {
		return nil, net.ErrClosed
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:rightsLength])
	if err != nil {
		return nil, err
	}
	fds, err := syscall.ParseUnixRights(&messages[0])
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fds[0]), "connection")
	defer file.Close()
	return net.FileConn(file)
}

func (l *listener) Close() error   { return l.plane.Close() }
func (l *listener) Addr() net.Addr { return l.plane.LocalAddr() }
