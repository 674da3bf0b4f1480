package broker

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"sync/atomic"

	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/trace"
)

// counters count since the start of the process.
type counters struct {
	samples, repeated, rejected         atomic.Int64
	unavailable, refused, throttled     atomic.Int64
	trespasses, deadLetters, deadUnkept atomic.Int64
	beyond, readings                    atomic.Int64
}

// take brings a message into the stream. It returns nil when the stream has it, a device.Rejected when it can never be accepted and is
// with the dead letters, and any other error when the device has to send it again.
func (b *Broker) take(s *session, kind string, payload []byte) error {
	s.messages.Add(1)
	s.lastSeen.Store(b.config.Now().UnixMilli())
	if kind == device.TopicTelemetry {
		return b.takeTelemetry(s, payload)
	}
	err := b.takeSmall(s, kind, payload)
	if rejected, ok := errors.AsType[device.Rejected](err); ok {
		b.counts.rejected.Add(1)
		if err := b.deadLetter(s, kind, rejected, payload); err != nil {
			return err
		}
	}
	return err
}

func (b *Broker) takeTelemetry(s *session, payload []byte) error {
	now := b.config.Now()
	t, err := device.ParseTelemetry(payload, now)
	if rejected, ok := errors.AsType[device.Rejected](err); ok {
		b.counts.rejected.Add(1)
		if err := b.deadLetter(s, device.TopicTelemetry, rejected, payload); err != nil {
			return err
		}
		return rejected
	}
	b.counts.repeated.Add(int64(t.Repeated))
	b.counts.rejected.Add(int64(len(t.Rejected)))
	b.counts.readings.Add(int64(len(t.Readings)))
	if refused := slices.Concat(t.Rejected, t.Readings); len(refused) > 0 {
		if err := b.burySamples(s, refused, payload); err != nil {
			return err
		}
	}
	if len(t.Accepted) == 0 {
		return t.Rejected[0]
	}
	data := events.Telemetry{DeviceID: s.device.ID, OrgID: s.device.OrgID, ReceivedAt: now.UnixMilli(), Samples: t.Accepted}
	if err := b.publishing("telemetry", s.device.OrgID, func(ctx context.Context) error {
		return b.config.Stream.PublishTelemetry(ctx, same(s.device, payload), data)
	}); err != nil {
		return err
	}
	b.counts.samples.Add(int64(len(t.Accepted)))
	return nil
}

// takeSmall takes an event, a status or a reply.
func (b *Broker) takeSmall(s *session, kind string, payload []byte) error {
	if len(payload) > device.MaxSmallBytes {
		return device.Rejected{Index: device.Whole, Reason: "the message has more than 64 KiB"}
	}
	d, now := s.device, b.config.Now()
	switch kind {
	case device.TopicEvents:
		e, err := device.ParseEvent(payload, now)
		if err != nil {
			return err
		}
		e.DeviceID, e.OrgID, e.ReceivedAt = d.ID, d.OrgID, now.UnixMilli()
		return b.publish("device.event."+d.ID, same(d, []byte(e.ID)), d.OrgID, e)
	case device.TopicStatus:
		st, err := device.ParseStatus(payload)
		if err != nil {
			return err
		}
		// A status is a state: A, B and A again are three, so its id is never one that the stream has seen.
		return b.publish("device.status."+d.ID, unique(), d.OrgID, events.DeviceStatus{
			DeviceID: d.ID, OrgID: d.OrgID, ReceivedAt: now.UnixMilli(), Model: st.Model, Firmware: st.Firmware,
			Components: st.Components, Faults: st.Faults, Network: st.Network, Configs: st.Configs,
		})
	default:
		r, err := device.ParseReply(payload)
		if err != nil {
			return err
		}
		err = b.publish("device.reply."+d.ID, same(d, payload), d.OrgID, events.DeviceReply{
			DeviceID: d.ID, OrgID: d.OrgID, ReceivedAt: now.UnixMilli(), ID: r.ID, Status: r.Status, Text: r.Text,
			Progress: r.Progress, Data: r.Data,
		})
		if err == nil && b.config.Answered != nil {
			b.config.Answered(d.OrgID, d.ID, r.ID, r.Status)
		}
		return err
	}
}

func (b *Broker) publish(subject, id, orgID string, data any) error {
	return b.publishing(events.Type(subject), orgID, func(ctx context.Context) error {
		return b.config.Stream.PublishDirect(ctx, subject, id, orgID, data)
	})
}

// publishing has publish bring an event of a kind into its stream, within a while and below a span of its own.
func (b *Broker) publishing(kind, orgID string, publish func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(b.life, publishTimeout)
	defer cancel()
	ctx, span := b.config.Tracer.Begin(ctx, "receive "+kind, otel.SpanKindConsumer)
	if span.IsRecording() {
		span.SetAttributes(trace.KeyOrganisation.String(orgID))
	}
	err := publish(ctx)
	trace.End(span, err, "not stored")
	return err
}

// same is the id of a message that says the same as any other with these bytes, so that the stream keeps one of them.
func same(d credential.Device, payload []byte) string {
	h := sha256.New()
	h.Write([]byte(d.OrgID + "/" + d.ID + "/"))
	h.Write(payload)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// unique is the id of a message that is like no other.
func unique() string { return rand.Text() }
