package peer

import (
	"crypto/tls"
	"net"
	"testing"
	"time"
)

func TestDial_TrustsNobodyButTheProcessThatIsMeant(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	meant, err := NewSelf(address, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewSelf(address, time.Now()) // the same name and address, and a key of its own
	if err != nil {
		t.Fatal(err)
	}
	devices, peers := Split(listener)
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		for {
			conn, err := peers.Accept()
			if err != nil {
				return
			}
			_ = tls.Server(conn, meant.serverTLS()).HandshakeContext(t.Context()) // one of them is refused
			defer conn.Close()
		}
	}()
	t.Cleanup(func() { _ = devices.Close(); <-answered })
	conn, err := dial(t.Context(), address, meant.Certificate)
	if err != nil {
		t.Fatalf("the process that is meant: %v", err)
	}
	_ = conn.Close()
	for name, certificate := range map[string][]byte{"another's certificate": other.Certificate, "none": nil, "rubbish": []byte("rubbish")} {
		if conn, err := dial(t.Context(), address, certificate); err == nil {
			_ = conn.Close()
			t.Errorf("it is reached by %s", name)
		}
	}
}
