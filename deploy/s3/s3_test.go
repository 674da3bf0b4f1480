package s3

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/versity/versitygw/auth"
	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/s3api"
	"github.com/versity/versitygw/s3api/middlewares"
)

// What the host does with a bucket holds on a server that checks signatures, as it does on the small one that the host's own tests begin.
func TestBucketOnAServer(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	endpoint := serve(t)
	command := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-v", "-run", "^TestS3_", "./host/internal/media")
	command.Dir, command.Env = root, append(os.Environ(), "OUTRIDER_TEST_S3_ENDPOINT="+endpoint)
	out, err := command.CombinedOutput()
	if passed := bytes.Count(out, []byte("--- PASS")); err != nil || passed < 4 {
		t.Errorf("%d tests passed, %v:\n%s", passed, err, out)
	}
}

// serve runs the server with an empty bucket until the test ends, and says where.
func serve(t *testing.T) string {
	t.Helper()
	buckets, about := filepath.Join(t.TempDir(), "buckets"), filepath.Join(t.TempDir(), "about")
	for _, dir := range []string{filepath.Join(buckets, "clips"), about} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	attributes, err := meta.NewSideCar(about)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(buckets) // the server works where its files are
	files, err := posix.New(buckets, attributes, posix.PosixOpts{SideCarDir: about, NewDirPerm: 0o755, Concurrency: 16})
	if err != nil {
		t.Fatal(err)
	}
	people, err := auth.New(&auth.Opts{RootAccount: auth.Account{Access: "outrider", Secret: "a secret of the test", Role: auth.RoleAdmin}})
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(t.TempDir(), "s3") // it opens no listener that it is given, and a port that is free now may be somebody else's then
	address := passOn(t, socket)
	server, err := s3api.New(files, middlewares.RootUserConfig{Access: "outrider", Secret: "a secret of the test"}, "eu-west-2", people, nil, nil, nil, nil,
		s3api.WithQuiet(), s3api.WithHealth("/health"), s3api.WithConcurrencyLimiter(64, 64))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.ServeMultiPort([]string{socket}) }()
	t.Cleanup(func() {
		if err := server.ShutDown(); err != nil {
			t.Error(err)
		}
		<-ended // with the news that its listener is closed
	})
	answers(t, "http://"+address+"/health")
	return "http://" + address
}

// answers waits until an address does.
func answers(t *testing.T, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := http.DefaultClient.Do(request); err == nil {
			_ = answer.Body.Close()
			return
		} // hung up on: there is nothing behind the port yet
		select {
		case <-ctx.Done():
			t.Fatal("the server does not answer")
		case <-tick.C:
		}
	}
}

// passOn has what comes to a port of its own pass to a socket, until the test ends.
func passOn(t *testing.T, socket string) (address string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go pass(from, socket)
		}
	}()
	return listener.Addr().String()
}

// pass carries bytes both ways until either end hangs up.
func pass(from net.Conn, socket string) {
	defer from.Close()
	to, err := net.Dial("unix", socket) // it ends with the connections
	if err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(to, from)
		_ = to.Close()
	}()
	_, _ = io.Copy(from, to)
}
