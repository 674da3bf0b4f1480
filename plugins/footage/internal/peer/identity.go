// Package peer lets the processes of several hosts show each other's views. A process that is asked for a view which it does not have finds
// in the database who has it, and asks that one through its listener for devices, by TLS with a certificate and a secret that are made when
// a process starts and stand in the database.
package peer

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
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
)

// Self is this process, as others find it.
type Self struct {
	Process     string // differs from start to start
	Address     string // "10.0.0.7:8554"
	Secret      string
	Pin         []byte // SHA-256 of the certificate
	certificate tls.Certificate
}

// NewSelf makes the identity of a process that others reach at an address.
func NewSelf(address string, now time.Time) (*Self, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make the key of a process: %w", err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certLife)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("make the certificate of a process: %w", err)
	}
	pin := sha256.Sum256(raw)
	return &Self{
		Process: rand.Text(), Address: address, Secret: rand.Text(), Pin: pin[:],
		certificate: tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key},
	}, nil
}

func (s *Self) serverTLS() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{s.certificate}, NextProtos: []string{protocol}, MinVersion: tls.VersionTLS13}
}

// isSecret compares in constant time.
func (s *Self) isSecret(given string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(s.Secret)) == 1
}

var errPin = errors.New("the other process shows another certificate")

// dial connects to a process whose certificate has a hash.
func dial(ctx context.Context, address string, pin []byte) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	raw, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	conn := tls.Client(raw, &tls.Config{
		InsecureSkipVerify: true, NextProtos: []string{protocol}, MinVersion: tls.VersionTLS13, //nolint:gosec // the certificate is compared with the one that is known
		VerifyConnection: func(state tls.ConnectionState) error {
			if sum := sha256.Sum256(state.PeerCertificates[0].Raw); !bytes.Equal(sum[:], pin) {
				return errPin
			}
			return nil
		},
	})
	if _, err = raw.Write([]byte(preface)); err == nil {
		err = conn.HandshakeContext(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	return conn, nil
}
