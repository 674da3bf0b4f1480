package broker

import (
	"encoding/json"
	"errors"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/outrider/plugins/gateway/internal/quota"
	"outrider.dev/sdk/device"
)

// within counts what a device sends, and holds it back for a moment if it comes too fast: the device feels that its network is slow. nil: there is
// room for it.
func (b *Broker) within(d credential.Device, kind string, size int) *quota.Exceeded {
	if b.config.Quota == nil {
		return nil
	}
	wait, err := b.config.Quota.Take(d.OrgID, d.ID, kind, size)
	if exceeded, ok := errors.AsType[*quota.Exceeded](err); ok {
		b.counts.beyond.Add(1)
		b.config.Log.Debug("a device sends more than it may", "device", d.ID, "organisation", d.OrgID, "reason", exceeded.Error())
		return exceeded
	}
	if wait <= 0 {
		return nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-b.life.Done():
	}
	return nil
}

// beyond refuses a message beyond a limit: it is not stored, and so not acknowledged as if it were. MQTT 5 can say so; an older device is told on its
// topic, and its connection ends.
func (h *hook) beyond(cl *mqtt.Client, s *session, pk packets.Packet, exceeded *quota.Exceeded) (packets.Packet, error) {
	h.broker.tell(s, exceeded)
	if cl.Properties.ProtocolVersion == 5 && pk.FixedHeader.Qos > 0 {
		return pk, packets.Code{Code: packets.ErrQuotaExceeded.Code, Reason: exceeded.Error()}
	}
	if pk.FixedHeader.Qos == 0 {
		return pk, packets.CodeSuccessIgnore
	}
	h.broker.drop(cl, packets.ErrQuotaExceeded)
	return pk, packets.ErrRejectPacket
}

// notice is what a device hears on its topic of limits.
type notice struct {
	Topic  string `json:"topic"`
	Whose  string `json:"whose"`
	Unit   string `json:"unit"`
	Limit  int64  `json:"limit"`
	Until  int64  `json:"until_ms"`
	Reason string `json:"reason"`
}

// tell says which limit was passed, once a connection for each.
func (b *Broker) tell(s *session, e *quota.Exceeded) {
	if !s.tellOnce(e.Kind + " " + e.Whose + " " + e.Unit) {
		return
	}
	payload, err := json.Marshal(notice{e.Kind, e.Whose, e.Unit, e.Limit, e.Until.UnixMilli(), e.Error()})
	if err != nil {
		return // it has no such field
	}
	b.config.Log.Warn("a device is refused: it sends more than it may", "device", s.device.ID, "organisation", s.device.OrgID, "reason", e.Error())
	_ = b.server.InjectPacket(b.inline, packets.Packet{ // a device that is not there any more does not hear it
		FixedHeader: packets.FixedHeader{Type: packets.Publish}, TopicName: inside(s.device.Ref(), device.Topic(s.device.ID, device.TopicLimits)), Payload: payload,
	})
}

// tellOnce reports whether it is asked for the first time.
func (s *session) tellOnce(what string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.told[what] {
		return false
	}
	if s.told == nil {
		s.told = map[string]bool{}
	}
	s.told[what] = true
	return true
}
