// Command hls is what the footage plugin is compared with: the same libraries as in MediaMTX, and nothing else. A publisher comes by RTSP, viewers by
// plain HTTP: nobody is asked who they are. It prints the addresses of RTSP and HTTP, and ends with its input.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/bluenviron/gohlslib/v2"
	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/base"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/pion/rtp"
)

// server has one stream, of whoever published last.
type server struct {
	mu    sync.Mutex
	muxer *gohlslib.Muxer
}

func main() {
	s := &server{}
	devices, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	viewers, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	rtsp := &gortsplib.Server{Handler: s, RTSPAddress: devices.Addr().String(), Listen: func(string, string) (net.Listener, error) { return devices, nil }}
	if err := rtsp.Start(); err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(http.Serve(viewers, s)) }() // on loopback, for as long as it is measured
	fmt.Println("rtsp://" + devices.Addr().String() + "/live http://" + viewers.Addr().String() + "/")
	_, _ = io.Copy(io.Discard, os.Stdin) // its end is what is waited for
}

// OnAnnounce implements gortsplib.ServerHandlerOnAnnounce.
func (s *server) OnAnnounce(*gortsplib.ServerHandlerOnAnnounceCtx) (*base.Response, error) {
	return &base.Response{StatusCode: base.StatusOK}, nil
}

// OnSetup implements gortsplib.ServerHandlerOnSetup.
func (s *server) OnSetup(*gortsplib.ServerHandlerOnSetupCtx) (*base.Response, *gortsplib.ServerStream, error) {
	return &base.Response{StatusCode: base.StatusOK}, nil, nil
}

// OnRecord implements gortsplib.ServerHandlerOnRecord. The settings are MediaMTX's own.
func (s *server) OnRecord(ctx *gortsplib.ServerHandlerOnRecordCtx) (*base.Response, error) {
	var video *format.H264
	media := ctx.Session.AnnouncedDescription().FindFormat(&video)
	if video == nil {
		return &base.Response{StatusCode: base.StatusUnsupportedMediaType}, nil
	}
	sps, pps := video.SafeParams()
	track := &gohlslib.Track{Codec: &codecs.H264{SPS: sps, PPS: pps}, ClockRate: video.ClockRate()}
	muxer := &gohlslib.Muxer{
		Variant: gohlslib.MuxerVariantLowLatency, SegmentCount: 7, SegmentMinDuration: time.Second, PartMinDuration: 200 * time.Millisecond, Tracks: []*gohlslib.Track{track},
	}
	if err := muxer.Start(); err != nil {
		return &base.Response{StatusCode: base.StatusInternalServerError}, err
	}
	s.mu.Lock()
	s.muxer = muxer
	s.mu.Unlock()
	decoder, err := video.CreateDecoder()
	if err != nil {
		return &base.Response{StatusCode: base.StatusInternalServerError}, err
	}
	ctx.Session.OnPacketRTP(media, video, func(p *rtp.Packet) {
		pts, ok := ctx.Session.PacketPTS2(media, p)
		if units, err := decoder.Decode(p); ok && err == nil {
			_ = muxer.WriteH264(track, time.Now(), pts, units) // what is not cut is not measured
		}
	})
	return &base.Response{StatusCode: base.StatusOK}, nil
}

// ServeHTTP answers with playlists and pieces.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	muxer := s.muxer
	s.mu.Unlock()
	if muxer == nil {
		http.NotFound(w, r)
		return
	}
	muxer.Handle(w, r)
}
