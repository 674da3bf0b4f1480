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
	"sync/atomic"
	"time"

	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/base"
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

	everyone bool // may send by UDP

	mu       sync.Mutex
	sessions map[*gortsplib.ServerSession]*publishing
	blocked  map[string]time.Time // until when a device is refused UDP, of which nothing came from it
}

// publishing is what a session is about.
type publishing struct {
	stream    *Stream
	device    string
	isRefused bool         // it asked for a transport that is not taken, and has not begun since
	isByUDP   bool         // it has begun to send by UDP
	packetAt  atomic.Int64 // when the newest packet came, as of time.Time.UnixNano; zero before
}

// NewServer serves on a listener that is open already; encryption is nil for none. Without packets, which are open, too, no device sends by UDP.
func NewServer(ctx context.Context, listener net.Listener, packets UDP, encryption *tls.Config, admit Admit, log *slog.Logger) *Server {
	s := &Server{admit: admit, log: log, life: ctx, sessions: map[*gortsplib.ServerSession]*publishing{}, blocked: map[string]time.Time{}}
	s.rtsp = &gortsplib.Server{
		Handler: s, RTSPAddress: listener.Addr().String(), TLSConfig: encryption, ReadTimeout: rtspTimeout, WriteTimeout: rtspTimeout,
		Listen: func(string, string) (net.Listener, error) { return listener, nil },
	}
	if packets.RTP != nil {
		s.takeUDP(packets)
		s.everyone = packets.Everyone
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
	if _, err := videoOf(ctx.Description); err != nil {
		stream.fail(err)
		return &base.Response{StatusCode: base.StatusUnsupportedMediaType}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[ctx.Session] = &publishing{stream: stream, device: device}
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

// OnSetup agrees to how packets come of who has announced some; nobody may fetch any here.
func (s *Server) OnSetup(ctx *gortsplib.ServerHandlerOnSetupCtx) (*base.Response, *gortsplib.ServerStream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.sessions[ctx.Session]
	if found == nil {
		return &base.Response{StatusCode: base.StatusMethodNotAllowed}, nil, errors.New("nothing was announced")
	}
	if ctx.Transport == gortsplib.TransportUDP && (s.isBlocked(found.device) || !s.everyone && !isNear(ctx.Conn.NetConn().RemoteAddr())) {
		return &base.Response{StatusCode: base.StatusUnsupportedTransport}, nil, nil
	}
	return &base.Response{StatusCode: base.StatusOK}, nil, nil
}

// OnResponse notes that a device was refused the transport that it asked for. Most ask for TCP next.
func (s *Server) OnResponse(c *gortsplib.ServerConn, answer *base.Response) {
	if answer.StatusCode != base.StatusUnsupportedTransport {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if found := s.sessions[c.Session()]; found != nil {
		found.isRefused = true
	}
}

// OnRecord begins to take packets.
func (s *Server) OnRecord(ctx *gortsplib.ServerHandlerOnRecordCtx) (*base.Response, error) {
	s.mu.Lock()
	found := s.sessions[ctx.Session]
	if found != nil {
		found.isRefused = false
		found.isByUDP = *ctx.Session.SetuppedTransport() == gortsplib.TransportUDP
	}
	s.mu.Unlock()
	if found == nil {
		return &base.Response{StatusCode: base.StatusBadRequest}, errors.New("nothing was announced")
	}
	if err := s.take(ctx.Session, found); err != nil {
		return &base.Response{StatusCode: base.StatusGone}, err
	}
	if found.isByUDP {
		s.expectPackets(ctx.Session, found)
	}
	if c := connlimit.Of(ctx.Conn.NetConn()); c != nil {
		c.Keep()
	}
	return &base.Response{StatusCode: base.StatusOK}, nil
}

// take passes the packets of a session on to its stream.
func (s *Server) take(session *gortsplib.ServerSession, from *publishing) error {
	stream := from.stream
	announced := session.AnnouncedDescription()
	shown, err := videoOf(announced)
	if err != nil {
		return err
	}
	pictures := newIntake(shown.coding)
	heard, state := soundOf(announced)
	if err := stream.publish(connection{session}, shown.coding.codec(), heard, state); err != nil {
		return err
	}
	session.OnPacketRTP(shown.media, shown.format, func(p *rtp.Packet) {
		from.packetAt.Store(time.Now().UnixNano())
		for _, p := range pictures.inOrder(p) {
			pts, ok := session.PacketPTS2(shown.media, p)
			picture, whole := pictures.add(p)
			if !ok || !whole {
				continue
			}
			at := time.Now()
			if !stream.write(picture, pictures.clock.steady(pts, at), at) {
				pictures.damaged = true
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
	found := s.sessions[ctx.Session]
	delete(s.sessions, ctx.Session)
	s.mu.Unlock()
	switch {
	case found == nil:
	case found.isRefused:
		found.stream.failUnpublished(ErrTransport)
	default:
		found.stream.lost(connection{ctx.Session})
	}
}
