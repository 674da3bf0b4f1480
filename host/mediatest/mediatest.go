// Package mediatest gives a plugin's tests the real storage: a folder behind the host's own gRPC and HTTP, with links that browsers and devices
// can use. It can be made to fail. Tests only. A package that uses it has dbtest's TestMain.
package mediatest

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/callbacktest"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/sdk/fault"
	sdkmedia "outrider.dev/sdk/media"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Uploaded is a file that a device has brought, as the host announces it.
type Uploaded struct {
	OrgID, Key, DeviceID string
	Size                 int64
	SHA256               string
}

// Shelf is the storage of a plugin of organisation "demo".
type Shelf struct {
	Store  *sdkmedia.Store
	Folder string // where the files lie
	URL    string // where links lead: "http://127.0.0.1:1234"
	away   atomic.Bool
	full   atomic.Bool
}

// Open returns a new, empty storage of a plugin. uploaded is told of what devices bring.
func Open(t testing.TB, plugin string, uploaded func(ctx context.Context, u Uploaded) error) *Shelf {
	t.Helper()
	folder := t.TempDir()
	bucket, err := media.Open(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := media.NewSigner(time.Now, bytes.Repeat([]byte("k"), 32))
	if err != nil {
		t.Fatal(err)
	}
	s := &Shelf{Folder: folder}
	files := media.NewFiles(bucket, signer, func() string { return s.URL })
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	uploads := media.NewUploads(files, media.NewRegister(db.Pool()), func(ctx context.Context, u media.Uploaded) error {
		return uploaded(ctx, Uploaded{u.Link.OrgID, u.Link.Key, u.Link.DeviceID, u.Size, u.SHA256})
	})
	page := httptest.NewServer(media.NewHandler(bucket, signer, uploads, everybody{}, slog.New(slog.DiscardHandler)))
	s.URL = page.URL
	server, pipe := grpc.NewServer(grpc.UnaryInterceptor(s.unary), grpc.StreamInterceptor(s.stream)), bufconn.Listen(1<<20)
	m := manifest.Manifest{ID: plugin, Capabilities: []string{manifest.CapabilityMedia}}
	callbacks.Host{Directory: demoOnly{}, Files: files, Uploads: uploads}.Register(m)(server)
	served := make(chan error, 1)
	go func() { served <- server.Serve(pipe) }()
	conn, err := grpc.NewClient("passthrough:///host", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return pipe.DialContext(ctx) }),
		grpc.WithUnaryInterceptor(callbacktest.Faults))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		page.Close()
		err := conn.Close()
		server.Stop()
		if err := errors.Join(err, <-served, bucket.Close()); err != nil {
			t.Error(err)
		}
	})
	s.Store = sdkmedia.New(pluginv1.NewMediaClient(conn))
	return s
}

// SetAway makes the storage answer nothing.
func (s *Shelf) SetAway(away bool) { s.away.Store(away) }

// SetFull makes the storage take no more.
func (s *Shelf) SetFull(full bool) { s.full.Store(full) }

func (s *Shelf) unary(ctx context.Context, r any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	if s.away.Load() {
		return nil, errAway
	}
	return handle(ctx, r)
}

func (s *Shelf) stream(server any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	if s.away.Load() || (s.full.Load() && info.IsClientStream) {
		return errAway
	}
	return handle(server, stream)
}

var errAway = fault.New(fault.Unavailable, "The storage of files is not answering. Please try again soon.")

// everybody is signed in.
type everybody struct{}

// Alive implements media.Sessions.
func (everybody) Alive(context.Context, string, string, string) (bool, error) { return true, nil }

// demoOnly knows one organisation.
type demoOnly struct{ callbacks.Directory }

// Organisations implements callbacks.Directory.
func (demoOnly) Organisations(context.Context) ([]*pluginv1.Organisation, error) {
	return []*pluginv1.Organisation{{Id: "demo"}}, nil
}
