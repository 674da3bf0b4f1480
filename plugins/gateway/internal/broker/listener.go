package broker

import (
	"crypto/tls"
	"net"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"

	"outrider.dev/sdk/connlimit"
)

// served hands connections to the broker itself, not to the MQTT server's own loop.
type served struct {
	*listeners.Net
	serve listeners.EstablishFn
}

func newListener(l net.Listener, encryption *tls.Config, serve listeners.EstablishFn) served {
	return served{listeners.NewNet("mqtt", &listener{l, encryption}), serve}
}

// Serve implements listeners.Listener.
func (s served) Serve(listeners.EstablishFn) { s.Net.Serve(s.serve) }

// listener gives a new connection little time to say who it is.
type listener struct {
	net.Listener
	tls *tls.Config
}

// Accept returns the next connection. An error is the listener's end.
func (l *listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	// The server sets its own deadline once it has read CONNECT.
	_ = conn.SetDeadline(time.Now().Add(ConnectTimeout)) // a connection that cannot is read from in vain
	if l.tls != nil {
		return tls.Server(conn, l.tls), nil
	}
	return conn, nil
}

// keep says that a connection is a known device's: of those there is one each.
func keep(cl *mqtt.Client) {
	if c := connlimit.Of(cl.Net.Conn); c != nil {
		c.Keep()
	}
}
