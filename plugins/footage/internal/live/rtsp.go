package live

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/base"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/pion/rtp"

	"outrider.dev/sdk/connlimit"
)

const (
	rtspTimeout  = 10 * time.Second
	admitTimeout = 5 * time.Second
)

// PublishTimeout is how long a connection may take until it publishes.
const PublishTimeout = 15 * time.Second

// ErrToken means that a publisher was not asked for, or too long ago.
var ErrToken = errors.New("the token is not valid any more")

// Admit finds the stream that a token was made for; ErrToken.
type Admit func(ctx context.Context, deviceID string, channel int, token string) (*Stream, error)

// Server takes what devices publish to rtsp://host/{device}/{channel}?token=….
type Server struct {
	admit Admit
	log   *slog.Logger
	rtsp  *gortsplib.Server
	life  context.Context // of the server: handlers have no other

	mu       sync.Mutex
	sessions map[*gortsplib.ServerSession]*Stream
}

// NewServer serves on a listener that is open already; encryption is nil for none.
func NewServer(ctx context.Context, listener net.Listener, encryption *tls.Config, admit Admit, log *slog.Logger) *Server {
	s := &Server{admit: admit, log: log, life: ctx, sessions: map[*gortsplib.ServerSession]*Stream{}}
	s.rtsp = &gortsplib.Server{
		Handler: s, RTSPAddress: listener.Addr().String(), TLSConfig: encryption, ReadTimeout: rtspTimeout, WriteTimeout: rtspTimeout,
		Listen: func(string, string) (net.Listener, error) { return listener, nil },
	}
	return s
}

// Run serves until ctx ends.
func (s *Server) Run(ctx context.Context) error {
	if err := s.rtsp.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, s.rtsp.Close)
	defer stop()
	if err := s.rtsp.Wait(); err != nil && ctx.Err() == nil && !errors.Is(err, net.ErrClosed) { // a listener is closed at the end only
		return err
	}
	return nil
}

// OnAnnounce lets a device in that was asked to publish, with a codec that is known.
func (s *Server) OnAnnounce(ctx *gortsplib.ServerHandlerOnAnnounceCtx) (*base.Response, error) {
	device, channel, token := addressOf(ctx.Path, ctx.Query)
	life, cancel := context.WithTimeout(s.life, admitTimeout)
	defer cancel()
	stream, err := s.admit(life, device, channel, token)
	if errors.Is(err, ErrToken) {
		return &base.Response{StatusCode: base.StatusUnauthorized}, err
	}
	if err != nil {
		s.log.Error("a publisher cannot be checked", "device", device, "error", err)
		return &base.Response{StatusCode: base.StatusServiceUnavailable}, err
	}
	if _, video := h264Of(ctx.Description); video == nil {
		why := codecErrorOf(ctx.Description)
		stream.fail(why)
		return &base.Response{StatusCode: base.StatusUnsupportedMediaType}, why
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[ctx.Session] = stream
	return &base.Response{StatusCode: base.StatusOK}, nil
}

// addressOf reads "/{device}/{channel}" and "token=…".
func addressOf(path, query string) (device string, channel int, token string) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	values, err := url.ParseQuery(query)
	if err != nil || len(parts) != 2 {
		return "", 0, ""
	}
	channel, err = strconv.Atoi(parts[1])
	if err != nil {
		return "", 0, ""
	}
	return parts[0], channel, values.Get("token")
}

func h264Of(d *description.Session) (*description.Media, *format.H264) {
	var video *format.H264
	media := d.FindFormat(&video)
	return media, video
}

// OnSetup agrees to how packets come.
func (s *Server) OnSetup(*gortsplib.ServerHandlerOnSetupCtx) (*base.Response, *gortsplib.ServerStream, error) {
	return &base.Response{StatusCode: base.StatusOK}, nil, nil
}

// OnRecord begins to take packets.
func (s *Server) OnRecord(ctx *gortsplib.ServerHandlerOnRecordCtx) (*base.Response, error) {
	s.mu.Lock()
	stream := s.sessions[ctx.Session]
	s.mu.Unlock()
	if stream == nil {
		return &base.Response{StatusCode: base.StatusBadRequest}, errors.New("nothing was announced")
	}
	if err := s.take(ctx.Session, stream); err != nil {
		return &base.Response{StatusCode: base.StatusGone}, err
	}
	if c := connlimit.Of(ctx.Conn.NetConn()); c != nil {
		c.Keep()
	}
	return &base.Response{StatusCode: base.StatusOK}, nil
}

// take passes the packets of a session on to its stream.
func (s *Server) take(session *gortsplib.ServerSession, stream *Stream) error {
	announced := session.AnnouncedDescription()
	media, video := h264Of(announced)
	sps, pps := video.SafeParams()
	pictures, err := newIntake(video)
	if err != nil {
		return err
	}
	heard, state := soundOf(announced)
	if err := stream.publish(connection{session}, sps, pps, heard, state); err != nil {
		return err
	}
	params := parameters{sps: sps, pps: pps}
	session.OnPacketRTP(media, video, func(p *rtp.Packet) {
		for _, p := range pictures.inOrder(p) {
			pts, ok := session.PacketPTS2(media, p)
			units, whole := pictures.add(p)
			if !ok || !whole {
				continue
			}
			at := time.Now()
			units, key := params.complete(units)
			if len(units) > 0 && pictures.shows(key) {
				stream.write(units, key, pictures.clock.steady(pts, at), at)
			}
		}
	})
	if heard != nil {
		s.listen(session, stream, heard)
	}
	return nil
}

// connection is a device's.
type connection struct{ session *gortsplib.ServerSession }

// Close implements io.Closer.
func (c connection) Close() error { c.session.Close(); return nil }

// OnSessionClose forgets a device that has gone.
func (s *Server) OnSessionClose(ctx *gortsplib.ServerHandlerOnSessionCloseCtx) {
	s.mu.Lock()
	stream := s.sessions[ctx.Session]
	delete(s.sessions, ctx.Session)
	s.mu.Unlock()
	if stream != nil {
		stream.lost(connection{ctx.Session})
	}
}
