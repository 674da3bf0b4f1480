package supervisor

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"time"

	"outrider.dev/sdk/plugin/handshake"
)

// keyPair is a certificate of one process, made for one start. P-256: the P-521 pairs of go-plugin cost 25 ms a start.
type keyPair struct {
	certPEM, keyPEM []byte
	certificate     tls.Certificate
	leaf            *x509.Certificate
}

// newKeyPair makes a self-signed pair, valid from an hour before now for ten years: it lives no longer than the process.
func newKeyPair(now time.Time) (keyPair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return keyPair{}, fmt.Errorf("make key: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return keyPair{}, fmt.Errorf("make serial number: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: handshake.ServerName}, DNSNames: []string{handshake.ServerName},
		NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(10, 0, 0),
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
		IsCA:        true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return keyPair{}, fmt.Errorf("make certificate: %w", err)
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return keyPair{}, fmt.Errorf("encode key: %w", err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return keyPair{}, fmt.Errorf("parse certificate: %w", err)
	}
	return keyPair{
		certPEM:     pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		keyPEM:      pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER}),
		certificate: tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf},
		leaf:        leaf,
	}, nil
}

// tlsConfig is one end's configuration, for the connection that it opens and for the one that it accepts (the callbacks).
func tlsConfig(own keyPair, peer *x509.Certificate) *tls.Config {
	pool := x509.NewCertPool()
	pool.AddCert(peer)
	return &tls.Config{
		Certificates: []tls.Certificate{own.certificate}, RootCAs: pool, ClientCAs: pool,
		ClientAuth: tls.RequireAndVerifyClientCert, ServerName: handshake.ServerName, MinVersion: tls.VersionTLS13,
	}
}
