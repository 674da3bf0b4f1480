package live

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bluenviron/gohlslib/v2"
	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/pion/rtp"
)

// errMore means that a packet completes no picture, and that nothing is wrong with it.
var errMore = errors.New("more packets are needed")

// coding is a way to code pictures, as one session sends them. It is not safe for concurrent use.
type coding interface {
	// decode returns the units of the picture that a packet completes; errMore.
	decode(p *rtp.Packet) ([][]byte, error)
	// complete makes of the units of a picture what players take.
	complete(units [][]byte) picture
	// codec is what players are told, with the parameter sets that are known by now.
	codec() codecs.Codec
}

// picture is one picture as it goes to players.
type picture struct {
	units [][]byte
	// key tells that playing can begin with it.
	key bool
	// leading tells that it is shown before the key picture that it follows, and that nothing later is built on it.
	leading bool
	// lacks tells that playing could begin with it if the device had sent the parameter sets that it needs.
	lacks bool
	// empty tells that there is nothing in it that is known: what it should have been is lost.
	empty bool
	// codec is not nil if the pictures from this key picture on need other parameter sets than those before.
	codec codecs.Codec
}

// video is the pictures of what a device announces.
type video struct {
	media  *description.Media
	format format.Format
	coding coding
}

// videoOf is the video of an announcement: H.264 if there is some, which all browsers play, else H.265; a CodecError if there is neither.
func videoOf(announced *description.Session) (video, error) {
	var avc *format.H264
	if media := announced.FindFormat(&avc); avc != nil {
		coding, err := newH264(avc)
		return video{media, avc, coding}, err
	}
	var hevc *format.H265
	if media := announced.FindFormat(&hevc); hevc != nil {
		coding, err := newH265(hevc)
		return video{media, hevc, coding}, err
	}
	return video{}, codecErrorOf(announced)
}

// CodecError means that a device sends no picture that can be shown.
type CodecError struct{ Codecs string }

// Error implements error.
func (e *CodecError) Error() string {
	if e.Codecs == "" {
		return "the device sends no picture"
	}
	return "the device sends " + e.Codecs + ", and only H.264 and H.265 can be shown"
}

// codecErrorOf says what an announcement has instead of video that can be shown.
func codecErrorOf(announced *description.Session) *CodecError {
	var names []string
	for _, media := range announced.Medias {
		for _, f := range media.Formats {
			if media.Type == description.MediaTypeVideo {
				names = append(names, f.Codec())
			}
		}
	}
	return &CodecError{strings.Join(names, ", ")}
}

// writePicture cuts a picture for one variant.
func writePicture(m *gohlslib.Muxer, track *gohlslib.Track, at time.Time, pts int64, units [][]byte) error {
	switch codec := track.Codec.(type) {
	case *codecs.H264:
		return m.WriteH264(track, at, pts, units)
	case *codecs.H265:
		return m.WriteH265(track, at, pts, units)
	default:
		return fmt.Errorf("pictures of %T cannot be cut", codec)
	}
}
