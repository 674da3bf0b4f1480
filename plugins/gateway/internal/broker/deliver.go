package broker

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/device"
)

// ErrNotReady says that a device cannot take a command now: it is not connected, has not subscribed, has it already on this
// connection, or owes too many acknowledgements.
var ErrNotReady = errors.New("the device is not ready")

// Deliver sends a command to a connected device with QoS 1. Config.Acknowledged tells when the device has it; until then it may have to
// be delivered again on another connection. With again it is delivered also if the device has acknowledged it on this one.
func (b *Broker) Deliver(to credential.Ref, c device.Command, again bool) error {
	s := b.sessions.get(clientID(to))
	if s != nil && again {
		s.forget(c.ID)
	}
	if s == nil || !s.reserve(c.ID) {
		return ErrNotReady
	}
	payload, err := json.Marshal(c)
	if err != nil {
		s.release(c.ID)
		return fmt.Errorf("write command %s: %w", c.ID, err)
	}
	_, unsure := s.isListening()
	err = b.server.InjectPacket(b.inline, packets.Packet{
		FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: 1},
		TopicName:   inside(to, device.Topic(to.ID, device.TopicCommands)),
		Payload:     payload,
		PacketID:    1, // never travels: the server numbers the packet for the device
		Properties:  packets.Properties{CorrelationData: []byte(c.ID)},
	})
	if err != nil {
		s.release(c.ID)
		return fmt.Errorf("send command %s: %w", c.ID, err)
	}
	if unsure { // the device asked for at most once
		s.release(c.ID)
		b.config.Acknowledged(to.OrgID, to.ID, c.ID)
	}
	return nil
}

// Listening returns the connected devices that are ready for commands.
func (b *Broker) Listening() []credential.Ref {
	var refs []credential.Ref
	for _, s := range b.sessions.all() {
		if listening, _ := s.isListening(); listening {
			refs = append(refs, s.device.Ref())
		}
	}
	return refs
}
