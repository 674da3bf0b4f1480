package environment

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
)

// TLS is how a plugin checks a server and who it says it is, as PEM: the plugin's user cannot read the host's files. Empty: as the URL says.
type TLS struct {
	CA   string `json:"ca,omitempty"`
	Cert string `json:"cert,omitempty"`
	Key  string `json:"key,omitempty"`
}

// Config is the configuration of a client; nil for an empty TLS.
func (t TLS) Config() (*tls.Config, error) {
	if t == (TLS{}) {
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if t.CA != "" {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM([]byte(t.CA)) {
			return nil, errors.New("the authorities hold no certificate")
		}
	}
	if t.Cert != "" {
		pair, err := tls.X509KeyPair([]byte(t.Cert), []byte(t.Key))
		if err != nil {
			return nil, fmt.Errorf("read the client's certificate: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

func (t TLS) variable() (string, error) {
	if t == (TLS{}) {
		return "", nil
	}
	raw, err := json.Marshal(t)
	return string(raw), err
}

func readTLS(raw string) (t TLS, err error) {
	if raw != "" {
		err = json.Unmarshal([]byte(raw), &t)
	}
	return t, err
}
