package app_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/device"
)

func TestRun_ServesBrowsersAndDevicesByTLS(t *testing.T) {
	cert, key, trusted := certificate(t)
	mqtt := freeAddress(t)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: trusted}}
	r := launch(t, true, client, "OUTRIDER_POSTGRES_URL="+hosttest.DatabaseURL(t), "OUTRIDER_PLUGINS_DIR="+builtPlugins(t),
		"OUTRIDER_HTTP_TLS_CERT="+cert, "OUTRIDER_HTTP_TLS_KEY="+key, "OUTRIDER_PLUGINS_VEHICLES_DEMO_SECRET=of the test",
		"OUTRIDER_DEVICES_MQTT_ADDRESS="+mqtt, "OUTRIDER_DEVICES_MQTT_TLS_CERT="+cert, "OUTRIDER_DEVICES_MQTT_TLS_KEY="+key)
	answer, token := r.signIn(nil)
	cookie, hsts := answer.Header.Get("Set-Cookie"), answer.Header.Get("Strict-Transport-Security")
	if !strings.Contains(cookie, "; Secure") || !strings.Contains(cookie, "; HttpOnly") || hsts == "" {
		t.Errorf("cookie %q, Strict-Transport-Security %q", cookie, hsts)
	}
	if hsts := r.head("/sign-in").Get("Strict-Transport-Security"); hsts == "" {
		t.Error("the sign-in page has no Strict-Transport-Security")
	}
	news := r.watch(token)
	d := dial(t, deviceclient.Config{Broker: "tls://" + mqtt, TLS: trusted, ID: device.DemoID("demo", 1), Key: device.DemoKey("of the test", device.DemoID("demo", 1))})
	if err := d.Publish(t.Context(), device.TopicTelemetry, sample(51.25)); err != nil {
		t.Fatal(err)
	}
	for got := news(); !strings.Contains(got, "51.25"); got = news() { // that the device has connected may be news by itself
	}
	if _, err := deviceclient.Dial(t.Context(), deviceclient.Config{Broker: "tls://" + mqtt, ID: "d", Key: "k"}); err == nil {
		t.Error("a device that does not trust the certificate connects")
	}
}

func (r running) head(path string) http.Header {
	r.t.Helper()
	answer, err := r.client.Get(r.address + path)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.Header
}

// dial connects as devices do: again until the gateway, which hears of devices by events, has heard of this one.
func dial(t *testing.T, c deviceclient.Config) *deviceclient.Client {
	t.Helper()
	var d *deviceclient.Client
	var err error
	eventually(t, "the gateway does not let the device in", func() bool {
		if d, err = deviceclient.Dial(t.Context(), c); err != nil {
			t.Log(err)
		}
		return err == nil
	})
	t.Cleanup(d.Close)
	return d
}

// watch opens a push connection for presence and returns what reads the next value.
func (r running) watch(token string) func() string {
	r.t.Helper()
	next, err := r.tryWatch(token, 3*time.Minute)
	if err != nil {
		r.t.Fatal(err)
	}
	return func() string {
		r.t.Helper()
		value, err := next()
		if err != nil {
			r.t.Fatalf("read a push connection: %v", err)
		}
		return value
	}
}

// tryWatch is watch for hosts that may go away. It reads no longer than within.
func (r running) tryWatch(token string, within time.Duration) (next func() (string, error), err error) {
	ctx, cancel := context.WithTimeout(r.t.Context(), within)
	r.t.Cleanup(cancel)
	c, _, err := websocket.Dial(ctx, strings.Replace(r.address, "http", "ws", 1)+"/api/ws", &websocket.DialOptions{
		HTTPClient: r.client, Subprotocols: []string{"outrider.v1", "bearer." + token}, HTTPHeader: http.Header{"Origin": {r.address}},
	})
	if err != nil {
		return nil, err
	}
	r.t.Cleanup(func() { _ = c.CloseNow() })
	c.SetReadLimit(1 << 20)
	subscribe := `{"action":"subscribe","subscriptionType":"presenceUpdates","context":"vehicle","values":[],"orgId":"demo"}`
	if err := c.Write(ctx, websocket.MessageText, []byte(subscribe)); err != nil {
		return nil, err
	}
	next = func() (string, error) {
		_, raw, err := c.Read(ctx)
		return string(raw), err
	}
	for { // news may come before the answer
		got, err := next()
		if err != nil || strings.Contains(got, `"action":"error"`) {
			return nil, fmt.Errorf("subscribe: %q, %w", got, err)
		}
		if strings.Contains(got, `"subscribed"`) {
			return next, nil
		}
	}
}

// certificate makes a self-signed certificate for this machine, and what trusts it and nothing else.
func certificate(t *testing.T) (certFile, keyFile string, trusted *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	for file, content := range map[string][]byte{certFile: certPEM, keyFile: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(certPEM)
	return certFile, keyFile, &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
}
