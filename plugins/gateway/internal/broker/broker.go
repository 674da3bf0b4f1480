// Package broker is the MQTT side of the gateway: it lets devices in, takes what they publish into the stream before it acknowledges,
// and hands commands to them.
package broker

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"math"
	"net"
	"sync"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/outrider/plugins/gateway/internal/quota"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/trace"
)

const (
	maxUnanswered  = 256             // messages of one device that wait for their acknowledgement
	writesPending  = 64              // packets that wait to be written to one device
	publishTimeout = 5 * time.Second // for the stream to take a message
	goodbyeTimeout = time.Second     // for a device to take DISCONNECT
	readBuffer     = 512             // bytes for each device; larger messages are read past it
)

// ConnectTimeout is how long a connection may take to CONNECT, with the key of a device.
const ConnectTimeout = 10 * time.Second

// Stream is where messages go; *events.Client is one. It returns nil only when it has the message; the id makes a repeated one harmless.
type Stream interface {
	PublishDirect(ctx context.Context, subject, id, orgID string, data any) error
	PublishTelemetry(ctx context.Context, id string, t events.Telemetry) error
	PublishDead(ctx context.Context, source, id, reason string, data []byte) error
}

// Config is what a broker is made of.
type Config struct {
	Listener net.Listener
	TLS      *tls.Config // nil: plain TCP
	Stream   Stream
	Devices  *credential.Book
	Tracer   *trace.Tracer // nil: messages are not traced
	Log      *slog.Logger
	Now      func() time.Time
	Quota    *quota.Meter // nil: devices send as they like
	// Acknowledged is called with the id of a command that a device has acknowledged. It must not block.
	Acknowledged func(orgID, deviceID, commandID string)
	// Answered is called with a reply of a device that the stream has. It must not block; nil: nobody asks.
	Answered func(orgID, deviceID, commandID, status string)
	// Waiting is called when a device is ready for its commands. It must not block.
	Waiting func(credential.Ref)
}

// Broker serves devices. Make it with New, run it with Run.
type Broker struct {
	config   Config
	server   *mqtt.Server
	inline   *mqtt.Client
	sessions *registry
	workers  *workers
	clients  sync.Mutex // whose connection a client id is
	limiter  *credential.Limiter
	dead     *deadLetters
	counts   counters
	life     context.Context // of Run; hooks have no context of their own
}

// New returns a broker that serves nobody yet.
func New(c Config) (*Broker, error) {
	b := &Broker{config: c, sessions: newRegistry(), limiter: credential.NewLimiter(c.Now)}
	b.dead = newDeadLetters(c.Stream, c.Now)
	capabilities := mqtt.NewDefaultServerCapabilities()
	capabilities.MaximumClients = math.MaxInt64   // the listener counts
	capabilities.MaximumMessageExpiryInterval = 0 // a retained status does not expire
	capabilities.MaximumClientWritesPending = writesPending
	capabilities.MaximumSessionExpiryInterval = 0 // no session outlives its connection
	capabilities.MaximumPacketSize = device.MaxMessageBytes
	capabilities.ReceiveMaximum = maxUnanswered
	capabilities.MaximumInflight = maxUnanswered
	capabilities.TopicAliasMaximum = 0 // an alias is resolved only after the check of the topic
	capabilities.MaximumQos = 1
	capabilities.SharedSubAvailable = 0
	capabilities.WildcardSubAvailable = 0
	capabilities.SubIDAvailable = 0
	capabilities.Compatibilities.NoInheritedPropertiesOnAck = true
	b.server = mqtt.New(&mqtt.Options{
		Capabilities:            capabilities,
		Logger:                  slog.New(slog.DiscardHandler), // it logs whole payloads; the hook logs what matters
		SysTopicResendInterval:  int64((24 * time.Hour).Seconds()),
		ClientNetReadBufferSize: readBuffer,
		InlineClient:            true,
	})
	b.inline = b.server.NewClient(nil, mqtt.LocalListener, mqtt.InlineClientId, true)
	if err := b.server.AddHook(&hook{broker: b}, nil); err != nil {
		return nil, fmt.Errorf("add the hook: %w", err)
	}
	return b, nil
}

// Run serves devices until ctx ends, then says goodbye to them and returns nil.
func (b *Broker) Run(ctx context.Context) error {
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	b.life, b.workers = life, newWorkers(life.Done())
	if err := b.server.AddListener(newListener(b.config.Listener, b.config.TLS, b.serve)); err != nil {
		return fmt.Errorf("add the listener: %w", err)
	}
	if err := b.server.Serve(); err != nil {
		return fmt.Errorf("serve MQTT: %w", err)
	}
	<-ctx.Done()
	if err := b.server.Close(); err != nil {
		return fmt.Errorf("stop MQTT: %w", err)
	}
	return nil
}

// Disconnect ends the connection of a device, if it has one.
func (b *Broker) Disconnect(r credential.Ref) {
	if s := b.sessions.get(clientID(r)); s != nil {
		b.drop(s.client, packets.ErrAdministrativeAction)
	}
}

// drop closes a client's connection without acknowledging anything. Only MQTT 5 has a way to say why; of several reasons the first is said.
func (b *Broker) drop(cl *mqtt.Client, code packets.Code) {
	if s := b.sessions.of(cl); s != nil {
		s.ending.Do(func() { b.end(cl, code) })
		return
	}
	b.end(cl, code)
}

// end says goodbye to a client and closes its connection. One that does not read is not waited for.
func (b *Broker) end(cl *mqtt.Client, code packets.Code) {
	if cl.Properties.ProtocolVersion == 5 {
		deaf := time.AfterFunc(goodbyeTimeout, func() { cl.Stop(code) })
		defer deaf.Stop()
		_ = b.server.DisconnectClient(cl, code) // the connection ends either way
		return
	}
	cl.Stop(code)
}
