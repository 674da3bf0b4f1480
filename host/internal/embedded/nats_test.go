package embedded_test

import (
	"bufio"
	"fmt"
	"os"
	osexec "os/exec"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/embedded"
)

const asPublisher = "OUTRIDER_TEST_PUBLISHER" // the data folder of a test that publishes until it is killed

// TestNATS_KeepsWhatItAcknowledged kills a process with NATS in it while it publishes.
func TestNATS_KeepsWhatItAcknowledged(t *testing.T) {
	if dir := os.Getenv(asPublisher); dir != "" {
		publishForever(t, dir)
		return
	}
	dir := t.TempDir()
	host := osexec.Command(os.Args[0], "-test.run=^TestNATS_KeepsWhatItAcknowledged$", "-test.timeout=9m")
	host.Env = append(os.Environ(), asPublisher+"="+dir)
	out, err := host.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { host.Process.Kill() })
	lines := bufio.NewScanner(out)
	awaitLine(t, lines, "acknowledged 500 ")
	if err := host.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	acknowledged := 500
	for lines.Scan() {
		fmt.Sscanf(lines.Text(), "acknowledged %d", &acknowledged)
	}
	_ = host.Wait()

	_, js := startNATS(t, dir)
	stream, err := js.Stream(t.Context(), "KEPT")
	if err != nil {
		t.Fatal(err)
	}
	if kept := stream.CachedInfo().State.Msgs; kept < uint64(acknowledged) {
		t.Errorf("%d were acknowledged, %d are kept", acknowledged, kept)
	}
}

func publishForever(t *testing.T, dir string) {
	_, js := startNATS(t, dir)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "KEPT", Subjects: []string{"kept"}, Storage: jetstream.FileStorage}); err != nil {
		t.Fatal(err)
	}
	for n := 1; ; n++ {
		if _, err := js.Publish(t.Context(), "kept", []byte(strings.Repeat("x", n%1000))); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("acknowledged %d \n", n)
	}
}

func startNATS(t *testing.T, dir string) (*embedded.NATS, jetstream.JetStream) {
	t.Helper()
	n, err := embedded.StartNATS(t.Context(), newParts(t, dir), embedded.NATSOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	connection, err := n.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connection.Close)
	js, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	return n, js
}
