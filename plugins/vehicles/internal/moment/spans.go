package moment

import (
	"cmp"
	"container/list"
	"math"
	"slices"
	"sync"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/fleet"
)

const (
	// mostPoints bounds those of all spans that are kept, 24 bytes each: the day of 400 vehicles, six hours of 1,600.
	mostPoints = 2_500_000
	// stepMs is how far apart readings of a span are kept that say the same: a map at a moment is right to so much.
	stepMs = 15_000
)

// spanKey is a packed span as it was when so many samples of it had been taken: another number is another span.
type spanKey struct {
	OrgID, DeviceID, VehicleID string
	SpanMs, Taken              int64
}

// spans keeps the spans that were read last, so that the moments around one are answered without unpacking.
type spans struct {
	mu    sync.Mutex
	most  int
	count int
	order *list.List // the newest first
	byKey map[spanKey]*list.Element
}

type kept struct {
	key    spanKey
	points []point
}

func newSpans(most int) *spans {
	return &spans{most: most, order: list.New(), byKey: map[spanKey]*list.Element{}}
}

func (s *spans) get(key spanKey) ([]point, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.byKey[key]
	if at == nil {
		return nil, false
	}
	s.order.MoveToFront(at)
	return at.Value.(kept).points, true
}

func (s *spans) put(key spanKey, points []point) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byKey[key] != nil || len(points) > s.most {
		return
	}
	s.byKey[key] = s.order.PushFront(kept{key, points})
	for s.count += len(points) + 1; s.count > s.most; {
		oldest := s.order.Remove(s.order.Back()).(kept)
		delete(s.byKey, oldest.key)
		s.count -= len(oldest.points) + 1
	}
}

// point is a reading in little room: a map needs no more of it.
type point struct {
	afterMs      int32  // the beginning of the span
	lat, lng     int32  // ten-millionths of a degree
	speed, limit uint16 // tenths of km/h
	heading      uint16 // degrees
	has          uint16
	ignition     bool
}

const (
	perDegree = 10_000_000
	perKmh    = 10
)

// pointsOf leaves out readings that say nothing new of what a vehicle does within a step, in room of their own.
func pointsOf(c *history.Columns, spanMs int64) []point {
	few, times := make([]point, 0, len(c.Times)/3+1), c.Times
	lat, lng, speed, limit, heading := c.In(history.Lat, perDegree), c.In(history.Lng, perDegree), c.In(history.Speed, perKmh), c.In(history.Limit, perKmh), c.In(history.Heading, 1)
	moving, ends := c.Above(history.Speed, fleet.MovingSpeedKmh), int64(math.MinInt64) // ends: the step of the last one that was kept
	var was, same uint32                                                               // what the last one did, and this one does
	for i, timeMs := range times {
		has := c.Has(i)
		same = uint32(has & history.HasPosition)
		if c.On(i) {
			same |= 1 << 16
		}
		if has&history.HasSpeed != 0 && moving.At(i) {
			same |= 1 << 17
		}
		if timeMs < ends && same == was && (i+1 == len(times) || times[i+1]-timeMs < stepMs) {
			continue
		}
		was, ends = same, timeMs-timeMs%stepMs+stepMs
		p := point{afterMs: int32(timeMs - spanMs), has: has, ignition: c.On(i)}
		if p.has&history.HasPosition != 0 {
			p.lat, p.lng = int32(lat.At(i)), int32(lng.At(i))
		}
		if p.has&history.HasSpeed != 0 {
			p.speed = unsigned(speed.At(i))
		}
		if p.has&history.HasLimit != 0 {
			p.limit = unsigned(limit.At(i))
		}
		if p.has&history.HasHeading != 0 {
			p.heading = unsigned(heading.At(i))
		}
		few = append(few, p)
	}
	return slices.Clip(few)
}

func unsigned(parts int64) uint16 { return uint16(min(math.MaxUint16, max(0, parts))) }

// buffers are what spans are unpacked into.
var buffers = sync.Pool{New: func() any { return &history.Columns{} }}

// unpack makes the points of a packed span.
func unpack(packed []byte, spanMs int64) ([]point, error) {
	columns := buffers.Get().(*history.Columns) // only columns are put there
	defer buffers.Put(columns)
	if err := columns.Read(packed); err != nil {
		return nil, err
	}
	return pointsOf(columns, spanMs), nil
}

// reading is the point again.
func (p point) reading(spanMs int64) *history.Reading {
	return &history.Reading{
		TimeMs: spanMs + int64(p.afterMs), Lat: float64(p.lat) / perDegree, Lng: float64(p.lng) / perDegree, SpeedKmh: float64(p.speed) / perKmh, SpeedLimitKmh: float64(p.limit) / perKmh,
		HeadingDeg: float64(p.heading), Has: p.has, Ignition: p.ignition,
	}
}

// before are the points of the time of a trail before an instant.
func before(points []point, spanMs, atMs int64) (list []*history.Reading) {
	for _, p := range points {
		if timeMs := spanMs + int64(p.afterMs); timeMs > atMs-trailMs && timeMs <= atMs {
			list = append(list, p.reading(spanMs))
		}
	}
	return list
}

// lastIn finds the last point, and the last with a position, that are not after an instant; nil if there is none.
func lastIn(points []point, spanMs, atMs int64) (last, place *history.Reading) {
	end, _ := slices.BinarySearchFunc(points, atMs-spanMs+1, func(p point, after int64) int { return cmp.Compare(int64(p.afterMs), after) })
	for i := end - 1; i >= 0; i-- {
		if last == nil {
			last = points[i].reading(spanMs)
		}
		if points[i].has&history.HasPosition != 0 {
			return last, points[i].reading(spanMs)
		}
	}
	return last, nil
}
