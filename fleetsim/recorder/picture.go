package recorder

import (
	"image"
	"sync"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/events"
)

// size of a picture in pixels, and how many there are in a second.
type size struct {
	width, height, fps int
}

var (
	mainSize = size{704, 576, 12}
	subSize  = size{352, 288, 10}
)

// eyes see what the vehicle does at any instant. They are safe for concurrent use.
type eyes struct {
	open    func() *traffic.Vehicle
	mu      sync.Mutex
	vehicle *traffic.Vehicle // made when it is first needed: most vehicles are never looked at
}

// at is the vehicle's reading at an instant.
func (e *eyes) at(t time.Time) (sample events.Sample, title string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.vehicle == nil {
		e.vehicle = e.open()
	}
	return e.vehicle.Sample(t), e.vehicle.Vehicle
}

// picture paints what channel sees at t.
func (e *eyes) picture(img *image.RGBA, channel int, t time.Time) {
	sample, title := e.at(t)
	draw(img, view{
		at: t, channel: channel, title: title, speedKmh: or(sample.SpeedKmh), headDeg: or(sample.HeadingDeg), distanceM: or(sample.OdometerM),
	})
}

func or(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}
