package callbacks_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/media"
	sdkmedia "outrider.dev/sdk/media"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// demoOnly knows one organisation.
type demoOnly struct{ callbacks.Directory }

func (demoOnly) Organisations(context.Context) ([]*pluginv1.Organisation, error) {
	return []*pluginv1.Organisation{{Id: "demo"}}, nil
}

// newMedia is what plugin has as env.Media, over a real gRPC connection to a folder.
func newMedia(t *testing.T, plugin manifest.Manifest) (*sdkmedia.Store, *media.Signer) {
	t.Helper()
	files, signer := newFiles(t)
	return mediaOf(t, files, plugin), signer
}

func newFiles(t *testing.T) (*media.Files, *media.Signer) {
	t.Helper()
	bucket, err := media.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bucket.Close(); err != nil {
			t.Error(err)
		}
	})
	signer, err := media.NewSigner(time.Now, bytes.Repeat([]byte("k"), 32))
	if err != nil {
		t.Fatal(err)
	}
	return media.NewFiles(bucket, signer, func() string { return "https://portal.example.com" }), signer
}

func mediaOf(t *testing.T, files *media.Files, plugin manifest.Manifest) *sdkmedia.Store {
	t.Helper()
	return sdkmedia.New(pluginv1.NewMediaClient(served(t, callbacks.Host{Directory: demoOnly{}, Files: files, Uploads: uploadsOf(t, files)}, plugin)))
}

func uploadsOf(t *testing.T, files *media.Files) *media.Uploads {
	t.Helper()
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return media.NewUploads(files, media.NewRegister(db.Pool()), func(context.Context, media.Uploaded) error { return nil })
}

// served is a plugin's connection to a host, over real gRPC.
func served(t *testing.T, host callbacks.Host, plugin manifest.Manifest) *grpc.ClientConn {
	t.Helper()
	server, pipe := grpc.NewServer(grpc.WaitForHandlers(true)), bufconn.Listen(1<<20)
	host.Register(plugin)(server)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(pipe) }()
	conn, err := grpc.NewClient("passthrough:///host", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return pipe.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := conn.Close()
		server.Stop()
		if err := errors.Join(err, <-ended); err != nil {
			t.Error(err)
		}
	})
	return conn
}

func footage() manifest.Manifest {
	return manifest.Manifest{ID: "footage", Capabilities: []string{manifest.CapabilityMedia}}
}

func TestMedia_WhatIsWrittenIsRead(t *testing.T) {
	store, _ := newMedia(t, footage())
	content := make([]byte, 700_000) // more than two messages
	rand.Read(content)               // never fails
	sum := sha256.Sum256(content)
	info, err := store.Write(t.Context(), "demo", "clips/1.mp4", bytes.NewReader(content))
	if err != nil || info.Size != 700_000 || info.SHA256 != hex.EncodeToString(sum[:]) {
		t.Fatalf("Write: %+v, %v", info, err)
	}
	file, err := store.Open(t.Context(), "demo", "clips/1.mp4")
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	all, err := io.ReadAll(file)
	if err != nil || !bytes.Equal(all, content) {
		t.Errorf("read %d bytes, %v", len(all), err)
	}
	if _, err := file.Seek(-10, io.SeekEnd); err != nil {
		t.Fatal(err)
	}
	end, err := io.ReadAll(file)
	if err != nil || !bytes.Equal(end, content[699_990:]) {
		t.Errorf("the end: %d bytes, %v", len(end), err)
	}
	if err := errors.Join(file.Close(), store.Delete(t.Context(), "demo", "clips/1.mp4", "clips/none.mp4")); err != nil {
		t.Error(err)
	}
	if _, err := store.Stat(t.Context(), "demo", "clips/1.mp4"); err == nil {
		t.Error("it is still there")
	}
}

func TestMedia_EmptyFile(t *testing.T) {
	store, _ := newMedia(t, footage())
	if info, err := store.Write(t.Context(), "demo", "empty", strings.NewReader("")); err != nil || info.Size != 0 {
		t.Errorf("Write: %+v, %v", info, err)
	}
}

func TestMedia_LinksAreOfTheSession(t *testing.T) {
	store, signer := newMedia(t, footage())
	ctx := web.WithCaller(t.Context(), web.CallerInfo{UserID: "ann", SessionID: "s1", OrgID: "demo"})
	path, _, err := store.Link(ctx, "demo", "clips/1.mp4", sdkmedia.LinkOptions{ContentType: "video/mp4", FileName: "Clip.mp4"})
	if err != nil {
		t.Fatal(err)
	}
	link, err := signer.Verify(strings.TrimPrefix(path, media.Path))
	if err != nil || link.SessionID != "s1" || link.UserID != "ann" || link.Key != "demo/footage/clips/1.mp4" || link.Verb != media.Get {
		t.Errorf("link: %+v, %v", link, err)
	}
	url, _, err := store.UploadLink(ctx, sdkmedia.Upload{OrgID: "demo", Name: "clips/1.mp4", DeviceID: "d1", MaxBytes: 10, Life: time.Hour})
	if err != nil || !strings.HasPrefix(url, "https://portal.example.com/api/media/") {
		t.Fatalf("upload link %q, %v", url, err)
	}
	link, err = signer.Verify(strings.TrimPrefix(url, "https://portal.example.com"+media.Path))
	if err != nil || link.Verb != media.Put || link.DeviceID != "d1" || link.Plugin != "footage" || link.SessionID != "" {
		t.Errorf("upload link: %+v, %v", link, err)
	}
}

// TestMedia_LinksOfOtherPlugins has one plugin read what another has given it a link to, and nothing else.
func TestMedia_LinksOfOtherPlugins(t *testing.T) {
	files, signer := newFiles(t)
	theirs, ours := mediaOf(t, files, footage()), mediaOf(t, files, manifest.Manifest{ID: "alerts", Capabilities: []string{manifest.CapabilityMedia}})
	if _, err := theirs.Write(t.Context(), "demo", "clips/1.mp4", strings.NewReader("pictures")); err != nil {
		t.Fatal(err)
	}
	link := func(ctx context.Context) string {
		path, _, err := theirs.Link(ctx, "demo", "clips/1.mp4", sdkmedia.LinkOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	given := link(t.Context())
	file, err := ours.OpenLinked(t.Context(), "demo", given)
	if err != nil || file.Size() != 8 {
		t.Fatalf("OpenLinked: %v", err)
	}
	if all, err := io.ReadAll(file); err != nil || string(all) != "pictures" {
		t.Errorf("read %q, %v", all, err)
	}
	ann := web.WithCaller(t.Context(), web.CallerInfo{UserID: "ann", SessionID: "s1", OrgID: "demo"})
	path, _, err := ours.LinkLinked(ann, "demo", given, sdkmedia.LinkOptions{FileName: "Clip.mp4"})
	if err != nil {
		t.Fatal(err)
	}
	if l, err := signer.Verify(strings.TrimPrefix(path, media.Path)); err != nil || l.SessionID != "s1" || l.Key != "demo/footage/clips/1.mp4" || l.Name != "Clip.mp4" {
		t.Errorf("link: %+v, %v", l, err)
	}
	upload, _, err := theirs.UploadLink(t.Context(), sdkmedia.Upload{OrgID: "demo", Name: "clips/2.mp4", DeviceID: "d1", MaxBytes: 10})
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"of a user's session": link(ann), "that was changed": given[:len(given)-2] + "xx", "that is none": "clips/1.mp4", "to upload": strings.TrimPrefix(upload, "https://portal.example.com"),
	} {
		if _, err := ours.OpenLinked(t.Context(), "demo", bad); status.Code(errors.Unwrap(err)) != codes.PermissionDenied {
			t.Errorf("a link %s: %v", name, err)
		}
	}
}

func TestMedia_Refusals(t *testing.T) {
	store, _ := newMedia(t, footage())
	for name, file := range map[string]struct{ org, name string }{
		"an organisation that is none": {"nobody", "a"}, "a name that climbs out": {"demo", "../gateway/a"}, "no name": {"demo", ""},
	} {
		if _, err := store.Write(t.Context(), file.org, file.name, strings.NewReader("x")); err == nil {
			t.Errorf("%s was written", name)
		}
		if _, _, err := store.Link(t.Context(), file.org, file.name, sdkmedia.LinkOptions{}); err == nil {
			t.Errorf("%s got a link", name)
		}
	}
	if _, _, err := store.Link(t.Context(), "demo", "a", sdkmedia.LinkOptions{Life: 25 * time.Hour}); err == nil {
		t.Error("a link of 25 hours was made")
	}
	without, _ := newMedia(t, manifest.Manifest{ID: "geo"})
	if _, err := without.Stat(t.Context(), "demo", "a"); err == nil {
		t.Error("a plugin without the capability was answered")
	}
	if _, err := store.Write(t.Context(), "demo", "cut", io.MultiReader(bytes.NewReader(make([]byte, 600_000)), cut{})); err == nil {
		t.Error("a cut transfer was stored")
	}
	if _, err := store.Stat(t.Context(), "demo", "cut"); err == nil {
		t.Error("a cut transfer left a file")
	}
}

type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, errors.New("cut") }
