package edge

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"outrider.dev/sdk/connlimit"
)

// Proxied bounds how many requests of one client that come through trusted proxies are under way: their connections are the proxies', and say
// nothing about whose they are. Clients that connect themselves are counted by their connections.
func Proxied(next http.Handler, proxies []netip.Prefix, most int) http.Handler {
	if len(proxies) == 0 || most <= 0 {
		return next
	}
	p := &proxied{next: next, proxies: proxies, most: most, underWay: map[netip.Addr]int{}}
	return p
}

type proxied struct {
	next    http.Handler
	proxies []netip.Prefix
	most    int

	mu       sync.Mutex
	underWay map[netip.Addr]int
}

// ServeHTTP implements http.Handler.
func (p *proxied) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	client := p.client(r)
	if !client.IsValid() {
		p.next.ServeHTTP(w, r)
		return
	}
	if !p.enter(client) {
		unavailable(http.StatusServiceUnavailable, "Too many requests from your address are under way. Please try again.", time.Second).write(w, r)
		return
	}
	defer p.leave(client)
	p.next.ServeHTTP(w, r)
}

func (p *proxied) enter(client netip.Addr) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.underWay[client] >= p.most {
		return false
	}
	p.underWay[client]++
	return true
}

func (p *proxied) leave(client netip.Addr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.underWay[client]--; p.underWay[client] == 0 {
		delete(p.underWay, client)
	}
}

// client is whose request a trusted proxy passed on: the last address of X-Forwarded-For that is no trusted proxy. It is not valid for others.
func (p *proxied) client(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil || !p.trusted(host) {
		return netip.Addr{}
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		hop = strings.TrimSpace(hop)
		address, err := netip.ParseAddr(hop)
		if err != nil {
			return netip.Addr{}
		}
		if !p.trusted(hop) {
			return connlimit.Group(address)
		}
	}
	return netip.Addr{}
}

func (p *proxied) trusted(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(p.proxies, func(trusted netip.Prefix) bool { return trusted.Contains(address.Unmap()) })
}
