// Package deviceclient connects a device by MQTT, as docs/device-protocol.md says.
package deviceclient

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"

	"outrider.dev/sdk/device"
)

// ErrRefused is what Publish returns for a message that the server will never accept: do not send it again.
var ErrRefused = errors.New("refused for good")

const (
	keepAlive     = 60 // seconds
	packetTimeout = 15 * time.Second
	maxUnanswered = 16   // commands that the server may send at once; by default the client makes room for 65,535 of them, half a megabyte
	payloadReason = 0x99 // MQTT 5: payload format invalid
)

// Config is what a device needs to connect.
type Config struct {
	Broker    string // "tcp://host:1883", or "tls://host:8883"
	ID        string
	Key       string
	TLS       *tls.Config          // for tls; nil: the system's certificates
	OnCommand func(device.Command) // nil: the device takes no commands. Called in order; it must not block.
}

// Client is one connection of a device with MQTT 5. When it is lost, make another.
type Client struct {
	id   string
	mqtt *paho.Client
}

// Dial connects a device and subscribes to its commands. ctx bounds the attempt only.
func Dial(ctx context.Context, c Config) (*Client, error) {
	conn, err := dial(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("reach %s: %w", c.Broker, err)
	}
	client := &Client{id: c.ID}
	client.mqtt = paho.NewClient(paho.ClientConfig{
		ClientID: c.ID, Conn: conn, PacketTimeout: packetTimeout,
		OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(r paho.PublishReceived) (bool, error) {
			return true, receive(r.Packet.Payload, c.OnCommand)
		}},
	})
	_, err = client.mqtt.Connect(ctx, &paho.Connect{
		ClientID: c.ID, CleanStart: true, KeepAlive: keepAlive,
		UsernameFlag: true, Username: c.ID, PasswordFlag: true, Password: []byte(c.Key),
		Properties: &paho.ConnectProperties{ReceiveMaximum: new(uint16(maxUnanswered)), RequestProblemInfo: true},
	})
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("connect %s: %w", c.ID, err)
	}
	if c.OnCommand == nil {
		return client, nil
	}
	_, err = client.mqtt.Subscribe(ctx, &paho.Subscribe{
		Subscriptions: []paho.SubscribeOptions{{Topic: device.Topic(c.ID, device.TopicCommands), QoS: 1}},
	})
	if err != nil {
		client.Close()
		return nil, fmt.Errorf("subscribe %s to its commands: %w", c.ID, err)
	}
	return client, nil
}

func dial(ctx context.Context, c Config) (net.Conn, error) {
	broker := c.Broker
	if !strings.Contains(broker, "://") {
		broker = "tcp://" + broker
	}
	u, err := url.Parse(broker)
	if err != nil {
		return nil, err
	}
	switch u.Scheme {
	case "tcp", "mqtt":
		return (&net.Dialer{}).DialContext(ctx, "tcp", withPort(u, "1883"))
	case "tls", "ssl", "mqtts":
		conn, err := (&tls.Dialer{Config: c.TLS}).DialContext(ctx, "tcp", withPort(u, "8883"))
		if err != nil {
			return nil, err
		}
		return mqtt.NewThreadSafeConn(conn), nil
	default:
		return nil, fmt.Errorf("the scheme %q is neither tcp nor tls", u.Scheme)
	}
}

func withPort(u *url.URL, port string) string {
	if u.Port() != "" {
		return u.Host
	}
	return net.JoinHostPort(u.Hostname(), port)
}

func receive(payload []byte, handle func(device.Command)) error {
	if handle == nil {
		return nil
	}
	var c device.Command
	if err := json.Unmarshal(payload, &c); err != nil {
		return fmt.Errorf("read a command: %w", err)
	}
	handle(c)
	return nil
}

// Publish sends a message on one of the device's topics with QoS 1 and waits for the acknowledgement. nil means that the server has it;
// ErrRefused that it never will; anything else that it has to be sent again, on another connection if Done is closed.
func (c *Client) Publish(ctx context.Context, kind string, payload []byte) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // a goroutine for each connection would cost a fleet of ten thousand more than these short ones
		select {
		case <-c.mqtt.Done():
			cancel() // what waits for an acknowledgement stops waiting with the connection
		case <-ctx.Done():
		}
	}()
	answer, err := c.mqtt.Publish(ctx, &paho.Publish{
		Topic: device.Topic(c.id, kind), QoS: 1, Retain: kind == device.TopicStatus, Payload: payload,
	})
	if answer != nil && answer.ReasonCode == payloadReason {
		return fmt.Errorf("publish on %s: %w: %s", kind, ErrRefused, because(answer))
	}
	if err != nil {
		return fmt.Errorf("publish on %s: %w", kind, err)
	}
	return nil
}

func because(answer *paho.PublishResponse) string {
	if answer.Properties == nil {
		return "no reason is given"
	}
	return answer.Properties.ReasonString
}

// Done is closed when the connection is over.
func (c *Client) Done() <-chan struct{} { return c.mqtt.Done() }

// Close ends the connection.
func (c *Client) Close() {
	_ = c.mqtt.Disconnect(&paho.Disconnect{}) // the connection ends either way
	<-c.mqtt.Done()
}
