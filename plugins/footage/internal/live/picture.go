package live

import (
	"bytes"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// parameters are the sets that a decoder needs before the first key frame. Some devices, ffmpeg among them, send them in the session's
// description only: then they are put before each key frame.
type parameters struct{ sps, pps []byte }

// complete returns the units of a picture with the parameters that it lacks, and whether playing can begin with it.
func (p *parameters) complete(units [][]byte) (whole [][]byte, key bool) {
	var hasSPS, hasPPS bool
	for _, unit := range units {
		if len(unit) == 0 {
			continue
		}
		switch h264.NALUType(unit[0] & 0x1f) {
		case h264.NALUTypeSPS:
			p.sps, hasSPS = bytes.Clone(unit), true
		case h264.NALUTypePPS:
			p.pps, hasPPS = bytes.Clone(unit), true
		case h264.NALUTypeIDR:
			key = true
		case h264.NALUTypeAccessUnitDelimiter:
			continue
		}
		whole = append(whole, unit)
	}
	if key && p.pps != nil && !hasPPS {
		whole = append([][]byte{p.pps}, whole...)
	}
	if key && p.sps != nil && !hasSPS {
		whole = append([][]byte{p.sps}, whole...)
	}
	return whole, key && p.sps != nil && p.pps != nil
}

// write passes a picture on to everybody who watches. pts counts in ticks of the video clock.
func (s *Stream) write(units [][]byte, key bool, pts int64, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver() {
		return
	}
	s.lastPTS = pts
	if key {
		s.keyAt, s.keyUnits = s.now(), units
		select {
		case <-s.begun:
		default:
			close(s.begun)
		}
	}
	for variant, m := range s.muxers {
		var err error
		if key && !m.begun {
			err = s.begin(m, units, pts, at)
		}
		if err == nil {
			err = m.WriteH264(s.video, at, pts, units)
		}
		if err != nil {
			s.restart(variant, m, err)
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
