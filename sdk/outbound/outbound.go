// Package outbound asks addresses that people entered, and nothing that lies within the network of the host: whatever a name stands for, wherever an answer leads, and
// however often a name changes its mind, the address that is connected to is looked at.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// ErrPrivate says that an address lies where nobody outside may have the host look.
var ErrPrivate = errors.New("the address is within a private network")

// ErrTooLong says that an answer is longer than Options.MaxBytes.
var ErrTooLong = errors.New("the answer is too long")

// Options bound a Client. Every field but Allow and Resolver is required.
type Options struct {
	Timeout  time.Duration // of a request with its answer
	MaxBytes int64         // of an answer's body
	// Allow are networks that may be asked although they are private, and by plain HTTP; an operator chose them.
	Allow []netip.Prefix
	// Resolver finds what names stand for; nil: as the machine does.
	Resolver *net.Resolver
}

// Client sends requests. It follows no redirect: a key that goes along is for one address alone. It is safe for concurrent use.
type Client struct {
	Options
	http *http.Client
}

// New builds a Client.
func New(o Options) *Client {
	c := &Client{Options: o}
	dialer := &net.Dialer{Timeout: o.Timeout, Resolver: o.Resolver, Control: func(_, address string, _ syscall.RawConn) error { return c.check(address) }}
	c.http = &http.Client{
		Timeout:       o.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: o.Timeout, ResponseHeaderTimeout: o.Timeout, MaxResponseHeaderBytes: 64 << 10,
			MaxIdleConns: 32, IdleConnTimeout: 90 * time.Second, ForceAttemptHTTP2: true,
		}, // no proxy: it would connect where this process may not
	}
	return c
}

// check looks at the address that a name came to, in the moment of connecting.
func (c *Client) check(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("read the address %q: %w", address, err)
	}
	if ip := at.Addr().Unmap(); !public(ip) && !c.allows(ip) {
		return ErrPrivate
	}
	return nil
}

func (c *Client) allows(ip netip.Addr) bool {
	return slices.ContainsFunc(c.Allow, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// shared are networks that the standard library does not call private, and that are not the internet's all the same: carriers' own, documentation and tests, translations of IPv4
// addresses, the future's.
var shared = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
}

func public(ip netip.Addr) bool {
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !slices.ContainsFunc(shared, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// Check says in an error's words what is wrong with an address that somebody entered; what its name stands for is looked at when it is asked.
func (c *Client) Check(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https"):
		return errors.New("the address is not that of a site")
	case u.User != nil:
		return errors.New("the address must not have a name or password in it")
	case u.Scheme == "http" && len(c.Allow) == 0:
		return errors.New("the address must begin with https://")
	}
	if ip, err := netip.ParseAddr(strings.Trim(u.Hostname(), "[]")); err == nil && !public(ip.Unmap()) && !c.allows(ip.Unmap()) {
		return ErrPrivate
	}
	return nil
}

// Answer is a response whose body was read whole.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request and reads its answer within the client's bounds; with ErrTooLong comes its beginning.
func (c *Client) Do(ctx context.Context, r *http.Request) (Answer, error) {
	if err := c.Check(r.URL.String()); err != nil {
		return Answer{}, err
	}
	response, err := c.http.Do(r.WithContext(ctx))
	if err != nil {
		return Answer{}, fmt.Errorf("ask %s: %w", r.URL.Host, err)
	}
	defer func() { _ = response.Body.Close() }() // it was read
	body, err := io.ReadAll(io.LimitReader(response.Body, c.MaxBytes+1))
	if err != nil {
		return Answer{}, fmt.Errorf("read the answer of %s: %w", r.URL.Host, err)
	}
	if int64(len(body)) > c.MaxBytes {
		return Answer{response.StatusCode, response.Header, body[:c.MaxBytes]}, ErrTooLong
	}
	return Answer{response.StatusCode, response.Header, body}, nil
}

// ParseNetworks reads networks that are separated by commas: "10.0.0.0/8, 127.0.0.1".
func ParseNetworks(text string) (list []netip.Prefix, err error) {
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if err != nil {
			ip, wrong := netip.ParseAddr(part)
			if wrong != nil {
				return nil, fmt.Errorf("read the network %q: %w", part, err)
			}
			prefix = netip.PrefixFrom(ip, ip.BitLen())
		}
		list = append(list, prefix)
	}
	return list, nil
}
