package live

import (
	"net"
	"time"

	"github.com/bluenviron/gortsplib/v4"

	"outrider.dev/sdk/plugin"
)

const (
	// firstPacket is how long the first packet that a device sends by UDP is waited for: what stands between lets none through if there is none by then.
	firstPacket = 4 * time.Second
	// blockedFor is how long a device is refused UDP then, so that it sends by TCP.
	blockedFor = time.Hour
)

// UDP is what devices may send packets to.
type UDP struct {
	plugin.RTPPair      // nil sockets: nobody sends by UDP
	Everyone       bool // may; otherwise those of private networks
}

// isNear reports whether a device is in a private network. The others are mostly behind a router that changes ports, so that packets come from another
// one than the device has named, and are nobody's; they are told to send by TCP at once.
func isNear(remote net.Addr) bool {
	tcp, ok := remote.(*net.TCPAddr)
	return ok && (tcp.IP.IsLoopback() || tcp.IP.IsPrivate() || tcp.IP.IsLinkLocalUnicast())
}

// takeUDP lets devices send by UDP to sockets that are open already.
func (s *Server) takeUDP(packets UDP) {
	byAddress := map[string]net.PacketConn{packets.RTP.LocalAddr().String(): packets.RTP, packets.RTCP.LocalAddr().String(): packets.RTCP}
	s.rtsp.UDPRTPAddress, s.rtsp.UDPRTCPAddress = packets.RTP.LocalAddr().String(), packets.RTCP.LocalAddr().String()
	s.rtsp.ListenPacket = func(_, address string) (net.PacketConn, error) { return byAddress[address], nil }
}

// isBlocked reports whether a device sends by UDP in vain; mu is held.
func (s *Server) isBlocked(device string) bool {
	until, ok := s.blocked[device]
	if ok && time.Now().After(until) {
		delete(s.blocked, device)
		return false
	}
	return ok
}

// expectPackets ends a session by UDP of which nothing comes.
func (s *Server) expectPackets(session *gortsplib.ServerSession, from *publishing) {
	time.AfterFunc(firstPacket, func() {
		if from.packetAt.Load() != 0 {
			return
		}
		s.mu.Lock()
		isOpen := s.sessions[session] == from
		if isOpen {
			s.blocked[from.device] = time.Now().Add(blockedFor)
		}
		s.mu.Unlock()
		if isOpen {
			from.stream.failIfOf(connection{session}, ErrNoPackets)
			session.Close()
		}
	})
}

// OnConnClose ends what was sent by UDP if nothing comes any more: of a device that is gone only its connection tells.
func (s *Server) OnConnClose(ctx *gortsplib.ServerHandlerOnConnCloseCtx) {
	session := ctx.Conn.Session()
	s.mu.Lock()
	from := s.sessions[session]
	s.mu.Unlock()
	if from == nil || !from.isByUDP {
		return
	}
	closed := time.Now().UnixNano()
	time.AfterFunc(gone/2, func() {
		if from.packetAt.Load() <= closed {
			session.Close()
		}
	})
}

// OnPacketsLost implements gortsplib.ServerHandlerOnPacketsLost: what lost packets do to pictures is the intake's.
func (s *Server) OnPacketsLost(*gortsplib.ServerHandlerOnPacketsLostCtx) {}

// OnDecodeError implements gortsplib.ServerHandlerOnDecodeError: packets that are none are left out.
func (s *Server) OnDecodeError(*gortsplib.ServerHandlerOnDecodeErrorCtx) {}
