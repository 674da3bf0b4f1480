package supervisor

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// halfMade panics in every callback, as a part does that is not there yet.
type halfMade struct {
	pluginv1.UnimplementedHostCallbacksServer
	pluginv1.UnimplementedMediaServer
	missing *net.TCPAddr
}

func (h *halfMade) Organisations(context.Context, *pluginv1.OrganisationsRequest) (*pluginv1.OrganisationsResponse, error) {
	return nil, status.Error(codes.OK, h.missing.IP.String())
}

func (h *halfMade) ReadFile(*pluginv1.ReadFileRequest, grpc.ServerStreamingServer[pluginv1.FileChunk]) error {
	panic("there is no storage")
}

func TestCallbackServer_SurvivesPanics(t *testing.T) {
	var log bytes.Buffer
	server := callbackServer(slog.New(slog.NewTextHandler(&log, nil)), nil)
	pluginv1.RegisterHostCallbacksServer(server, &halfMade{})
	pluginv1.RegisterMediaServer(server, &halfMade{})
	listener := bufconn.Listen(1 << 16)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:host", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 2 { // the connection goes on after the first
		_, err := pluginv1.NewHostCallbacksClient(conn).Organisations(ctx, &pluginv1.OrganisationsRequest{})
		refusedInternally(t, err)
		stream, err := pluginv1.NewMediaClient(conn).ReadFile(ctx, &pluginv1.ReadFileRequest{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = stream.Recv()
		refusedInternally(t, err)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	server.Stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	for _, wanted := range []string{"HostCallbacks/Organisations", "Media/ReadFile", "nil pointer", "there is no storage", "recovery_test.go"} {
		if !strings.Contains(log.String(), wanted) {
			t.Errorf("the log does not say %q:\n%s", wanted, &log)
		}
	}
}

func refusedInternally(t *testing.T, err error) {
	t.Helper()
	if status.Code(err) != codes.Internal || strings.Contains(err.Error(), "storage") || strings.Contains(err.Error(), "pointer") {
		t.Errorf("the plugin is told %v, want an internal error without its cause", err)
	}
}
