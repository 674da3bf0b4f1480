package live

import (
	"bytes"
	"errors"

	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/bluenviron/gortsplib/v4/pkg/format/rtph265"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h265"
	"github.com/pion/rtp"
)

// hevc is H.265. As with H.264, parameter sets that come in the session's description only are put before each key picture.
type hevc struct {
	decoder       *rtph265.Decoder
	vps, sps, pps []byte
	told          []byte // the sequence parameters of the last key picture
}

func newH265(announced *format.H265) (*hevc, error) {
	decoder, err := announced.CreateDecoder()
	if err != nil {
		return nil, err
	}
	vps, sps, pps := announced.SafeParams()
	return &hevc{decoder: decoder, vps: vps, sps: sps, pps: pps, told: sps}, nil
}

func (c *hevc) codec() codecs.Codec { return &codecs.H265{VPS: c.vps, SPS: c.sps, PPS: c.pps} }

func (c *hevc) decode(p *rtp.Packet) ([][]byte, error) {
	units, err := c.decoder.Decode(p)
	if errors.Is(err, rtph265.ErrMorePacketsNeeded) || errors.Is(err, rtph265.ErrNonStartingPacketAndNoPrevious) {
		err = errMore
	}
	return units, err
}

// headOf265 is how long the head of a unit is, in bytes.
const headOf265 = 2

func (c *hevc) complete(units [][]byte) (p picture) {
	var hasVPS, hasSPS, hasPPS, hasSlice, isAside bool
	for _, unit := range units {
		if len(unit) < headOf265 {
			continue
		}
		switch kind := h265.NALUType(unit[0] >> 1 & 0x3f); kind {
		case h265.NALUType_VPS_NUT:
			c.vps, hasVPS = bytes.Clone(unit), true
		case h265.NALUType_SPS_NUT:
			c.sps, hasSPS = readable(unit, &h265.SPS{}), true
		case h265.NALUType_PPS_NUT:
			c.pps, hasPPS = readable(unit, &h265.PPS{}), true
		case h265.NALUType_IDR_W_RADL, h265.NALUType_IDR_N_LP, h265.NALUType_CRA_NUT:
			p.key, hasSlice = true, true
		case h265.NALUType_AUD_NUT, h265.NALUType_EOS_NUT, h265.NALUType_EOB_NUT, h265.NALUType_FD_NUT:
			isAside = true
			continue // an end that a device means is none for players
		case h265.NALUType_PREFIX_SEI_NUT, h265.NALUType_SUFFIX_SEI_NUT:
			isAside = true
		default:
			hasSlice = hasSlice || kind < h265.NALUType_VPS_NUT
			p.leading = p.leading || kind >= h265.NALUType_RADL_N && kind <= h265.NALUType_RASL_R
			unit = asTrailing(unit, kind)
		}
		p.units = append(p.units, unit)
	}
	if !hasSlice {
		return picture{empty: !hasVPS && !hasSPS && !hasPPS && !isAside} // the parameter sets are kept
	}
	if !p.key {
		return p
	}
	if c.vps == nil || c.sps == nil || c.pps == nil {
		return picture{lacks: true}
	}
	if !bytes.Equal(c.sps, c.told) {
		c.told, p.codec = c.sps, c.codec()
	}
	return c.withParameters(p, hasVPS, hasSPS, hasPPS)
}

// withParameters puts those parameter sets before a key picture that it does not have.
func (c *hevc) withParameters(p picture, hasVPS, hasSPS, hasPPS bool) picture {
	var lacking [][]byte
	for _, set := range []struct {
		unit []byte
		has  bool
	}{{c.vps, hasVPS}, {c.sps, hasSPS}, {c.pps, hasPPS}} {
		if !set.has {
			lacking = append(lacking, set.unit)
		}
	}
	p.leading = false
	p.units = append(lacking, p.units...)
	return p
}

// asTrailing is a unit of a picture at which a decoder may change to a higher temporal layer (TSA, STSA) as one of an ordinary picture, which it is
// too for whoever decodes all layers: the muxer does not know the others.
func asTrailing(unit []byte, kind h265.NALUType) []byte {
	if kind < h265.NALUType_TSA_N || kind > h265.NALUType_STSA_R {
		return unit
	}
	plain := bytes.Clone(unit)
	plain[0] = plain[0]&0x81 | byte(kind&1)<<1 // even kinds are not referred to, odd ones are
	return plain
}
