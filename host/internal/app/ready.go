package app

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"outrider.dev/outrider/host/internal/config"
)

const readyTimeout = 2 * time.Second

// AskReady asks the host that runs on this machine with this configuration whether it is ready: for the health checks of containers,
// which have no other program to ask with.
func AskReady(ctx context.Context, c config.Config) error {
	_, port, err := net.SplitHostPort(c.HTTP.Address)
	if err != nil {
		return fmt.Errorf("read http.address: %w", err)
	}
	where := url.URL{Scheme: "http", Host: net.JoinHostPort("127.0.0.1", port), Path: "/readyz"}
	if c.HTTP.TLS() {
		where.Scheme = "https"
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, where.String(), nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // the certificate is for another name, and nothing secret is sent
	}}
	answer, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("the host does not answer: %w", err)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
	if err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the host is not ready: %s", said)
	}
	return nil
}
