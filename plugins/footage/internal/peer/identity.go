// Package peer lets the processes of several hosts show each other's views. A process that is asked for a view which it does not have finds
// in the database who has it, and asks that one through its listener for devices, by TLS with a certificate and a secret that are made when
// a process starts and stand in the database.
package peer

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"time"
)

const (
	protocol    = "http/1.1"
	dialTimeout = 5 * time.Second
	certLife    = 10 * 365 * 24 * time.Hour // of one process
	certName    = "relay"                   // of every process: each is trusted for its own certificate alone
)

// Self is this process, as others find it.
type Self struct {
	Process     string // differs from start to start
	Address     string // "10.0.0.7:8554"
	Secret      string
	Certificate []byte // DER, of its own; what others trust it by
	key         *ecdsa.PrivateKey
}

// NewSelf makes the identity of a process that others reach at an address.
func NewSelf(address string, now time.Time) (*Self, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make the key of a process: %w", err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{certName}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certLife)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("make the certificate of a process: %w", err)
	}
	return &Self{Process: rand.Text(), Address: address, Secret: rand.Text(), Certificate: raw, key: key}, nil
}

func (s *Self) serverTLS() *tls.Config {
	own := tls.Certificate{Certificate: [][]byte{s.Certificate}, PrivateKey: s.key}
	return &tls.Config{Certificates: []tls.Certificate{own}, NextProtos: []string{protocol}, MinVersion: tls.VersionTLS13}
}

// isSecret compares in constant time.
func (s *Self) isSecret(given string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(s.Secret)) == 1
}

// dial connects to the process that has a certificate.
func dial(ctx context.Context, address string, certificate []byte) (net.Conn, error) {
	trusted, err := x509.ParseCertificate(certificate)
	if err != nil {
		return nil, fmt.Errorf("read the certificate of the other process: %w", err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(trusted)
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	raw, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	conn := tls.Client(raw, &tls.Config{RootCAs: roots, ServerName: certName, NextProtos: []string{protocol}, MinVersion: tls.VersionTLS13})
	if _, err = raw.Write([]byte(preface)); err == nil {
		err = conn.HandshakeContext(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	return conn, nil
}
