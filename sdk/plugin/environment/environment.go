// Package environment lists the variables of a plugin process. The host sets these and no others; nothing of its own environment
// reaches a plugin.
package environment

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	"outrider.dev/sdk/plugin/handshake"
)

// The variables that the host sets for the SDK. Those of the handshake come besides (package handshake, and go-plugin's PLUGIN_*).
const (
	DatabaseURL  = "OUTRIDER_DATABASE_URL"  // of the plugin's runtime role; empty without a database
	NATSURL      = "OUTRIDER_NATS_URL"      // empty without events and push
	NATSUser     = "OUTRIDER_NATS_USER"     // the plugin's own user
	NATSPassword = "OUTRIDER_NATS_PASSWORD" // the name of the variable
	DatabaseTLS  = "OUTRIDER_DATABASE_TLS"  // JSON object {ca, cert, key} of PEM; empty: as the URL says
	NATSTLS      = "OUTRIDER_NATS_TLS"      // the same for NATS
	EventBatches = "OUTRIDER_EVENT_BATCHES" // "1": the host takes several events of an outbox as one message; empty: one by one
	Settings     = "OUTRIDER_SETTINGS"      // JSON object: the host's configuration under plugins.<id>
	LogLevel     = "OUTRIDER_LOG_LEVEL"     // debug, info, warn or error; info if empty
	TraceRatio   = "OUTRIDER_TRACE_RATIO"   // 0 to 1: traces are recorded; empty: they are not
)

// Ordinary are variables that programs expect and that say nothing secret.
var Ordinary = []string{"PATH", "HOME", "TMPDIR", "TZ", "LANG", "GOMEMLIMIT", "GOMAXPROCS", "GOTRACEBACK", "SSL_CERT_FILE", "SSL_CERT_DIR"}

// Environment is what the host tells a plugin when it starts it.
type Environment struct {
	DatabaseURL  string
	NATSURL      string
	NATSUser     string
	NATSPassword string
	DatabaseTLS  TLS
	NATSTLS      TLS
	EventBatches bool // the host takes several events of an outbox as one message
	Settings     map[string]string
	LogLevel     slog.Level
	Traced       bool    // spans are recorded and handed to the host
	TraceRatio   float64 // of the traces that begin in the plugin; 0 to 1
}

// Variables writes e for the environment of a process. The host calls this.
func (e Environment) Variables() (map[string]string, error) {
	settings, err := json.Marshal(e.Settings)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", Settings, err)
	}
	ratio := ""
	if e.Traced {
		ratio = strconv.FormatFloat(e.TraceRatio, 'g', -1, 64)
	}
	database, err := e.DatabaseTLS.variable()
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", DatabaseTLS, err)
	}
	stream, err := e.NATSTLS.variable()
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", NATSTLS, err)
	}
	batches := ""
	if e.EventBatches {
		batches = "1"
	}
	return map[string]string{
		TraceRatio: ratio, EventBatches: batches,
		DatabaseTLS: database, NATSTLS: stream, DatabaseURL: e.DatabaseURL, NATSURL: e.NATSURL, NATSUser: e.NATSUser, NATSPassword: e.NATSPassword,
		Settings: string(settings), LogLevel: e.LogLevel.String(),
	}, nil
}

// Read reads the environment of this process and reports every problem at once.
func Read(getenv func(string) string) (Environment, error) {
	e := Environment{
		DatabaseURL: getenv(DatabaseURL), NATSURL: getenv(NATSURL), NATSUser: getenv(NATSUser), NATSPassword: getenv(NATSPassword),
		Settings: map[string]string{}, EventBatches: getenv(EventBatches) == "1",
	}
	var problems []error
	for name, into := range map[string]*TLS{DatabaseTLS: &e.DatabaseTLS, NATSTLS: &e.NATSTLS} {
		var err error
		if *into, err = readTLS(getenv(name)); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
	}
	if raw := getenv(Settings); raw != "" {
		if err := json.Unmarshal([]byte(raw), &e.Settings); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", Settings, err))
		}
	}
	if raw := getenv(LogLevel); raw != "" {
		if err := e.LogLevel.UnmarshalText([]byte(raw)); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", LogLevel, err))
		}
	}
	if raw := getenv(TraceRatio); raw != "" {
		var err error
		if e.TraceRatio, err = strconv.ParseFloat(raw, 64); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", TraceRatio, err))
		}
		e.Traced = true
	}
	if getenv(handshake.Config.MagicCookieKey) != handshake.Config.MagicCookieValue {
		problems = append(problems, errors.New("this is a plugin of Outrider: the host starts it"))
	}
	return e, errors.Join(problems...)
}
