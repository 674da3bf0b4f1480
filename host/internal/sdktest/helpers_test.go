package sdktest

import (
	"encoding/json"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

// permissions are those that the host gives to a plugin which emits bookings: the SDK must get by with them.
func permissions() *server.Permissions {
	return streams.Permissions(manifest.Manifest{ID: "rooms", Events: manifest.Events{Emits: []string{bookingSubject}}})
}

func (r relayed) decode(m jetstream.Msg) (e events.Event[booked]) {
	r.t.Helper()
	if err := json.Unmarshal(m.Data(), &e); err != nil {
		r.t.Fatalf("read event: %v", err)
	}
	if err := m.Ack(); err != nil {
		r.t.Fatalf("acknowledge: %v", err)
	}
	return e
}
