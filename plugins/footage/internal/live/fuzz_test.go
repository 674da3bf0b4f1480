package live

import (
	"encoding/binary"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/pion/rtp"
)

// Parameter sets of small pictures.
var (
	sps264 = []byte{0x67, 0x42, 0xc0, 0x0a, 0xda, 0x11, 0xbf, 0x10, 0, 0, 3, 0, 0x10, 0, 0, 3, 1, 0x40, 0xf1, 0x22, 0x6a}
	pps264 = []byte{0x68, 0xce, 0x0f, 0xc8}
	vps265 = []byte{0x40, 0x01, 0x0c, 0x01, 0xff, 0xff, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x1e, 0xba, 0x02, 0x40}
	sps265 = []byte{0x42, 0x01, 0x01, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x1e, 0xa0, 0x20, 0x83, 0x16, 0x5b, 0xa4, 0xa4, 0xc2, 0xf0, 0x16, 0x80, 0x80, 0x00, 0x00, 0x03, 0x00, 0x80, 0x00, 0x00, 0x05, 0x04}
	pps265 = []byte{0x44, 0x01, 0xc0, 0x73, 0xc0, 0x89}
)

// packetsOf cuts what a fuzzer brings into packets: two bytes of length and flags, and so many bytes.
func packetsOf(data []byte) (list []*rtp.Packet) {
	for n := uint16(0); len(data) > 2 && n < 1000; n++ {
		head := binary.BigEndian.Uint16(data)
		length := min(int(head&0x7ff), len(data)-2)
		p := &rtp.Packet{Header: rtp.Header{Version: 2, PayloadType: 96, SequenceNumber: n, Timestamp: uint32(n) * 9000, Marker: head&0x8000 != 0}, Payload: data[2 : 2+length]}
		list, data = append(list, p), data[2+length:]
	}
	return list
}

// packed is the opposite, of units that each end a picture.
func packed(units ...[]byte) (data []byte) {
	for _, unit := range units {
		data = append(binary.BigEndian.AppendUint16(data, 0x8000|uint16(len(unit))), unit...)
	}
	return data
}

// shownAnyway feeds a stream with whatever comes, as a session does, and looks at all its playlists.
func shownAnyway(t *testing.T, coding coding, data []byte) {
	t.Helper()
	began := time.Unix(1_700_000_000, 0)
	s := newStream(Camera{Channel: 1}, "s", false, slog.New(slog.DiscardHandler), func() time.Time { return began })
	if err := s.publish(nothing{}, coding.codec(), nil, SoundNone); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.muxer(Plain); err != nil {
		t.Fatal(err)
	}
	pictures := newIntake(coding)
	for _, p := range packetsOf(data) {
		for _, p := range pictures.inOrder(p) {
			shown, whole := pictures.add(p)
			at := began.Add(time.Duration(p.SequenceNumber) * 100 * time.Millisecond)
			if whole && !s.write(shown, pictures.clock.steady(int64(p.Timestamp), at), at) {
				pictures.damaged = true
			}
		}
	}
	s.end(ErrEnded)
	for _, variant := range []Variant{Low, Plain} {
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/index.m3u8", nil), variant, mainPlaylist)
		if answer.Code != http.StatusGone {
			t.Errorf("%s is answered %d", variant, answer.Code)
		}
	}
}

type nothing struct{}

// Close implements io.Closer.
func (nothing) Close() error { return nil }

func FuzzH264(f *testing.F) {
	key, other := []byte{0x65, 0x88, 0x84, 0x0a, 0xf2, 0x62, 0x80, 0x00}, []byte{0x41, 0x9a, 0x24, 0x6c, 0x41}
	f.Add(packed(sps264, pps264, key, other, other))
	f.Add(packed(key, sps264, sps264[:9], key, pps264, []byte{24, 0, 2, 0x65, 0x88}, []byte{28, 0x85, 1}, []byte{28, 0x45, 1}))
	f.Fuzz(func(t *testing.T, data []byte) {
		coding, err := newH264(&format.H264{PayloadTyp: 96, PacketizationMode: 1})
		if err != nil {
			t.Fatal(err)
		}
		shownAnyway(t, coding, data)
	})
}

func FuzzH265(f *testing.F) {
	key, other := []byte{0x26, 0x01, 0xaf, 0x09, 0x40, 0xe2, 0x80}, []byte{0x02, 0x01, 0xd0, 0x09, 0x7e, 0x10}
	f.Add(packed(vps265, sps265, pps265, key, other, other))
	f.Add(packed(key, vps265, sps265[:12], key, sps265, pps265[:3], []byte{0x2a, 1, 0xaf, 0x80, 1}, []byte{0x10, 1, 0xd0}, []byte{0x04, 1, 0xd0}, []byte{96, 1, 0, 3, 0x26, 1, 0xaf}, []byte{98, 1, 0x93, 9}, []byte{98, 1, 0x53, 9}))
	f.Fuzz(func(t *testing.T, data []byte) {
		coding, err := newH265(&format.H265{PayloadTyp: 96})
		if err != nil {
			t.Fatal(err)
		}
		shownAnyway(t, coding, data)
	})
}

func TestH265_KeepsToWhatDecodersTake(t *testing.T) {
	t.Parallel()
	coding, err := newH265(&format.H265{PayloadTyp: 96, VPS: vps265, SPS: sps265, PPS: pps265})
	if err != nil {
		t.Fatal(err)
	}
	key := []byte{0x26, 0x01, 0xaf, 0x09}
	if p := coding.complete([][]byte{key}); !p.key || len(p.units) != 4 || p.codec != nil {
		t.Errorf("the announced sets are not put before a key picture: %+v", p)
	}
	other := append([]byte{}, sps265...)
	other[len(other)-1] ^= 0x80 // another tail
	if p := coding.complete([][]byte{other}); p.key || len(p.units) > 0 || p.empty {
		t.Errorf("a set by itself is %+v", p)
	}
	p := coding.complete([][]byte{{70, 1, 0x50}, key})
	if changed, ok := p.codec.(*codecs.H265); !ok || string(changed.SPS) != string(other) || len(p.units) != 4 {
		t.Errorf("other parameters are not told: %+v", p)
	}
	if p := coding.complete([][]byte{{0x06, 0x01, 0xd0}}); p.units[0][0] != 0x02 {
		t.Errorf("a picture of the kind TSA_R is of the kind %d", p.units[0][0]>>1)
	}
}
