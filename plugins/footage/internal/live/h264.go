package live

import (
	"bytes"
	"errors"

	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/bluenviron/gortsplib/v4/pkg/format/rtph264"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/pion/rtp"
)

// avc is H.264. Some devices, ffmpeg among them, send parameter sets in the session's description only: then they are put before each key picture.
type avc struct {
	decoder  *rtph264.Decoder
	sps, pps []byte
	told     []byte // the sequence parameters of the last key picture
}

func newH264(announced *format.H264) (*avc, error) {
	decoder, err := announced.CreateDecoder()
	if err != nil {
		return nil, err
	}
	sps, pps := announced.SafeParams()
	return &avc{decoder: decoder, sps: sps, pps: pps, told: sps}, nil
}

func (c *avc) codec() codecs.Codec { return &codecs.H264{SPS: c.sps, PPS: c.pps} }

func (c *avc) decode(p *rtp.Packet) ([][]byte, error) {
	units, err := c.decoder.Decode(p)
	if errors.Is(err, rtph264.ErrMorePacketsNeeded) || errors.Is(err, rtph264.ErrNonStartingPacketAndNoPrevious) {
		err = errMore
	}
	return units, err
}

func (c *avc) complete(units [][]byte) (p picture) {
	var hasSPS, hasPPS, hasSlice, isAside bool
	for _, unit := range units {
		if len(unit) == 0 {
			continue
		}
		switch h264.NALUType(unit[0] & 0x1f) {
		case h264.NALUTypeSPS:
			c.sps, hasSPS = readable(unit, &h264.SPS{}), true
		case h264.NALUTypePPS:
			c.pps, hasPPS = bytes.Clone(unit), true
		case h264.NALUTypeIDR:
			p.key, hasSlice = true, true
		case h264.NALUTypeNonIDR, h264.NALUTypeDataPartitionA:
			hasSlice = true
		case h264.NALUTypeSEI:
			isAside = true
		case h264.NALUTypeAccessUnitDelimiter:
			isAside = true
			continue
		}
		p.units = append(p.units, unit)
	}
	if !hasSlice {
		return picture{empty: !hasSPS && !hasPPS && !isAside} // the parameter sets are kept
	}
	if !p.key {
		return p
	}
	if c.sps == nil || c.pps == nil {
		return picture{lacks: true}
	}
	if !bytes.Equal(c.sps, c.told) {
		c.told, p.codec = c.sps, c.codec()
	}
	if !hasPPS {
		p.units = append([][]byte{c.pps}, p.units...)
	}
	if !hasSPS {
		p.units = append([][]byte{c.sps}, p.units...)
	}
	return p
}

// readable is a copy of a parameter set; nil if it cannot be read: what follows it up to one that can is not shown.
func readable(unit []byte, as interface{ Unmarshal([]byte) error }) []byte {
	if as.Unmarshal(unit) != nil {
		return nil
	}
	return bytes.Clone(unit)
}
