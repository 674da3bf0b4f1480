package plugin

import (
	"crypto/tls"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"outrider.dev/sdk/connlimit"
)

// Listener is a listener of the manifest whose connections are counted and bounded as the operator has configured. Who has not said in time who it is
// (Conn.Keep) is closed. The outcome for a listener that the manifest lacks is an error.
func (e Env) Listener(name string, within time.Duration) (*connlimit.Listener, error) {
	inner, ok := e.Listeners[name]
	if !ok {
		return nil, fmt.Errorf("the host has opened no listener %q", name)
	}
	limits := connlimit.Limits{ProxyHeader: true, Within: within}
	for setting, into := range map[string]*int{"connections": &limits.Total, "connections_per_address": &limits.PerAddress} {
		text := e.Settings[name+"."+setting]
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("setting %s.%s: %q is not a whole number", name, setting, text)
		}
		*into = n
	}
	for text := range strings.SplitSeq(e.Settings[name+".trusted_proxies"], ",") {
		if text == "" {
			continue
		}
		proxy, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("setting %s.trusted_proxies: %w", name, err)
		}
		limits.Proxies = append(limits.Proxies, proxy)
	}
	listener := connlimit.Listen(inner, limits, e.Log)
	if err := e.Metrics.Register(connlimit.NewCollector("outrider_"+name+"_", listener)); err != nil {
		return nil, fmt.Errorf("register the metrics of listener %s: %w", name, err)
	}
	return listener, nil
}

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
