package live

import (
	"errors"
	"time"

	"github.com/bluenviron/gortsplib/v4/pkg/rtpreorderer"
	"github.com/pion/rtp"
)

const (
	// outOfOrder is how many packets may come before one that they should follow; it is a power of two.
	outOfOrder = 16
	// mostOld is how many packets on end may be ones that came before; after more of them the device counts anew.
	mostOld = 256
	// jump is how far a device's clock may be from the time that really passes before it counts as set anew.
	jump = 10 * time.Second
)

// intake makes pictures of packets. A picture that lacks a packet is not shown, nor those that are built on it, up to the next key frame:
// players stop at rubbish, and a short standstill is the lesser evil.
type intake struct {
	//lint:ignore SA1019 its successor reports to the device too, which the server does already
	order   *rtpreorderer.Reorderer
	coding  coding
	last    uint16 // number of the newest packet whose turn it was
	old     int    // packets since then that came before; more than mostOld before the first
	damaged bool
	open    bool // the last key picture followed damage: what is shown before it may be built on what was lost
	clock   clock
}

func newIntake(coding coding) *intake {
	//lint:ignore SA1019 as above
	order := &rtpreorderer.Reorderer{BufferSize: outOfOrder}
	order.Initialize()
	return &intake{order: order, coding: coding, old: mostOld + 1, damaged: true, clock: clock{rate: videoClock}}
}

// inOrder takes a packet and gives those whose turn it is. Whole pictures may come twice: a few dozen old packets do not mean that the device counts anew.
func (i *intake) inOrder(p *rtp.Packet) []*rtp.Packet {
	if int16(p.SequenceNumber-i.last) <= 0 && i.old <= mostOld { // numbers go round
		i.old++
		return nil
	}
	list, lost := i.order.Process(p)
	if len(list) > 0 {
		i.last, i.old = list[len(list)-1].SequenceNumber, 0
	}
	i.damaged = i.damaged || lost > 0
	return list
}

// add is the picture that a packet completes; false if there is none, or none that can be shown.
func (i *intake) add(p *rtp.Packet) (picture, bool) {
	units, err := i.coding.decode(p)
	if err != nil {
		i.damaged = i.damaged || !errors.Is(err, errMore)
		return picture{}, false
	}
	shown := i.coding.complete(units)
	i.damaged = i.damaged || shown.empty
	return shown, shown.lacks || len(shown.units) > 0 && i.shows(shown)
}

// shows reports whether a picture can be shown.
func (i *intake) shows(p picture) bool {
	switch {
	case p.key:
		i.open, i.damaged = i.damaged, false
	case p.leading:
		return !i.damaged && !i.open
	default:
		i.open = false
	}
	return !i.damaged
}

// clock makes time run on evenly when a device sets its own anew: players do not follow a jump.
type clock struct {
	rate   int64 // ticks a second
	offset int64
	last   int64
	at     time.Time // when last was told; zero before
}

// steady is a device's time in ticks, as it goes to players; now is the server's.
func (c *clock) steady(ticks int64, now time.Time) int64 {
	passed := int64(now.Sub(c.at).Seconds() * float64(c.rate))
	if apart := ticks + c.offset - c.last - passed; !c.at.IsZero() && max(apart, -apart) > int64(jump.Seconds())*c.rate {
		c.offset = c.last + max(passed, c.rate/30) - ticks
	}
	c.last, c.at = ticks+c.offset, now
	return c.last
}
