package mail

import (
	"context"
	"net"
	"strings"
	"testing"
)

// A server that does not answer at the port that is named is away, whatever listens at the ports that are usual for mail.
func TestDeliver_AsksTheNamedPortAlone(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"smtp", "smtps"} {
		d, err := Open(Settings{URL: scheme + "://" + address, From: sender})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Deliver(context.WithoutCancel(t.Context()), message("k1", "ann@demo.test")); err == nil || !strings.Contains(err.Error(), address) {
			t.Errorf("%s: %v does not name %s", scheme, err, address)
		}
	}
}
