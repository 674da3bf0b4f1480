package app_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/plugin/manifest"
)

// natsCluster is three servers that keep each stream together.
type natsCluster struct{ servers [3]*natsMember }

type natsMember struct {
	*natsserver.Server
	address string
	start   func() *natsserver.Server
}

// kill ends a server; again is no error.
func (m *natsMember) kill() {
	m.Shutdown()
	m.WaitForShutdown()
}

func hostUser(address string) string {
	return (&url.URL{Scheme: "nats", User: url.UserPassword("host", "password of the host"), Host: address}).String()
}

func (c *natsCluster) url() string {
	var all []string
	for _, s := range c.servers {
		all = append(all, hostUser(s.address))
	}
	return strings.Join(all, ",")
}

// leader is the server that leads the cluster's meta group: the hardest one to lose.
func (c *natsCluster) leader(t *testing.T) (found int) {
	t.Helper()
	eventually(t, "the cluster has no leader", func() bool {
		for i, s := range c.servers {
			if s.Running() && s.JetStreamIsLeader() {
				found = i
				return true
			}
		}
		return false
	})
	return found
}

func startCluster(t *testing.T, plugins string) *natsCluster {
	t.Helper()
	c := &natsCluster{}
	var routes []string
	var meet [3]string
	for i := range c.servers {
		c.servers[i] = &natsMember{address: freeAddress(t)}
		meet[i] = freeAddress(t)
		routes = append(routes, "nats://"+meet[i])
	}
	dir := t.TempDir()
	writeNATSUsers(t, dir, plugins, c.url())
	for i, member := range c.servers {
		member.start = func() *natsserver.Server {
			return startMember(t, dir, fmt.Sprintf("n%d", i+1), member.address, meet[i], routes)
		}
		member.Server = member.start()
	}
	c.leader(t)
	return c
}

// Two of three servers are away: who makes streams and consumers waits until they are back.
func TestStreams_WaitForAClusterThatHasNoLeader(t *testing.T) {
	plugins := builtPlugins(t)
	cluster := startCluster(t, plugins)
	connection, err := nats.Connect(cluster.url(), nats.Timeout(time.Minute), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connection.Close)
	sizes := streams.Sizes{Telemetry: 1 << 20, Others: 1 << 20, Replicas: 3}
	for _, member := range cluster.servers[:2] {
		member.kill()
	}
	eventually(t, "the cluster still has a leader", func() bool { return !cluster.servers[2].JetStreamIsLeader() })
	opened := make(chan error, 1)
	go func() {
		made, err := streams.Open(t.Context(), connection, sizes)
		if err == nil {
			err = made.Install(t.Context(), manifest.Manifest{ID: "rooms", Events: manifest.Events{Consumes: []string{"device.status"}}})
		}
		opened <- err
	}()
	for _, member := range cluster.servers[:2] {
		member.Server = member.start()
	}
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

func startMember(t *testing.T, dir, name, address, meet string, routes []string) *natsserver.Server {
	t.Helper()
	return serveNATS(t, dir, name, fmt.Sprintf("server_name: %s\nlisten: %q\njetstream { store_dir: %q }\ncluster { name: outrider, listen: %q, routes: [%s] }\ninclude outrider-users.conf\n",
		name, address, filepath.Join(dir, name), meet, strings.Join(routes, ", ")))
}
