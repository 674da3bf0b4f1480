package connlimit

import (
	"cmp"
	"net"
	"net/netip"
	"slices"
	"time"
)

// makeRoom chooses whom to close so that one more connection finds room: the longest waiting of those that have never said what they want, else of those
// that wait for a next request, else of those that have just come, else of requests that wait for their clients to send or to read. It is called with the lock; what it returns is forgotten already.
func (l *Listener) makeRoom(count, limit int, among map[*Conn]struct{}) (doomed []*Conn, ok bool) {
	if limit <= 0 || count < limit {
		return nil, true
	}
	lowest := busy
	now := time.Now()
	began := map[*Conn]int64{}
	for c := range among {
		rank, since := c.rank(now)
		if rank < lowest {
			lowest, doomed = rank, doomed[:0]
		}
		if rank == lowest && rank < busy {
			doomed = append(doomed, c)
			began[c] = since
		}
	}
	if len(doomed) == 0 {
		return nil, false
	}
	slices.SortFunc(doomed, func(a, b *Conn) int { return cmp.Compare(began[a], began[b]) })
	doomed = slices.Clip(doomed[:min(len(doomed), max(1, limit/atOnce))])
	for _, c := range doomed {
		l.forget(c)
	}
	return doomed, true
}

// watch closes the connections of clients that are too slow, until the listener is closed.
func (l *Listener) watch() {
	tick := time.NewTicker(min(lookEvery, l.limits.Stall/4))
	defer tick.Stop()
	for {
		select {
		case <-l.closed:
			return
		case now := <-tick.C:
			for _, c := range l.overdue(now) {
				l.counts.slow.Add(1)
				c.abort()
			}
		}
	}
}

func (l *Listener) overdue(now time.Time) (all []*Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.open {
		if c.overdue(now, l.limits) {
			all = append(all, c)
			l.forget(c)
		}
	}
	return all
}

// addressOf is what a connection is counted by: an IPv6 customer has a whole /64.
func addressOf(remote net.Addr) netip.Addr {
	var address netip.Addr
	if tcp, ok := remote.(*net.TCPAddr); ok {
		address = tcp.AddrPort().Addr()
	} else if parsed, err := netip.ParseAddrPort(remote.String()); err == nil {
		address = parsed.Addr()
	}
	return Group(address)
}

// Group is what is counted together: an IPv4 address, or a /64 of IPv6.
func Group(address netip.Addr) netip.Addr {
	address = address.Unmap().WithZone("")
	if !address.Is6() {
		return address
	}
	prefix, err := address.Prefix(64)
	if err != nil {
		return address
	}
	return prefix.Addr()
}

func contains(all []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(all, func(p netip.Prefix) bool { return p.Contains(address) })
}
