package broker

import (
	"errors"
	"net"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/outrider/plugins/gateway/internal/quota"
	"outrider.dev/sdk/events"
)

// maxKeepAlive in seconds also stands in for none at all, so that a connection whose device is gone does not stay for ever.
const maxKeepAlive = 600

// deviceConn is a connection of one device. It waits for packets on a small stack, and has a worker read and answer each. The MQTT server's own loop would hold 16 KB of
// stack for each device, since it hands packets of a kilobyte on by value.
type deviceConn struct {
	broker *Broker
	client *mqtt.Client
	header packets.FixedHeader // of the packet that comes
	ended  chan error          // by the worker
}

// serve returns when the connection has ended.
func (b *Broker) serve(listener string, conn net.Conn) error {
	b.server.Listeners.ClientsWg.Add(1)
	defer b.server.Listeners.ClientsWg.Done()
	c := &deviceConn{broker: b, client: b.server.NewClient(conn, listener, "", false), ended: make(chan error)}
	go c.client.WriteLoop()
	defer c.client.Stop(nil)
	if err := c.next(c.connect); err != nil {
		return err
	}
	var err error
	for receive := c.receive; err == nil && !c.client.Closed(); {
		alive := time.Duration(c.client.State.Keepalive) * time.Second
		_ = conn.SetDeadline(time.Now().Add(alive * 3 / 2)) // a connection that cannot is read from in vain
		err = c.next(receive)
	}
	c.end(err)
	return err
}

// next waits for a packet and has it handled.
func (c *deviceConn) next(handle func() error) error {
	c.header = packets.FixedHeader{}
	if err := c.client.ReadFixedHeader(&c.header); err != nil {
		return err
	}
	return c.broker.workers.run(handle, c.ended)
}

// connect reads CONNECT and lets the device in, or says why not. No session outlives its connection, so none is continued.
func (c *deviceConn) connect() error {
	b, cl := c.broker, c.client
	if c.header.Type != packets.Connect {
		return packets.ErrProtocolViolationRequireFirstConnect
	}
	pk, err := cl.ReadPacket(&c.header)
	if err != nil {
		return err
	}
	cl.ParseConnect(cl.Net.Listener, pk)
	if code := b.admit(cl, pk); code != packets.CodeSuccess {
		_ = b.server.SendConnack(cl, code, false, nil) // it is refused either way
		return code
	}
	b.replace(cl)
	if err := b.server.SendConnack(cl, packets.CodeSuccess, false, nil); err != nil {
		c.end(err)
		return err
	}
	b.welcome(cl)
	return nil
}

// receive reads a packet and answers it. An error ends the connection; MQTT 5 says why.
func (c *deviceConn) receive() error {
	pk, err := c.client.ReadPacket(&c.header)
	if err != nil {
		return err
	}
	err = c.broker.server.InjectPacket(c.client, pk)
	if code, ok := errors.AsType[packets.Code](err); ok && c.client.Properties.ProtocolVersion == 5 && code.Code >= packets.ErrUnspecifiedError.Code {
		_ = c.broker.server.DisconnectClient(c.client, code) // it ends either way
	}
	return err
}

// end forgets the device's connection, and tells the others.
func (c *deviceConn) end(err error) {
	if err != nil {
		c.client.Stop(err)
	}
	c.broker.farewell(c.client, err)
	c.broker.clients.Lock()
	defer c.broker.clients.Unlock()
	if now, ok := c.broker.server.Clients.Get(c.client.ID); ok && now == c.client {
		c.broker.forget(c.client)
		c.broker.server.Clients.Delete(c.client.ID)
	}
}

// admit lets a device in by its id and key, and settles what it may ask of its connection. It has no will: its presence tells when it is gone.
func (b *Broker) admit(cl *mqtt.Client, pk packets.Packet) packets.Code {
	if code := pk.ConnectValidate(); code != packets.CodeSuccess {
		return code
	}
	if cl.Properties.ProtocolVersion < 5 && !pk.Connect.Clean && pk.Connect.ClientIdentifier == "" {
		return packets.ErrClientIdentifierNotValid
	}
	if cl.Properties.Will.Qos > b.server.Options.Capabilities.MaximumQos {
		return packets.ErrQosNotSupported
	}
	cl.Properties.Will = mqtt.Will{}
	if cl.State.Keepalive == 0 || cl.State.Keepalive > maxKeepAlive {
		cl.State.Keepalive, cl.State.ServerKeepalive = maxKeepAlive, true
	}
	if !b.authenticate(cl, pk) {
		return packets.ErrBadUsernameOrPassword
	}
	return packets.CodeSuccess
}

func (b *Broker) authenticate(cl *mqtt.Client, pk packets.Packet) bool {
	id, address := string(pk.Connect.Username), host(cl.Net.Remote)
	if !b.limiter.Allow(address, id) {
		b.counts.throttled.Add(1)
		return false
	}
	d, ok := b.config.Devices.Authenticate(id, string(pk.Connect.Password))
	if !ok {
		b.limiter.Failed(address, id)
		b.counts.refused.Add(1)
		b.config.Log.Debug("a device was refused", "device", clip(id), "address", address)
		return false
	}
	b.limiter.Succeeded(address, id)
	if err := b.within(d, quota.Connects, 0); err != nil {
		return false
	}
	keep(cl)
	// The device is the client id: a second connection of a device takes the first one over, whatever it calls itself.
	cl.ID = clientID(d.Ref())
	now := b.config.Now()
	s := &session{client: cl, device: d, since: now}
	s.lastSeen.Store(now.UnixMilli())
	b.sessions.put(s)
	return true
}

// replace makes a connection the one of its device, and ends a former one.
func (b *Broker) replace(cl *mqtt.Client) {
	b.clients.Lock()
	former, ok := b.server.Clients.Get(cl.ID)
	if ok {
		b.forget(former)
	}
	b.server.Clients.Add(cl)
	b.clients.Unlock()
	if ok {
		b.end(former, packets.ErrSessionTakenOver)
	}
}

// forget drops what a connection subscribed to and what waits for its acknowledgement.
func (b *Broker) forget(cl *mqtt.Client) {
	cl.ClearInflights()
	b.server.UnsubscribeClient(cl)
}

// welcome tells the others that a device came.
func (b *Broker) welcome(cl *mqtt.Client) {
	s := b.sessions.of(cl)
	if s == nil {
		return
	}
	if !b.config.Devices.Holds(s.device) { // it may have lost its right while it connected
		b.drop(cl, packets.ErrAdministrativeAction)
		return
	}
	if err := b.announce(s, true, ""); err != nil {
		b.config.Log.Warn("a connection is not announced", "device", s.device.ID, "error", err)
		b.drop(cl, packets.ErrServerBusy)
	}
}

// farewell tells the others that a device went, unless it has come back already.
func (b *Broker) farewell(cl *mqtt.Client, err error) {
	s := b.sessions.remove(cl)
	if s == nil {
		return
	}
	if err := b.announce(s, false, reason(cl, err)); err != nil {
		b.config.Log.Warn("the end of a connection is not announced", "device", s.device.ID, "error", err)
	}
}

func (b *Broker) announce(s *session, connected bool, why string) error {
	now := b.config.Now()
	return b.publish("device.connection."+s.device.ID, unique(), s.device.OrgID, events.DeviceConnection{
		DeviceID: s.device.ID, OrgID: s.device.OrgID, Connected: connected, At: now.UnixMilli(), Reason: why,
	})
}

func reason(cl *mqtt.Client, err error) string {
	if cause := cl.StopCause(); cause != nil {
		return cause.Error()
	}
	if err != nil {
		return "connection lost"
	}
	return "disconnected"
}
