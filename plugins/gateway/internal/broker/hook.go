package broker

import (
	"bytes"
	"errors"
	"net"
	"strings"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/sdk/device"
)

// hook is what the MQTT server asks. A client has one packet at a time, which it holds up.
type hook struct {
	mqtt.HookBase
	broker *Broker
}

var provided = []byte{
	mqtt.OnACLCheck, mqtt.OnPacketRead, mqtt.OnPacketEncode, mqtt.OnPublish, mqtt.OnQosPublish, mqtt.OnSubscribed, mqtt.OnUnsubscribed,
}

// ID names the hook.
func (h *hook) ID() string { return "gateway" }

// Provides reports which questions the hook answers.
func (h *hook) Provides(b byte) bool { return bytes.IndexByte(provided, b) >= 0 }

// OnACLCheck keeps a device to its own topics. Publishing anywhere else ends the connection unacknowledged.
func (h *hook) OnACLCheck(cl *mqtt.Client, topic string, write bool) bool {
	s := h.broker.sessions.of(cl)
	if s == nil {
		return write // taken over: OnPublish takes nothing of it
	}
	kind, own := kindOf(s.device.Ref(), topic)
	if !write {
		return own && (kind == device.TopicCommands || kind == device.TopicStatus || kind == device.TopicLimits)
	}
	if own && device.Uplink(kind) {
		return true
	}
	h.broker.counts.trespasses.Add(1)
	h.broker.config.Log.Warn("a device published on a topic that is not its own", "device", s.device.ID, "topic", clip(topic))
	h.broker.drop(cl, packets.ErrNotAuthorized)
	return false
}

// OnPacketRead gives topics their names inside, ends a connection that asks for QoS 2, and sees which commands a device acknowledges.
func (h *hook) OnPacketRead(cl *mqtt.Client, pk packets.Packet) (packets.Packet, error) {
	switch pk.FixedHeader.Type {
	case packets.Publish:
		if pk.FixedHeader.Qos > 1 {
			h.broker.drop(cl, packets.ErrQosNotSupported)
			return pk, packets.ErrRejectPacket
		}
		if s := h.broker.sessions.of(cl); s != nil {
			pk.TopicName = inside(s.device.Ref(), pk.TopicName)
		}
	case packets.Subscribe, packets.Unsubscribe:
		if s := h.broker.sessions.of(cl); s != nil {
			for i := range pk.Filters {
				pk.Filters[i].Filter = inside(s.device.Ref(), pk.Filters[i].Filter)
			}
		}
	case packets.Puback:
		if s := h.broker.sessions.of(cl); s != nil {
			if commandID, ok := s.acknowledged(pk.PacketID); ok {
				h.broker.config.Acknowledged(s.device.OrgID, s.device.ID, commandID)
				h.broker.config.Waiting(s.device.Ref())
			}
		}
	}
	return pk, nil
}

// OnPacketEncode gives a topic its name outside.
func (h *hook) OnPacketEncode(_ *mqtt.Client, pk packets.Packet) packets.Packet {
	if pk.FixedHeader.Type == packets.Publish {
		pk.TopicName = outside(pk.TopicName)
	}
	return pk
}

// OnSubscribed sees that a device is ready for its commands.
func (h *hook) OnSubscribed(cl *mqtt.Client, pk packets.Packet, codes []byte) {
	for i, filter := range pk.Filters {
		if s := h.broker.sessions.of(cl); s != nil && codes[i] <= 1 && strings.HasSuffix(filter.Filter, "/"+device.TopicCommands) {
			s.listen(codes[i])
			h.broker.config.Waiting(s.device.Ref())
		}
	}
}

// OnUnsubscribed sees that a device wants no commands any more.
func (h *hook) OnUnsubscribed(cl *mqtt.Client, pk packets.Packet) {
	for _, filter := range pk.Filters {
		if s := h.broker.sessions.of(cl); s != nil && strings.HasSuffix(filter.Filter, "/"+device.TopicCommands) {
			s.deaf()
		}
	}
}

// OnPublish takes a device's message. The server acknowledges after it returns; a rejected packet is never acknowledged.
func (h *hook) OnPublish(cl *mqtt.Client, pk packets.Packet) (packets.Packet, error) {
	if cl.Net.Inline {
		return pk, nil
	}
	b := h.broker
	s := b.sessions.of(cl)
	if s == nil {
		return pk, packets.ErrRejectPacket
	}
	kind, _ := kindOf(s.device.Ref(), pk.TopicName)
	if exceeded := b.within(s.device, kind, len(pk.Payload)); exceeded != nil {
		return h.beyond(cl, s, pk, exceeded)
	}
	err := b.take(s, kind, pk.Payload)
	if rejected, ok := errors.AsType[device.Rejected](err); ok {
		b.config.Log.Debug("a message was refused", "device", s.device.ID, "topic", kind, "reason", rejected.Error())
		if cl.Properties.ProtocolVersion == 5 && pk.FixedHeader.Qos > 0 {
			return pk, packets.Code{Code: packets.ErrPayloadFormatInvalid.Code, Reason: rejected.Error()}
		}
		return pk, packets.CodeSuccessIgnore
	}
	if err != nil {
		b.counts.unavailable.Add(1)
		b.config.Log.Warn("a message is not stored, its device is disconnected", "device", s.device.ID, "topic", kind, "error", err)
		b.drop(cl, packets.ErrServerBusy)
		return pk, packets.ErrRejectPacket
	}
	if kind == device.TopicStatus {
		return pk, nil // the server keeps it, if it is to be retained
	}
	return pk, packets.CodeSuccessIgnore
}

// OnQosPublish sees in which packet a command travels.
func (h *hook) OnQosPublish(cl *mqtt.Client, pk packets.Packet, _ int64, _ int) {
	if pk.FixedHeader.Type != packets.Publish || len(pk.Properties.CorrelationData) == 0 {
		return
	}
	if s := h.broker.sessions.of(cl); s != nil {
		s.remember(pk.PacketID, string(pk.Properties.CorrelationData))
	}
}

func host(remote string) string {
	if address, _, err := net.SplitHostPort(remote); err == nil {
		return address
	}
	return remote
}

// clip keeps what a stranger sent short in the log.
func clip(text string) string {
	if len(text) > 80 {
		text = text[:80] + "…"
	}
	return strings.ToValidUTF8(text, "?")
}
