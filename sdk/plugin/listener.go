package plugin

import (
	"crypto/tls"
	"fmt"
)

// ListenerTLS is how a listener of the manifest encrypts, from the certificate that the host hands over as PEM text in the settings
// "<name>.tls.cert" and "<name>.tls.key". It is nil if the operator has set none: what connects then does so in the clear.
func (e Env) ListenerTLS(name string) (*tls.Config, error) {
	certificate, key := e.Settings[name+".tls.cert"], e.Settings[name+".tls.key"]
	if certificate == "" && key == "" {
		return nil, nil
	}
	pair, err := tls.X509KeyPair([]byte(certificate), []byte(key))
	if err != nil {
		return nil, fmt.Errorf("read the certificate of the listener %s: %w", name, err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}, nil
}
