package broker

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
)

const (
	// maxUndelivered is how many commands one device may have received without acknowledging them.
	maxUndelivered = 16
	// remembered is how many commands that it has acknowledged are not sent again on this connection: the queue may have been read before.
	remembered = 4 * maxUndelivered
)

// session is one connection of one device.
type session struct {
	client   *mqtt.Client
	device   credential.Device
	since    time.Time
	messages atomic.Int64
	lastSeen atomic.Int64 // Unix milliseconds
	ending   sync.Once    // the server ends it for one reason

	mu        sync.Mutex
	listening bool              // subscribed to its commands
	unsure    bool              // subscribed with QoS 0: it will not acknowledge
	sent      map[uint16]string // packet id -> command id
	underWay  map[string]bool   // command ids that were sent on this connection
	told      map[string]bool   // which limits it knows to have passed
	had       []string          // command ids that the device has acknowledged, the newest last
}

// reserve marks a command as under way. It reports false if it is already, or if the device is not ready for it.
func (s *session) reserve(commandID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.listening || s.underWay[commandID] || len(s.underWay) >= maxUndelivered || slices.Contains(s.had, commandID) {
		return false
	}
	if s.underWay == nil {
		s.underWay = map[string]bool{}
	}
	s.underWay[commandID] = true
	return true
}

func (s *session) release(commandID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.underWay, commandID)
}

func (s *session) remember(packetID uint16, commandID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sent == nil {
		s.sent = map[uint16]string{}
	}
	s.sent[packetID] = commandID
}

// acknowledged returns the command that travelled in a packet, and forgets it.
func (s *session) acknowledged(packetID uint16) (commandID string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if commandID, ok = s.sent[packetID]; !ok {
		return "", false
	}
	delete(s.sent, packetID)
	delete(s.underWay, commandID)
	s.had = append(s.had[max(0, len(s.had)-remembered+1):], commandID)
	return commandID, ok
}

// forget has a command sent again that the device has acknowledged.
func (s *session) forget(commandID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.had = slices.DeleteFunc(s.had, func(id string) bool { return id == commandID })
}

func (s *session) listen(qos byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listening, s.unsure = true, qos == 0
}

func (s *session) deaf() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listening = false
}

func (s *session) isListening() (listening, unsure bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.listening, s.unsure
}

// registry holds the session of every connected device.
type registry struct {
	mu       sync.RWMutex
	byDevice map[string]*session // by client id
}

func newRegistry() *registry { return &registry{byDevice: map[string]*session{}} }

// put makes s the session of its device; a former one is no longer believed.
func (r *registry) put(s *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byDevice[clientID(s.device.Ref())] = s
}

func (r *registry) get(clientID string) *session {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.byDevice[clientID]
}

// of returns the session of a client, or nil if another connection has taken the device over.
func (r *registry) of(cl *mqtt.Client) *session {
	if s := r.get(cl.ID); s != nil && s.client == cl {
		return s
	}
	return nil
}

// remove forgets the session of a client. It returns nil if another connection has taken the device over.
func (r *registry) remove(cl *mqtt.Client) *session {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.byDevice[cl.ID]
	if s == nil || s.client != cl {
		return nil
	}
	delete(r.byDevice, cl.ID)
	return s
}

func (r *registry) all() []*session {
	r.mu.RLock()
	defer r.mu.RUnlock()
	sessions := make([]*session, 0, len(r.byDevice))
	for _, s := range r.byDevice {
		sessions = append(sessions, s)
	}
	return sessions
}
