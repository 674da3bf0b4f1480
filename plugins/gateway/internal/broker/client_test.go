package broker_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/sdk/device"
)

// TestClient holds the SDK's own device client against the gateway.
func TestClient(t *testing.T) {
	encryption, trust := certificate(t)
	for _, tc := range []struct {
		name, scheme string
		server       *tls.Config
	}{
		{"in the clear", "tcp://", nil},
		{"by TLS", "tls://", encryption},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, tc.server)
			received := make(chan device.Command, 1)
			config := deviceclient.Config{
				Broker: tc.scheme + w.address, ID: "truck", Key: "key-truck", TLS: trust, OnCommand: func(c device.Command) { received <- c },
			}
			d := must(deviceclient.Dial(w.context(), config))(t)
			t.Cleanup(d.Close)
			if err := d.Publish(w.context(), device.TopicTelemetry, []byte(sample(time.Now().UnixMilli()))); err != nil {
				t.Errorf("publish: %v", err)
			}
			err := d.Publish(w.context(), device.TopicTelemetry, []byte(`{"time":"yesterday"}`))
			if !errors.Is(err, deviceclient.ErrRefused) || !strings.Contains(err.Error(), "time is not RFC 3339") {
				t.Errorf("publish nonsense: %v", err)
			}
			if err := w.broker.Deliver(truck, device.Command{ID: "c-1", Type: "greet"}, false); err != nil {
				t.Errorf("deliver: %v", err)
			}
			if c := <-received; c.ID != "c-1" || c.Type != "greet" {
				t.Errorf("received %+v", c)
			}
			if id := <-w.acked; id != "c-1" {
				t.Errorf("acknowledged %s", id)
			}
			config.Key = "guess"
			if _, err := deviceclient.Dial(w.context(), config); err == nil {
				t.Error("a wrong key is let in")
			}
		})
	}
}

func TestListener_ASilentConnectionEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes ten seconds")
	}
	w := newWorld(t, nil)
	conn := must(net.Dial("tcp", w.address))(t)
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(2 * patience))
	_, err := conn.Read(make([]byte, 1))
	if netError, ok := errors.AsType[net.Error](err); err == nil || (ok && netError.Timeout()) {
		t.Errorf("a connection that says nothing stays: %v", err)
	}
}

// certificate makes one for 127.0.0.1, and what a client needs to trust it.
func certificate(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	raw := must(x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key))(t)
	pool := x509.NewCertPool()
	pool.AddCert(must(x509.ParseCertificate(raw))(t))
	server = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}
	return server, &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: pool}
}
