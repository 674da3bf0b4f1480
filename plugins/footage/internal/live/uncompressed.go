package live

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	codec "github.com/bluenviron/mediacommon/v2/pkg/codecs/flac"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/g711"
	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
	"github.com/pion/rtp"

	"outrider.dev/outrider/plugins/footage/internal/g726"
)

const (
	depth = 16 // bits of a sample
	// shortest and longest bound the samples of a unit, as FLAC does.
	shortest, longest = 16, 65_535
)

var errSamples = errors.New("there are too few or too many samples")

func uncompressedG711(f *format.G711) *sound {
	units, err := f.CreateDecoder()
	if err != nil {
		return nil
	}
	return uncompressed(f.SampleRate, f.ChannelCount, func(p *rtp.Packet) ([]byte, error) {
		raw, err := units.Decode(p)
		if f.MULaw {
			var linear g711.Mulaw
			linear.Unmarshal(raw)
			return linear, err
		}
		var linear g711.Alaw
		linear.Unmarshal(raw)
		return linear, err
	})
}

func speech(f *format.G726) *sound {
	decoder, err := g726.New(f.BitRate, f.BigEndian)
	if err != nil {
		return nil
	}
	return uncompressed(g726.Rate, 1, func(p *rtp.Packet) ([]byte, error) { return decoder.Decode(p.Payload), nil })
}

func uncompressedLPCM(f *format.LPCM) *sound {
	units, err := f.CreateDecoder()
	if err != nil || f.BitDepth != depth {
		return nil
	}
	return uncompressed(f.SampleRate, f.ChannelCount, units.Decode)
}

// uncompressed is sound whose packets have samples of 16 bits, the high byte first; nil for what FLAC has no layout for.
func uncompressed(rate, channels int, samples func(*rtp.Packet) ([]byte, error)) *sound {
	if channels < 1 || channels > 2 || rate < 4000 {
		return nil
	}
	var out bytes.Buffer
	encoder, err := flac.NewEncoder(&out, &meta.StreamInfo{SampleRate: uint32(rate), NChannels: uint8(channels), BitsPerSample: depth}) // small
	if err != nil {
		return nil
	}
	encode := func(raw []byte) ([]byte, error) {
		f := frameOf(raw, rate, channels)
		if n := len(f.Subframes[0].Samples); n < shortest || n > longest {
			return nil, errSamples
		}
		out.Reset()
		if err := encoder.WriteFrame(f); err != nil {
			return nil, err
		}
		return bytes.Clone(out.Bytes()), nil
	}
	return &sound{
		codec: &codecs.FLAC{StreamInfo: &codec.StreamInfo{
			MinBlockSize: shortest, MaxBlockSize: longest, SampleRate: uint32(rate), ChannelCount: uint8(channels), BitDepth: depth, // small
		}},
		rate: rate,
		decode: func(p *rtp.Packet) ([][]byte, error) {
			raw, err := samples(p)
			if err != nil {
				return nil, err
			}
			unit, err := encode(raw)
			return [][]byte{unit}, err
		},
		silence: func() ([]byte, int64) {
			ticks := rate / 50
			unit, err := encode(make([]byte, ticks*channels*depth/8))
			if err != nil {
				return nil, 0
			}
			return unit, int64(ticks)
		},
	}
}

// frameOf splits samples by channel.
func frameOf(raw []byte, rate, channels int) *frame.Frame {
	count := len(raw) / (channels * depth / 8)
	f := &frame.Frame{Header: frame.Header{
		BlockSize: uint16(min(count, longest)), SampleRate: uint32(rate), Channels: frame.Channels(channels - 1), BitsPerSample: depth, // small
	}}
	for channel := range channels {
		sub := &frame.Subframe{SubHeader: frame.SubHeader{Pred: frame.PredVerbatim}, NSamples: count, Samples: make([]int32, count)}
		for i := range sub.Samples {
			sub.Samples[i] = int32(int16(binary.BigEndian.Uint16(raw[(i*channels+channel)*2:]))) // the sign is in the high bit
		}
		f.Subframes = append(f.Subframes, sub)
	}
	return f
}
