package outbound_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"outrider.dev/sdk/outbound"
)

// names answers look-ups of any name: of IPv4 addresses with the next of the answers, the last one for ever.
func names(t *testing.T, answers ...[]netip.Addr) (r *net.Resolver, asked *atomic.Int32) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = &atomic.Int32{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		buffer := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			var query dnsmessage.Message
			if query.Unpack(buffer[:n]) != nil {
				continue
			}
			answer := dnsmessage.Message{Header: dnsmessage.Header{ID: query.ID, Response: true, RecursionAvailable: true}, Questions: query.Questions}
			if q := query.Questions[0]; q.Type == dnsmessage.TypeA {
				turn := min(int(asked.Add(1)), len(answers)) - 1
				for _, ip := range answers[turn] {
					answer.Answers = append(answer.Answers, dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: ip.As4()}})
				}
			}
			packed, err := answer.Pack()
			if err == nil {
				_, _ = server.WriteTo(packed, from)
			}
		}
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}}, asked
}

// A name that stands for a public address while it is looked at, and for this machine when it is connected to, leads nowhere.
func TestClient_DialsWhatItChecked(t *testing.T) {
	var hits atomic.Int32
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	defer inside.Close()
	at, err := url.Parse(inside.URL)
	if err != nil {
		t.Fatal(err)
	}
	outside, here := netip.MustParseAddr("8.8.8.8"), netip.MustParseAddr("127.0.0.1")
	for name, answers := range map[string][][]netip.Addr{
		"the next answer is another": {{outside}, {here}},
		"the name was never outside": {{here}},
	} {
		t.Run(name, func(t *testing.T) {
			resolver, asked := names(t, answers...)
			c := outbound.New(outbound.Options{Timeout: 5 * time.Second, MaxBytes: 1000, Resolver: resolver})
			if len(answers) > 1 {
				first, err := resolver.LookupNetIP(t.Context(), "ip4", "rebind.example.")
				if err != nil || len(first) != 1 || first[0].Unmap() != outside {
					t.Fatalf("the first look-up: %v, %v", first, err)
				}
			}
			if _, err := ask(t, c, "https://rebind.example.:"+at.Port()+"/"); !errors.Is(err, outbound.ErrPrivate) {
				t.Errorf("asked: %v", err)
			}
			if asked.Load() == 0 || hits.Load() != 0 {
				t.Errorf("%d look-ups, %d requests came inside", asked.Load(), hits.Load())
			}
		})
	}
	resolver, _ := names(t, []netip.Addr{here})
	c := outbound.New(outbound.Options{Timeout: 5 * time.Second, MaxBytes: 1000, Resolver: resolver, Allow: []netip.Prefix{loopback}})
	if _, err := ask(t, c, "http://rebind.example.:"+at.Port()+"/"); err != nil {
		t.Errorf("where an operator allows it: %v", err)
	}
}
