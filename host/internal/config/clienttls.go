package config

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"os"

	"outrider.dev/sdk/plugin/environment"
)

// ClientTLS is how a connection to another server is protected and who this host says it is, as PEM files. Empty: as the server's URL says,
// by the system's authorities.
type ClientTLS struct{ CA, Cert, Key string }

// Set reports whether anything is configured.
func (t ClientTLS) Set() bool { return t != ClientTLS{} }

// PEM is what the files hold.
func (t ClientTLS) PEM() (environment.TLS, error) {
	var all environment.TLS
	for name, into := range map[string]*string{t.CA: &all.CA, t.Cert: &all.Cert, t.Key: &all.Key} {
		if name == "" {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return environment.TLS{}, fmt.Errorf("read %s: %w", name, err)
		}
		*into = string(content)
	}
	return all, nil
}

// Client is the configuration of a connection; nil without one.
func (t ClientTLS) Client() (*tls.Config, error) {
	all, err := t.PEM()
	if err != nil {
		return nil, err
	}
	return all.Config()
}

// PostgresURL adds the files to the URL of a database. The server's name is checked against its certificate, whatever the URL said.
func (t ClientTLS) PostgresURL(address string) (string, error) {
	if !t.Set() {
		return address, nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("postgres.url cannot be read")
	}
	query := u.Query()
	query.Set("sslmode", "verify-full")
	for name, file := range map[string]string{"sslrootcert": t.CA, "sslcert": t.Cert, "sslkey": t.Key} {
		if file != "" {
			query.Set(name, file)
		}
	}
	u.RawQuery = query.Encode()
	return u.String(), nil
}
