package broker

import (
	"sort"
	"time"
)

// Connection is a device that is connected now.
type Connection struct {
	DeviceID  string
	VehicleID string
	Model     string
	Address   string
	Protocol  string // "3.1.1" or "5"
	Since     time.Time
	LastSeen  time.Time // of its newest message
	Messages  int64     // on this connection
}

// Connections lists the connected devices of an organisation by id.
func (b *Broker) Connections(orgID string) []Connection {
	list := []Connection{}
	for _, s := range b.sessions.all() {
		if s.device.OrgID != orgID {
			continue
		}
		list = append(list, Connection{
			DeviceID: s.device.ID, VehicleID: s.device.VehicleID, Model: s.device.Model, Address: host(s.client.Net.Remote),
			Protocol: protocol(s.client.Properties.ProtocolVersion), Since: s.since,
			LastSeen: time.UnixMilli(s.lastSeen.Load()).UTC(), Messages: s.messages.Load(),
		})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].DeviceID < list[j].DeviceID })
	return list
}

// Counts are totals since the gateway started, of all organisations.
type Counts struct {
	Connections int   // now
	Samples     int64 // in the stream
	Repeated    int64 // samples whose time stood twice in one message
	Rejected    int64 // samples and messages that can never be accepted
	Readings    int64 // readings of vehicles that were left out of their samples
	DeadLetters int64 // letters that were due
	DeadUnkept  int64 // of those, beyond a device's allowance and only counted
	Unavailable int64 // messages that the stream did not take; their devices were disconnected
	Refused     int64 // wrong keys
	Throttled   int64 // attempts that were not even looked at
	Beyond      int64 // messages and connections beyond a limit
	Trespasses  int64 // messages on topics that are not the device's own
}

// Counts returns the totals.
func (b *Broker) Counts() Counts {
	c := &b.counts
	return Counts{
		Connections: len(b.sessions.all()), Samples: c.samples.Load(), Repeated: c.repeated.Load(), Rejected: c.rejected.Load(),
		DeadLetters: c.deadLetters.Load(), DeadUnkept: c.deadUnkept.Load(), Unavailable: c.unavailable.Load(),
		Refused: c.refused.Load(), Throttled: c.throttled.Load(), Trespasses: c.trespasses.Load(), Beyond: c.beyond.Load(),
		Readings: c.readings.Load(),
	}
}

func protocol(version byte) string {
	switch version {
	case 5:
		return "5"
	case 4:
		return "3.1.1"
	default:
		return "3.1"
	}
}
