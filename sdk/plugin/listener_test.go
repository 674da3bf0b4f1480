package plugin

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"
	"time"
)

// pemPair is a certificate and its key as PEM text.
func pemPair(t *testing.T) (certificate, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &secret.PublicKey, secret)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	text := func(kind string, data []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}))
	}
	return text("CERTIFICATE", raw), text("PRIVATE KEY", private)
}

func TestListenerTLS(t *testing.T) {
	certificate, key := pemPair(t)
	_, another := pemPair(t)
	for _, tc := range []struct {
		name     string
		settings map[string]string
		is       bool // encrypted
		wrong    bool
	}{
		{name: "none", settings: map[string]string{"other.tls.cert": certificate, "other.tls.key": key}},
		{name: "both", settings: map[string]string{"mqtt.tls.cert": certificate, "mqtt.tls.key": key}, is: true},
		{name: "a certificate without its key", settings: map[string]string{"mqtt.tls.cert": certificate}, wrong: true},
		{name: "another's key", settings: map[string]string{"mqtt.tls.cert": certificate, "mqtt.tls.key": another}, wrong: true},
	} {
		config, err := Env{Settings: tc.settings}.ListenerTLS("mqtt")
		if (config != nil) != tc.is || (err != nil) != tc.wrong {
			t.Errorf("%s: %v, %v", tc.name, config, err)
		}
		if err != nil && (!strings.Contains(err.Error(), "mqtt") || strings.Contains(err.Error(), "PRIVATE")) {
			t.Errorf("%s: the error does not name the listener, or tells the key: %v", tc.name, err)
		}
		if tc.is && (len(config.Certificates) != 1 || config.MinVersion < tls.VersionTLS12) {
			t.Errorf("%s: %+v", tc.name, config)
		}
	}
}
