// Package handshake holds what host and plugin must agree on before they can talk. Both use these names; nothing else is promised.
package handshake

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"

	goplugin "github.com/hashicorp/go-plugin"
)

// SDKVersion is the version of this SDK; a manifest's range must hold it.
const SDKVersion = "0.1.1"

// Config is the cookie and the protocol. A plugin that is started by hand says so and ends.
var Config = goplugin.HandshakeConfig{
	ProtocolVersion:  1,
	MagicCookieKey:   "OUTRIDER_PLUGIN",
	MagicCookieValue: "7c1f0d5e9a3b4e62",
}

// Control is the one service that is dispensed: PluginControl.
const Control = "control"

// ServerName is the name in the certificates of both ends.
const ServerName = "outrider-plugin"

// The variables that carry the certificates, as PEM.
const (
	EnvCertificate = "OUTRIDER_TLS_CERT" // the plugin's certificate
	EnvKey         = "OUTRIDER_TLS_KEY"  // its P-256 key
	EnvPeer        = "OUTRIDER_TLS_PEER" // the host's certificate, the only one to trust
)

// The descriptors that a plugin process inherits.
const (
	FDBinary         = 3 // the sealed binary
	FDLifeline       = 4 // end of file: the host is gone
	FDDataPlane      = 5 // connections arrive here by SCM_RIGHTS
	FDFirstListener  = 6 // the listeners, in manifest order
	MaxControlBytes  = 16 << 20
	MaxCallbackBytes = 16 << 20
)

// TLS is the plugin's end of the control connection, read from the environment: it trusts the host's certificate and no other.
func TLS(getenv func(string) string) (*tls.Config, error) {
	certificate, err := tls.X509KeyPair([]byte(getenv(EnvCertificate)), []byte(getenv(EnvKey)))
	if err != nil {
		return nil, fmt.Errorf("read %s and %s: %w", EnvCertificate, EnvKey, err)
	}
	peers := x509.NewCertPool()
	if !peers.AppendCertsFromPEM([]byte(getenv(EnvPeer))) {
		return nil, errors.New("read " + EnvPeer + ": there is no certificate in it")
	}
	return &tls.Config{
		Certificates: []tls.Certificate{certificate}, RootCAs: peers, ClientCAs: peers,
		ClientAuth: tls.RequireAndVerifyClientCert, ServerName: ServerName, MinVersion: tls.VersionTLS13,
	}, nil
}
