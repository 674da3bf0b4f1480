package live

import (
	"fmt"
	"net/http"
	"time"

	"github.com/bluenviron/gohlslib/v2"
	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
)

const (
	// prelude is how long the first picture stands before it moves, in pictures of a tenth of a second: a player of low latency begins
	// with the first segment that is whole, and this one is at once.
	preludePictures = 5
	preludeStep     = 100 * time.Millisecond
)

// cutter cuts a stream for one variant.
type cutter struct {
	*gohlslib.Muxer
	shared shared
	name   string // differs from all others of the stream, and is in the addresses of what it cuts
	begun  bool   // with a key picture
	open   bool   // nothing but leading pictures came since
}

// begin writes the first picture of a variant of low latency some times before its own, with silence.
func (s *Stream) begin(c *cutter, units [][]byte, pts int64, at time.Time) error {
	c.begun = true
	if c.Variant != gohlslib.MuxerVariantLowLatency || (s.heard != nil && s.heard.silence == nil) {
		return nil
	}
	for n := preludePictures; n > 0; n-- {
		earlier := time.Duration(n) * preludeStep
		if err := writePicture(c.Muxer, s.video, at.Add(-earlier), pts-ticksOf(earlier, videoClock), units); err != nil {
			return err
		}
	}
	if s.heard == nil {
		return nil
	}
	const whole = preludePictures * preludeStep
	ends := pts * int64(s.heard.rate) / videoClock
	for now := ends - ticksOf(whole, s.heard.rate); now < ends; {
		unit, lasts := s.heard.silence()
		if lasts <= 0 {
			return nil
		}
		if err := s.writeUnits(c, [][]byte{unit}, now, at.Add(-time.Duration(ends-now)*time.Second/time.Duration(s.heard.rate))); err != nil {
			return err
		}
		now += lasts
	}
	return nil
}

func ticksOf(d time.Duration, rate int) int64 { return int64(d) * int64(rate) / int64(time.Second) }

// writeUnits passes sound to one variant.
func (s *Stream) writeUnits(c *cutter, units [][]byte, pts int64, at time.Time) error {
	switch codec := s.heard.codec.(type) {
	case *codecs.MPEG4Audio:
		return c.WriteMPEG4Audio(s.audio, at, pts, units)
	case *codecs.Opus:
		return c.WriteOpus(s.audio, at, pts, units)
	case *codecs.FLAC:
		for _, unit := range units { // one of each packet
			if err := c.WriteFLAC(s.audio, at, pts, unit); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("sound of %T cannot be cut", codec)
	}
}

// cutOf names the muxer that a fetch means; empty for the one that there is.
func cutOf(r *http.Request) string {
	if r.URL.RawQuery == "" {
		return ""
	}
	return r.URL.Query().Get(cutParameter)
}
