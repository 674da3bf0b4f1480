package streams_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
)

// Files of consumers that a crash has cut, or filled with zeros, are made anew: what was not acknowledged comes again, and nothing is lost.
func TestInstall_MendsDamagedConsumers(t *testing.T) {
	for name, damage := range map[string]func(size int64) []byte{
		"empty": func(int64) []byte { return nil },
		"cut":   nil,
		"zeros": func(size int64) []byte { return make([]byte, size) },
	} {
		t.Run(name, func(t *testing.T) {
			parts := hosttest.Parts(t)
			js, stop := begin(t, parts)
			for n := range 5 {
				if _, err := js.Publish(t.Context(), "device.status.truck", []byte(fmt.Sprint("status ", n))); err != nil {
					t.Fatal(err)
				}
			}
			if got := fetch(t, js, 2); len(got) != 2 {
				t.Fatalf("got %v", got)
			}
			stop()
			spoil(t, filepath.Join(parts.DataDir, "nats"), damage)
			js, stop = begin(t, parts)
			defer stop()
			got := strings.Join(fetch(t, js, 5), ", ")
			for n := 2; n < 5; n++ {
				if want := fmt.Sprint("status ", n); !strings.Contains(got, want) {
					t.Errorf("%s is lost; there are %s", want, got)
				}
			}
		})
	}
}

// begin starts a server as the host does, with the consumers of a plugin.
func begin(t *testing.T, parts embedded.Parts) (js jetstream.JetStream, stop func()) {
	t.Helper()
	server, err := embedded.StartNATS(t.Context(), parts, embedded.NATSOptions{})
	if err != nil {
		t.Fatal(err)
	}
	connection, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	s, err := streams.Open(t.Context(), connection, streams.Sizes{Telemetry: 64 << 20, Others: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Install(t.Context(), rooms); err != nil {
		t.Fatal(err)
	}
	if js, err = jetstream.New(connection); err != nil {
		t.Fatal(err)
	}
	return js, func() {
		connection.Close()
		server.Stop()
	}
}

// fetch takes and acknowledges up to so many messages of the plugin's consumer of device.status.
func fetch(t *testing.T, js jetstream.JetStream, most int) (got []string) {
	t.Helper()
	consumer, err := js.Consumer(t.Context(), events.StreamDevice, events.ConsumerName("rooms", "device.status"))
	if err != nil {
		t.Fatal(err)
	}
	batch, err := consumer.Fetch(most, jetstream.FetchMaxWait(2*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	for m := range batch.Messages() {
		got = append(got, string(m.Data()))
		if err := m.DoubleAck(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return got
}

// spoil damages every file of every consumer; nil cuts it in half.
func spoil(t *testing.T, dir string, damage func(size int64) []byte) {
	t.Helper()
	spoiled := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.Contains(path, string(filepath.Separator)+"obs"+string(filepath.Separator)) {
			return err
		}
		spoiled++
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if damage == nil {
			return os.Truncate(path, info.Size()/2)
		}
		return os.WriteFile(path, damage(info.Size()), 0o600)
	})
	if err != nil || spoiled == 0 {
		t.Fatalf("%d files were damaged, %v", spoiled, err)
	}
}
