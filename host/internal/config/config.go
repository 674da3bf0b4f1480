// Package config reads the host's configuration: the defaults, then an optional YAML file, then OUTRIDER_* variables of the
// environment, each overriding the one before. The table in keys.go is the only list of keys: parsing, `outrider config` and
// docs/operate.md all come from it.
package config

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"time"
)

// Config is everything that an operator can set. The zero value is not usable; take it from Load.
type Config struct {
	HTTP        HTTP
	DataDir     string // holds Postgres, NATS, media and the host's secrets
	DiskReserve int64  // bytes that stay free on its disk
	PluginsDir  string // one folder a plugin: binary, manifest, migrations, ui
	WebDir      string // the built shell and sign-in page
	Postgres    Postgres
	NATS        NATS
	Keto        Keto
	MediaURL    string // file:// or s3://
	Mail        Mail
	MQTT        Listener
	RTSP        Listener
	RTSPUDP     string // "auto", "off", or the first of four ports
	DevicesHost string // name under which devices reach this host; empty: the public URL's
	Map         Map
	Push        Push
	SignIn      SignIn
	Links       Links
	// StaleAfter is how old the snapshot of access decisions may grow before everything is denied.
	StaleAfter time.Duration
	// SettingsSecret is what the key is derived from that encrypts the secrets which organisations set for plugins; empty: one in the data folder.
	SettingsSecret string
	// KeyRequests is how many requests a second an API key may send to this host, and ten times as many at once; 0: no bound.
	KeyRequests int
	// WebhookNetworks are private networks that organisations may have events sent to, also by plain HTTP.
	WebhookNetworks []netip.Prefix
	// SessionLifetime is how long a session may last in all.
	SessionLifetime time.Duration
	Log             Log
	Audit           Audit
	Telemetry       Telemetry
	// Plugins holds free settings: plugin id, then key.
	Plugins map[string]map[string]string
}

// HTTP is the public HTTP listener.
type HTTP struct {
	Listener
	PublicURL      string // empty: derived from the address
	TrustedProxies []netip.Prefix
	HSTS           time.Duration // how long browsers keep to TLS; 0: they are not told
}

// Links are addresses of sites beside the product; an empty one is not offered.
type Links struct{ Help, DriverHours, Telematics, SafetyCentre, Assets string }

// Listener is an address to open and, if both files are set, the certificate to serve it with.
type Listener struct {
	Address         string
	TLSCert, TLSKey string
	Limits          Connections
}

// Connections is how many a listener takes: in total, and from one address of those whose owners are not known.
type Connections struct{ Total, PerAddress int }

// TLS reports whether the listener serves TLS.
func (l Listener) TLS() bool { return l.TLSCert != "" && l.TLSKey != "" }

// Postgres is the database: an external one by URL, or the embedded one.
type Postgres struct {
	URL      string
	Port     int    // of the embedded one; 0 takes a free port
	Binaries string // folder with bin/, lib/ and share/ of the embedded one
	OSUser   string // who runs the embedded one when the host is root
	TLS      ClientTLS
}

// NATS is the event stream: an external one by URL, or the embedded one.
type NATS struct {
	URL           string
	PluginSecret  string
	Port          int  // of the embedded one; 0 takes a free port
	SyncAlways    bool // fsync before every acknowledgement
	TelemetrySize int64
	EventsSize    int64
	Replicas      int // of each stream, in a cluster

	// What a plugin publishes, at most: messages and bytes a second, and its part of a stream within a week.
	PluginMessages, PluginPercent int
	PluginBytes                   int64

	TLS ClientTLS
}

// Keto is the permission server: an external one by its two URLs, or the embedded one.
type Keto struct {
	ReadURL, WriteURL string
	Binary            string
	TLS               ClientTLS
}

// Mail is how mails leave the host.
type Mail struct {
	URL      string // smtp:// or smtps://; empty: mails go to an outbox folder
	From     string
	StartTLS string // "offered" or "required"
	TLS      ClientTLS
}

// Map is what the browser's map is drawn from.
type Map struct{ Streets, TilesURL, SatelliteURL, Attribution string }

// Push is how browsers learn of changes.
type Push struct {
	Mode         string // "live" or "poll"
	MostVehicles int    // whose presence is pushed to one browser; of more it is asked for. 0: of however many
}

// Audit is how the audit log is kept.
type Audit struct {
	KeepDays int  // 0: for ever
	Sync     bool // every record is on the disk before its call goes on
}

// Telemetry says where traces go.
type Telemetry struct {
	OTLP    string            // endpoint of a collector; empty: no traces
	Headers map[string]string // sent with them
	Ratio   float64           // of the traces, 0 to 1
}

// Log says what is logged and how.
type Log struct{ Level, Format string }

// RTPPorts says which UDP ports belong to a listener of the network "rtp", by the name of its configuration: two pairs from first on. It is 0 for none,
// and with isMust false those are nothing to stop for that others have.
func (c Config) RTPPorts(name string, rtsp net.Addr) (host string, first int, isMust bool, err error) {
	if name != "devices.rtsp.udp" {
		return "", 0, false, fmt.Errorf("no listener is configured under %q", name)
	}
	if host, _, err = net.SplitHostPort(c.RTSP.Address); err != nil {
		return "", 0, false, err
	}
	switch c.RTSPUDP {
	case "off":
		return host, 0, false, nil
	case "auto":
		if tcp, ok := rtsp.(*net.TCPAddr); ok && tcp.Port < 65000 {
			first = (tcp.Port + 3) / 2 * 2 // 8556 to 8559 for 8554
		}
		return host, first, false, nil
	}
	first, err = strconv.Atoi(c.RTSPUDP)
	return host, first, true, err
}

// Listener returns the listener that a manifest asks for by the name of its configuration, such as "devices.mqtt".
func (c Config) Listener(name string) (Listener, error) {
	switch name {
	case "devices.mqtt":
		return c.MQTT, nil
	case "devices.rtsp":
		return c.RTSP, nil
	default:
		return Listener{}, fmt.Errorf("no listener is configured under %q", name)
	}
}
