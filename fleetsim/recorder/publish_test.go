package recorder_test

import (
	"net"
	"testing"
	"time"

	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/base"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/bluenviron/gortsplib/v4/pkg/format/rtph264"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/pion/rtp"

	"outrider.dev/fleetsim/recorder"
	"outrider.dev/sdk/device"
)

// camera is a server that takes what a recorder publishes.
type camera struct {
	pictures chan [][]byte
	gone     chan struct{}
	decoder  *rtph264.Decoder
}

// OnAnnounce implements gortsplib.ServerHandlerOnAnnounce.
func (c *camera) OnAnnounce(*gortsplib.ServerHandlerOnAnnounceCtx) (*base.Response, error) {
	return &base.Response{StatusCode: base.StatusOK}, nil
}

// OnSetup implements gortsplib.ServerHandlerOnSetup.
func (c *camera) OnSetup(*gortsplib.ServerHandlerOnSetupCtx) (*base.Response, *gortsplib.ServerStream, error) {
	return &base.Response{StatusCode: base.StatusOK}, nil, nil
}

// OnRecord implements gortsplib.ServerHandlerOnRecord.
func (c *camera) OnRecord(ctx *gortsplib.ServerHandlerOnRecordCtx) (*base.Response, error) {
	ctx.Session.OnPacketRTPAny(func(_ *description.Media, f format.Format, p *rtp.Packet) { c.take(f, p) })
	return &base.Response{StatusCode: base.StatusOK}, nil
}

// OnSessionClose implements gortsplib.ServerHandlerOnSessionClose.
func (c *camera) OnSessionClose(*gortsplib.ServerHandlerOnSessionCloseCtx) { close(c.gone) }

func (c *camera) take(f format.Format, p *rtp.Packet) {
	if c.decoder == nil {
		c.decoder, _ = f.(*format.H264).CreateDecoder() // of a format that RTSP has agreed on
	}
	if units, err := c.decoder.Decode(p); err == nil {
		c.pictures <- units
	}
}

func startCamera(t *testing.T) (*camera, string) {
	t.Helper()
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &camera{pictures: make(chan [][]byte, 1000), gone: make(chan struct{})}
	server := &gortsplib.Server{
		Handler: c, RTSPAddress: port.Addr().String(), Listen: func(string, string) (net.Listener, error) { return port, nil },
		ReadTimeout: time.Minute, WriteTimeout: time.Minute, // a picture may take its time where much else runs
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return c, "rtsp://" + port.Addr().String() + "/demo-0001/1?token=t"
}

func TestStream_PublishesUntilItIsStopped(t *testing.T) {
	c, url := startCamera(t)
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	ask(t, r, "start", device.CommandStartStream, device.StartStream{Session: "s1", Channel: 1, URL: url, Profile: device.ProfileSub, GOPMs: 500})
	keys := 0
	for n := 0; keys < 3; n++ {
		units := <-c.pictures
		if h264.IsRandomAccess(units) {
			keys++
			if h264.NALUType(units[0][0]&0x1f) != h264.NALUTypeSPS {
				t.Errorf("picture %d is a key frame without its parameters", n)
			}
		} else if n == 0 {
			t.Error("the first picture is no key frame")
		}
	}
	began := time.Now()
	ask(t, r, "stop", device.CommandStopStream, device.StopStream{Session: "s1"})
	for {
		select {
		case <-c.gone:
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("it stopped after %s", took)
			}
			return
		case <-c.pictures:
		}
	}
}
