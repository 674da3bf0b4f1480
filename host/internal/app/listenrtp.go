package app

import (
	"context"
	"fmt"
	"net"
	"strconv"

	"outrider.dev/outrider/host/internal/plugins"
)

const (
	// rtpListener is the listener of UDP, by the name of its configuration.
	rtpListener = "devices.rtsp.udp"
	// rtpBuffer is what the kernel is asked to keep of packets that nobody has read yet: key pictures of many cameras come in bursts.
	rtpBuffer = 4 << 20
)

// listenRTP opens the UDP ports of live video: two pairs, so that two versions of a plugin can run side by side. Ports that the operator has named and others
// have are a problem; without those that were looked for by themselves devices send by TCP.
func (h *host) listenRTP(ctx context.Context) error {
	var rtsp net.Addr
	h.held.mu.Lock()
	if l := h.held.open["devices.rtsp"]; l != nil {
		rtsp = l.Addr()
	}
	h.held.mu.Unlock()
	if rtsp == nil { // no plugin wants it
		return nil
	}
	host, first, isMust, err := h.Config.RTPPorts(rtpListener, rtsp)
	if err != nil || first == 0 {
		return err
	}
	var conns []*net.UDPConn
	for port := first; port < first+4; port++ {
		conn, err := listenUDP(ctx, net.JoinHostPort(host, strconv.Itoa(port)))
		if err == nil {
			conns = append(conns, conn)
			continue
		}
		for _, c := range conns {
			h.report("UDP port for RTP", c.Close())
		}
		if isMust {
			return portProblem(rtpListener, net.JoinHostPort(host, strconv.Itoa(port)), err)
		}
		h.Log.Warn("devices cannot send live video by UDP", "key", rtpListener, "ports", fmt.Sprintf("%d to %d", first, first+3), "error", err)
		return nil
	}
	h.held.mu.Lock()
	defer h.held.mu.Unlock()
	h.held.rtp = []plugins.RTPPair{{RTP: conns[0], RTCP: conns[1]}, {RTP: conns[2], RTCP: conns[3]}}
	return nil
}

func listenUDP(ctx context.Context, address string) (*net.UDPConn, error) {
	conn, err := (&net.ListenConfig{}).ListenPacket(ctx, "udp", address)
	if err != nil {
		return nil, err
	}
	udp := conn.(*net.UDPConn)       // which that network has
	_ = udp.SetReadBuffer(rtpBuffer) // the kernel gives what it allows
	return udp, nil
}

// takeRTP hands the pairs out, once; none if there are none.
func (h *heldListeners) takeRTP(name string) (pairs []plugins.RTPPair) {
	if name != rtpListener {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	pairs, h.rtp = h.rtp, nil
	return pairs
}
