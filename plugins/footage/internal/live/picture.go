package live

import (
	"errors"
	"maps"
	"strings"
	"time"

	"github.com/bluenviron/gohlslib/v2"
	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
)

// errOrder means that the muxer cannot say when a picture is decoded, which is of that picture alone.
var errOrder = errors.New("it is not known when the picture is to be decoded")

// write passes a picture on to everybody who watches; false if it could not be, so that nothing can be shown that is built on it. pts counts in ticks
// of the video clock.
func (s *Stream) write(p picture, pts int64, at time.Time) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver() {
		return true
	}
	if p.lacks {
		s.lacks = true
		return true
	}
	if p.codec != nil {
		s.change(p.codec)
	}
	s.lastPTS = pts
	if p.key {
		s.keyAt, s.keyUnits, s.lacks = s.now(), p.units, false
	}
	ok = true
	for variant, m := range s.muxers {
		m.shared.changed()
		switch err := s.writeTo(m, p, pts, at); {
		case errors.Is(err, errOrder) && !p.key:
			ok = ok && p.leading
		case err != nil:
			s.restart(variant, m, err)
		}
	}
	if p.key {
		select {
		case <-s.begun:
		default:
			close(s.begun)
		}
	}
	return ok
}

// writeTo writes a picture to one variant, which begins with a key picture.
func (s *Stream) writeTo(c *cutter, p picture, pts int64, at time.Time) error {
	switch {
	case p.key && !c.begun:
		c.open = true
		if err := s.begin(c, p.units, pts, at); err != nil {
			return err
		}
	case !c.begun || p.leading && c.open:
		return nil // it is built on what this variant does not have
	case !p.leading:
		c.open = false
	}
	err := writePicture(c.Muxer, s.video, at, pts, p.units)
	c.shared.changed()
	if err != nil && strings.HasPrefix(err.Error(), "unable to extract DTS") { // the library has no other mark for it
		return errors.Join(errOrder, err)
	}
	return err
}

// change has all variants begin anew, with other parameter sets; mu is held. Players take those from the beginning only.
func (s *Stream) change(codec codecs.Codec) {
	s.video = &gohlslib.Track{Codec: codec, ClockRate: videoClock}
	for variant, m := range maps.Clone(s.muxers) { // each is replaced meanwhile
		m.Close()
		delete(s.muxers, variant)
		if _, err := s.cut(variant); err != nil {
			s.log.Warn("a stream is not cut anew", "stream", s.ID, "error", err)
		}
	}
}

// writeAudio passes sound on, once there is a picture. pts counts in ticks of its clock.
func (s *Stream) writeAudio(units [][]byte, pts int64, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver() || s.audio == nil {
		return
	}
	for variant, m := range s.muxers {
		if !m.begun {
			continue
		}
		m.shared.changed()
		if err := s.writeUnits(m, units, pts, at); err != nil {
			s.restart(variant, m, err)
		}
	}
}

// restart drops a muxer that cannot go on, after a jump of the device's clock for one: the next playlist that is asked for makes another.
func (s *Stream) restart(variant Variant, m *cutter, err error) {
	s.log.Warn("a stream is cut anew", "stream", s.ID, "device", s.Camera.DeviceID, "channel", s.Camera.Channel, "error", err)
	m.Close()
	delete(s.muxers, variant)
}
