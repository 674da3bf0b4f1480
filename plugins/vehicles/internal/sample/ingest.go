// Package sample is what devices measure: how it is taken from the event streams, kept and listed. Everything may come twice, late or in any
// order; what was taken before changes nothing.
package sample

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// Samples is where samples are kept.
type Samples interface {
	Take(ctx context.Context, orgID string, batch []events.Telemetry) (Taken, error)
	MakePartition(ctx context.Context, day time.Time) error
}

// Presences is where what devices are doing is kept.
type Presences interface {
	ApplyStatus(ctx context.Context, orgID string, status events.DeviceStatus) error
	ApplyConnections(ctx context.Context, orgID string, batch []events.DeviceConnection) (unknown []int, err error)
}

// Marker is told which devices changed.
type Marker interface {
	Mark(orgID string, deviceIDs ...string)
}

// DeadLetter puts a message that nobody will ever take among the dead letters, where an operator finds it.
type DeadLetter func(ctx context.Context, e events.Event[events.Telemetry], why error) error

// Ingest takes what devices send. Its methods are the handlers of event consumers.
type Ingest struct {
	samples    Samples
	presences  Presences
	joint      *groupCommit
	marker     Marker
	deadLetter DeadLetter
	log        *slog.Logger
	days       *days
	now        func() time.Time
}

// NewIngest returns an Ingest.
func NewIngest(samples Samples, presences Presences, marker Marker, deadLetter DeadLetter, log *slog.Logger, now func() time.Time) *Ingest {
	return &Ingest{samples: samples, presences: presences, joint: newGroupCommit(samples), marker: marker, deadLetter: deadLetter, log: log, days: newDays(samples), now: now}
}

// Telemetry takes a batch of one partition of the stream: a transaction an organisation.
func (i *Ingest) Telemetry(ctx context.Context, batch []events.Event[events.Telemetry]) error {
	orgs, order := byOrg(batch)
	for _, orgID := range order {
		if err := i.organisation(ctx, orgID, orgs[orgID]); err != nil {
			return err
		}
	}
	return nil
}

func (i *Ingest) organisation(ctx context.Context, orgID string, batch []events.Event[events.Telemetry]) error {
	messages := make([]events.Telemetry, len(batch))
	for n, e := range batch {
		kept, outside := inTime(e.Data, i.now())
		if len(outside.Samples) > 0 {
			lost := e
			lost.Data = outside
			if err := i.deadLetter(ctx, lost, errors.New("the sample is too old or too far ahead")); err != nil {
				return err
			}
		}
		messages[n] = kept
	}
	if err := i.days.ensure(ctx, messages); err != nil {
		return err
	}
	taken, err := i.joint.Take(ctx, orgID, messages)
	if fault.KindOf(err) == fault.NotFound {
		return i.deadLetterAll(ctx, batch, fmt.Errorf("organisation %s does not exist", orgID))
	}
	if err != nil {
		return err
	}
	for _, n := range taken.Unknown {
		if err := i.deadLetter(ctx, batch[n], fmt.Errorf("organisation %s has no device %s", orgID, batch[n].Data.DeviceID)); err != nil {
			return err
		}
	}
	if taken.Differing > 0 {
		i.log.Warn("samples came again with other values; the first were kept", "org", orgID, "samples", taken.Differing)
	}
	i.marker.Mark(orgID, taken.Changed...)
	return nil
}

func (i *Ingest) deadLetterAll(ctx context.Context, batch []events.Event[events.Telemetry], why error) error {
	for _, e := range batch {
		if err := i.deadLetter(ctx, e, why); err != nil {
			return err
		}
	}
	return nil
}

// Status takes what a device says about itself.
func (i *Ingest) Status(ctx context.Context, e events.Event[events.DeviceStatus]) error {
	err := i.presences.ApplyStatus(ctx, e.OrgID, e.Data)
	return i.applied(e.OrgID, e.Data.DeviceID, err)
}

// Connections takes which devices came or went: a transaction an organisation.
func (i *Ingest) Connections(ctx context.Context, batch []events.Event[events.DeviceConnection]) error {
	orgs, order := byOrg(batch)
	for _, orgID := range order {
		if err := i.connections(ctx, orgID, orgs[orgID]); err != nil {
			return err
		}
	}
	return nil
}

// connections fails for a batch with news of a device that nobody has, so that they are tried one by one.
func (i *Ingest) connections(ctx context.Context, orgID string, batch []events.Event[events.DeviceConnection]) error {
	list, ids := make([]events.DeviceConnection, len(batch)), make([]string, len(batch))
	for n, e := range batch {
		list[n], ids[n] = e.Data, e.Data.DeviceID
	}
	unknown, err := i.presences.ApplyConnections(ctx, orgID, list)
	if fault.KindOf(err) == fault.NotFound {
		return events.Permanent(fmt.Errorf("organisation %s does not exist", orgID))
	}
	if err != nil {
		return err
	}
	if len(unknown) > 0 {
		return events.Permanent(fmt.Errorf("organisation %s has no device %s", orgID, ids[unknown[0]]))
	}
	i.marker.Mark(orgID, ids...)
	return nil
}

// byOrg divides a batch, and says in which order its organisations come.
func byOrg[T any](batch []events.Event[T]) (orgs map[string][]events.Event[T], order []string) {
	orgs = map[string][]events.Event[T]{}
	for _, e := range batch {
		if _, seen := orgs[e.OrgID]; !seen {
			order = append(order, e.OrgID)
		}
		orgs[e.OrgID] = append(orgs[e.OrgID], e)
	}
	return orgs, order
}

// applied marks the device, or sends news of one that nobody has to the dead letters.
func (i *Ingest) applied(orgID, deviceID string, err error) error {
	if fault.KindOf(err) == fault.NotFound {
		return events.Permanent(fmt.Errorf("organisation %s has no device %s", orgID, deviceID))
	}
	if err != nil {
		return err
	}
	i.marker.Mark(orgID, deviceID)
	return nil
}
