package live

import (
	"time"

	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"
	"github.com/pion/rtp"
)

// Sound says whether a stream has sound.
type Sound string

// Sounds. SoundUnknown is that of a stream whose device has not come yet, SoundUnsupported that of one which sends a codec that players of
// HLS do not have.
const (
	SoundUnknown     Sound = "unknown"
	SoundNone        Sound = "none"
	SoundPlaying     Sound = "playing"
	SoundUnsupported Sound = "unsupported"
)

// sound is what a device lets hear, as it is shown: AAC and Opus as they come, what else can be decoded as FLAC, which loses nothing.
type sound struct {
	media  *description.Media
	format format.Format
	codec  codecs.Codec
	rate   int // ticks a second of its clock
	// decode makes of a packet what players take.
	decode func(*rtp.Packet) ([][]byte, error)
	// silence is a unit in which nothing is heard, and how long it lasts in ticks; nil for a codec of which none is known.
	silence func() ([]byte, int64)
}

// soundOf is the sound of what a device announces; nil if there is none that can be played, and why not.
func soundOf(announced *description.Session) (*sound, Sound) {
	state := SoundNone
	for _, m := range announced.Medias {
		if m.Type != description.MediaTypeAudio {
			continue
		}
		for _, f := range m.Formats {
			if s := playable(f); s != nil {
				s.media, s.format = m, f
				return s, SoundPlaying
			}
		}
		state = SoundUnsupported
	}
	return nil, state
}

// playable is how a format is shown; nil if it cannot be.
func playable(f format.Format) *sound {
	switch f := f.(type) {
	case *format.MPEG4Audio:
		return aac(f)
	case *format.Opus:
		units, err := f.CreateDecoder()
		if err != nil {
			return nil
		}
		return &sound{
			codec: &codecs.Opus{ChannelCount: f.ChannelCount}, rate: f.ClockRate(), silence: func() ([]byte, int64) { return []byte{0xf8, 0xff, 0xfe}, opusSilence },
			decode: func(p *rtp.Packet) ([][]byte, error) {
				unit, err := units.Decode(p)
				return [][]byte{unit}, err
			},
		}
	case *format.G711:
		return uncompressedG711(f)
	case *format.G726:
		return speech(f)
	case *format.LPCM:
		return uncompressedLPCM(f)
	default:
		return nil
	}
}

const opusSilence = 960 // ticks: 20 ms

// silentAAC are empty units of AAC-LC for one and two channels.
var silentAAC = map[int][]byte{
	1: {0x00, 0xc8, 0x00, 0x80, 0x23, 0x80},
	2: {0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80},
}

func aac(f *format.MPEG4Audio) *sound {
	units, err := f.CreateDecoder()
	if err != nil || f.Config == nil {
		return nil
	}
	s := &sound{codec: &codecs.MPEG4Audio{Config: *f.Config}, rate: f.Config.SampleRate, decode: units.Decode}
	//lint:ignore SA1019 silence is known by how many channels there are, which its successor does not say
	if silent := silentAAC[f.Config.ChannelCount]; silent != nil && f.Config.Type == mpeg4audio.ObjectTypeAACLC {
		s.silence = func() ([]byte, int64) { return silent, mpeg4audio.SamplesPerAccessUnit }
	}
	return s
}

// listen passes the sound of a session on to its stream.
func (*Server) listen(session *gortsplib.ServerSession, stream *Stream, heard *sound) {
	beat := clock{rate: int64(heard.rate)}
	session.OnPacketRTP(heard.media, heard.format, func(p *rtp.Packet) {
		pts, ok := session.PacketPTS2(heard.media, p)
		if !ok {
			return
		}
		if units, err := heard.decode(p); err == nil {
			at := time.Now()
			stream.writeAudio(units, beat.steady(pts, at), at)
		}
	})
}
