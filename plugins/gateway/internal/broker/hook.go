package broker

import (
	"bytes"
	"errors"
	"net"
	"strings"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/outrider/plugins/gateway/internal/quota"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

// maxKeepAlive in seconds also stands in for none at all, so that a connection whose device is gone does not stay for ever.
const maxKeepAlive = 600

// hook is what the MQTT server asks. The server calls it from one goroutine a client, which it holds up.
type hook struct {
	mqtt.HookBase
	broker *Broker
}

var provided = []byte{
	mqtt.OnConnect, mqtt.OnConnectAuthenticate, mqtt.OnACLCheck, mqtt.OnSessionEstablish, mqtt.OnSessionEstablished, mqtt.OnDisconnect,
	mqtt.OnPacketRead, mqtt.OnPacketEncode, mqtt.OnPublish, mqtt.OnQosPublish, mqtt.OnSubscribed, mqtt.OnUnsubscribed,
}

// ID names the hook.
func (h *hook) ID() string { return "gateway" }

// Provides reports which questions the hook answers.
func (h *hook) Provides(b byte) bool { return bytes.IndexByte(provided, b) >= 0 }

// OnConnect settles what a device may ask of its connection. It has no will: its presence tells when it is gone.
func (h *hook) OnConnect(cl *mqtt.Client, _ packets.Packet) error {
	cl.Properties.Will = mqtt.Will{}
	if cl.State.Keepalive == 0 || cl.State.Keepalive > maxKeepAlive {
		cl.State.Keepalive, cl.State.ServerKeepalive = maxKeepAlive, true
	}
	return nil
}

// OnConnectAuthenticate lets a device in by its id and key.
func (h *hook) OnConnectAuthenticate(cl *mqtt.Client, pk packets.Packet) bool {
	b := h.broker
	id, address := string(pk.Connect.Username), host(cl.Net.Remote)
	if !b.limiter.Allow(address, id) {
		b.counts.throttled.Add(1)
		return false
	}
	d, ok := b.config.Devices.Authenticate(id, string(pk.Connect.Password))
	if !ok {
		b.limiter.Failed(address, id)
		b.counts.refused.Add(1)
		b.config.Log.Debug("a device was refused", "device", clip(id), "address", address)
		return false
	}
	b.limiter.Succeeded(address, id)
	if err := b.within(d, quota.Connects, 0); err != nil {
		return false
	}
	keep(cl)
	// The device is the client id: a second connection of a device takes the first one over, whatever it calls itself.
	cl.ID = clientID(d.Ref())
	now := b.config.Now()
	s := &session{client: cl, device: d, since: now, sent: map[uint16]string{}, underWay: map[string]bool{}}
	s.lastSeen.Store(now.UnixMilli())
	b.sessions.put(s)
	return true
}

// OnSessionEstablished tells the others that a device came.
func (h *hook) OnSessionEstablished(cl *mqtt.Client, _ packets.Packet) {
	s := h.broker.sessions.of(cl)
	if s == nil {
		return
	}
	if !h.broker.config.Devices.Holds(s.device) { // it may have lost its right while it connected
		h.broker.drop(cl, packets.ErrAdministrativeAction)
		return
	}
	if err := h.broker.announce(s, true, ""); err != nil {
		h.broker.config.Log.Warn("a connection is not announced", "device", s.device.ID, "error", err)
		h.broker.drop(cl, packets.ErrServerBusy)
	}
}

// OnDisconnect tells the others that a device went, unless it has come back already.
func (h *hook) OnDisconnect(cl *mqtt.Client, err error, _ bool) {
	s := h.broker.sessions.remove(cl)
	if s == nil {
		return
	}
	if err := h.broker.announce(s, false, reason(cl, err)); err != nil {
		h.broker.config.Log.Warn("the end of a connection is not announced", "device", s.device.ID, "error", err)
	}
}

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

func (b *Broker) announce(s *session, connected bool, why string) error {
	now := b.config.Now()
	return b.publish("device.connection."+s.device.ID, unique(), s.device.OrgID, events.DeviceConnection{
		DeviceID: s.device.ID, OrgID: s.device.OrgID, Connected: connected, At: now.UnixMilli(), Reason: why,
	})
}

func reason(cl *mqtt.Client, err error) string {
	if cause := cl.StopCause(); cause != nil {
		return cause.Error()
	}
	if err != nil {
		return "connection lost"
	}
	return "disconnected"
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
