package plugintest

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/events/schema"
)

// schemas checks that the events which the plugin has published during the suite are what their schemas say.
func (s *suite) schemas(t *testing.T) {
	emitted, err := schema.Emitted(s.host.Manifest, os.DirFS(s.fixtures.Dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, subject := range s.host.Manifest.Events.Emits {
		shared, err := schema.Shared(subject)
		if err != nil {
			t.Fatal(err)
		}
		if shared != nil {
			own := *shared
			own.Subject = subject
			emitted = append(emitted, &own)
		}
	}
	js := s.host.JetStream(t)
	for _, one := range emitted {
		t.Run(one.Subject, func(t *testing.T) {
			stream, err := js.Stream(t.Context(), events.Stream(one.Subject))
			if err != nil {
				t.Fatalf("find the stream of %s: %v", one.Subject, err)
			}
			for sequence := uint64(1); ; sequence++ {
				message, err := stream.GetMsg(t.Context(), sequence, jetstream.WithGetMsgSubject(one.Subject))
				if errors.Is(err, jetstream.ErrMsgNotFound) {
					return
				}
				if err != nil {
					t.Fatalf("read %s: %v", one.Subject, err)
				}
				sequence = message.Sequence
				var event events.Event[json.RawMessage]
				if err := json.Unmarshal(message.Data, &event); err != nil {
					t.Fatalf("%s is no event: %v", message.Data, err)
				}
				if err := one.Check(event.Data); err != nil {
					t.Errorf("%v\n%s", err, event.Data)
				}
			}
		})
	}
}
