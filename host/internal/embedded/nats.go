package embedded

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const natsHost = "outrider" // the host's own user, without limits

// NATS is the embedded event server. It lives in the host's process and needs no supervision of its own.
type NATS struct {
	server    *server.Server
	users     *natsUsers
	options   *server.Options
	reopening sync.Mutex
	joining   sync.Mutex
	joined    map[string]map[string]bool // the subjects that lead out of each account
}

// NATSOptions come from the configuration.
type NATSOptions struct {
	Port       int  // 0: a free one
	SyncAlways bool // fsync before every acknowledgement
}

// handshakeWithin is how long a server and its client wait for each other's first words: the machine may be busy while everything starts.
const handshakeWithin = 10 * time.Second

// StartNATS starts the server with its streams in the data folder. What it acknowledges has been written to the files, so
// that kill -9 loses nothing; SyncAlways also forces it to the disk, for loss of power.
func StartNATS(ctx context.Context, parts Parts, options NATSOptions) (*NATS, error) {
	password, err := parts.Secrets.Value("nats.host")
	if err != nil {
		return nil, err
	}
	port, err := parts.Ports.Choose("nats", options.Port)
	if err != nil {
		return nil, err
	}
	users := &natsUsers{all: map[string]natsUser{natsHost: {password: password}}}
	configured := &server.Options{
		ServerName: "outrider", Host: "127.0.0.1", Port: port,
		JetStream: true, StoreDir: filepath.Join(parts.DataDir, "nats"),
		JetStreamMaxStore:          1 << 50, // the streams have limits of their own
		SyncAlways:                 options.SyncAlways,
		MaxPayload:                 4 << 20, // streams.MaxPayload
		NoSigs:                     true,
		CustomClientAuthentication: users,
		AuthTimeout:                handshakeWithin.Seconds(),
	}
	s, err := server.NewServer(configured)
	if err != nil {
		return nil, fmt.Errorf("start NATS: %w", err)
	}
	s.SetLoggerV2(natsLog{parts.Log.With("part", "nats")}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(30*time.Second) || !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.New("start NATS: not ready within 30s; the log has the reason")
	}
	n := &NATS{server: s, users: users, options: configured, joined: map[string]map[string]bool{}}
	if err := n.mend(parts.Log); err != nil {
		n.Stop()
		return nil, err
	}
	return n, ctx.Err()
}

// URL is where plugins connect.
func (n *NATS) URL() string { return n.server.ClientURL() }

// Connect connects the host itself, without a socket.
func (n *NATS) Connect(options ...nats.Option) (*nats.Conn, error) {
	n.users.mu.RLock()
	password := n.users.all[natsHost].password
	n.users.mu.RUnlock()
	options = append(options, nats.InProcessServer(n.server), nats.UserInfo(natsHost, password), nats.Timeout(handshakeWithin))
	return nats.Connect("", options...)
}

// Grant lets a user in with exactly these permissions, at once; it replaces what the user had for connections made from now on.
func (n *NATS) Grant(user NATSUser) error {
	if user.Name == natsHost || user.Permissions == nil {
		return fmt.Errorf("grant NATS user %q: it must have permissions and not be the host", user.Name)
	}
	account, err := n.join(user)
	if err != nil {
		return fmt.Errorf("make an account for NATS user %q: %w", user.Name, err)
	}
	n.users.mu.Lock()
	defer n.users.mu.Unlock()
	n.users.all[user.Name] = natsUser{password: user.Password, permissions: user.Permissions, account: account}
	return nil
}

// Revoke shuts a user out and ends its connections.
func (n *NATS) Revoke(name string) error {
	n.users.mu.Lock()
	delete(n.users.all, name)
	n.users.mu.Unlock()
	open, err := n.server.Connz(&server.ConnzOptions{Username: true, User: name})
	if err != nil {
		return fmt.Errorf("revoke NATS user %q: %w", name, err)
	}
	var problems []error
	for _, c := range open.Conns {
		problems = append(problems, n.server.DisconnectClientByID(c.Cid))
	}
	return errors.Join(problems...)
}

// Stop ends all connections and closes the files.
func (n *NATS) Stop() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

type natsUser struct {
	password    string
	permissions *server.Permissions // nil: everything
	account     *server.Account     // nil: the host's
}

// natsUsers answers the server's question who may connect as what.
type natsUsers struct {
	mu  sync.RWMutex
	all map[string]natsUser
}

// Check is called by the server for every new connection.
func (u *natsUsers) Check(c server.ClientAuthentication) bool {
	asked := c.GetOpts()
	u.mu.RLock()
	user, known := u.all[asked.Username]
	u.mu.RUnlock()
	if !known || subtle.ConstantTimeCompare([]byte(user.password), []byte(asked.Password)) != 1 {
		return false
	}
	c.RegisterUser(&server.User{Username: asked.Username, Permissions: user.permissions, Account: user.account})
	return true
}

// natsLog passes the server's log on. Its notices are for operators of NATS clusters. What it says stands beside one sentence, so that the lines of a client that
// tries again and again count as the same.
type natsLog struct{ log *slog.Logger }

func (l natsLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l natsLog) Warnf(format string, v ...any) {
	l.log.Warn("the event server warns", "of", fmt.Sprintf(format, v...))
}

func (l natsLog) Fatalf(format string, v ...any) {
	l.log.Error("the event server reports a fault", "fault", fmt.Sprintf(format, v...))
}

func (l natsLog) Errorf(format string, v ...any) {
	l.log.Error("the event server reports a fault", "fault", fmt.Sprintf(format, v...))
}
func (l natsLog) Debugf(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l natsLog) Tracef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
