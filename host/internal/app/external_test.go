package app_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugin/manifest"
)

// Two hosts share a Postgres, a NATS and a Keto that none of them started: what a device says to one is seen, and pushed, by the other.
func TestRun_TwoHostsOnExternalParts(t *testing.T) {
	plugins := builtPlugins(t)
	stream := externalNATS(t, plugins)
	read, write := externalKeto(t)
	shared := []string{
		"OUTRIDER_POSTGRES_URL=" + hosttest.DatabaseURL(t), "OUTRIDER_NATS_URL=" + stream, "OUTRIDER_NATS_PLUGIN_SECRET=" + pluginSecret,
		"OUTRIDER_KETO_READ_URL=" + read, "OUTRIDER_KETO_WRITE_URL=" + write, "OUTRIDER_KETO_BINARY=none", "OUTRIDER_POSTGRES_BINARIES=none",
		"OUTRIDER_PLUGINS_DIR=" + plugins, "OUTRIDER_PLUGINS_VEHICLES_DEMO_SECRET=of the test",
	}
	var hosts [2]running
	var mqtt [2]string
	for i := range hosts {
		mqtt[i] = freeAddress(t)
		hosts[i] = launch(t, true, &http.Client{Transport: &http.Transport{}}, append(shared, "OUTRIDER_DEVICES_MQTT_ADDRESS="+mqtt[i])...)
		for _, part := range []string{"postgres", "nats", "keto"} {
			if hosts[i].keeps(part) {
				t.Errorf("host %d has made a %s of its own", i, part)
			}
		}
	}
	for i, far := range []int{1, 0} {
		_, token := hosts[far].signIn(nil)
		news := hosts[far].watch(token)
		id, lat := device.DemoID("demo", i+1), []string{"51.25", "52.75"}[i]
		d := dial(t, deviceclient.Config{Broker: "tcp://" + mqtt[i], ID: id, Key: device.DemoKey("of the test", id)})
		if err := d.Publish(t.Context(), device.TopicTelemetry, sample(51.25+1.5*float64(i))); err != nil {
			t.Fatal(err)
		}
		for !strings.Contains(news(), lat) { // that the device has connected may be news by itself
		}
		eventually(t, "the other host does not know the position", func() bool {
			return strings.Contains(hosts[far].get(token, "/api/org/demo/vehicles/presence"), lat)
		})
	}
	for _, h := range hosts { // each shows itself and the other one
		_, token := h.signInAs("support@outrider.test", nil)
		eventually(t, "the console does not show both hosts", func() bool { return strings.Count(h.get(token, "/api/admin/parts"), `"started_at"`) == 2 })
	}
	operateFromAfar(t, hosts[0], hosts[1])
	refuseStrangers(t, stream)
}

// operateFromAfar looks at a plugin of another host and restarts it, which leaves the own host's alone.
func operateFromAfar(t *testing.T, near, far running) {
	t.Helper()
	_, token := near.signInAs("support@outrider.test", nil)
	type list struct {
		HostID  string `json:"host_id"`
		Hosts   []struct{ ID string }
		Plugins []struct {
			ID  string
			PID int
		}
	}
	look := func(h running, query string) (seen list) {
		if err := json.Unmarshal([]byte(h.get(token, "/api/admin/plugins"+query)), &seen); err != nil {
			t.Fatal(err)
		}
		return seen
	}
	pid := func(l list) int {
		for _, p := range l.Plugins {
			if p.ID == "geo" {
				return p.PID
			}
		}
		return 0
	}
	there := look(far, "").HostID
	query := "?host=" + url.QueryEscape(there)
	var own, others list
	eventually(t, "the other host is not known", func() bool { // one that was silent for ten seconds, on a busy machine, is forgotten until it speaks again
		own, others = look(near, ""), look(near, query)
		return len(own.Hosts) == 2 && others.HostID == there
	})
	if len(own.Hosts) != 2 || own.HostID == there || others.HostID != there || pid(others) == pid(own) || pid(others) != pid(look(far, "")) {
		t.Errorf("of %s: own %+v, the other's %+v", there, own, others)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, near.address+"/api/admin/plugins/geo/restart"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	if answer, body := near.do(request); answer.StatusCode != http.StatusOK {
		t.Fatalf("restart on the other host: %d %s", answer.StatusCode, body)
	}
	if pid(look(far, "")) == pid(others) || pid(look(near, "")) != pid(own) {
		t.Error("the wrong one was restarted")
	}
	eventually(t, "the audit log does not say where", func() bool {
		return strings.Contains(near.get(token, "/api/admin/audit?object=geo"), "restart on host ")
	})
	if got := near.get(token, "/api/admin/plugins/geo/log"+query+"&limit=5"); !strings.Contains(got, `"lines"`) {
		t.Errorf("the log: %s", got)
	}
	if got := near.get(token, "/api/admin/plugins?host=nobody"); !strings.Contains(got, "There is no such host.") {
		t.Errorf("of a host that is not there: %s", got)
	}
}

const pluginSecret = "a secret of the test"

// externalNATS is a server with a configuration of its own that includes what `outrider nats-users` prints, as docs/operate.md says.
func externalNATS(t *testing.T, plugins string, more ...string) string {
	t.Helper()
	address := freeAddress(t)
	dir, where := t.TempDir(), (&url.URL{Scheme: "nats", User: url.UserPassword("host", "password of the host"), Host: address}).String()
	writeNATSUsers(t, dir, plugins, where)
	serveNATS(t, dir, "nats", "listen: \""+address+"\"\njetstream { store_dir: \""+dir+"\", max_file_store: 1TB }\ninclude outrider-users.conf\n"+strings.Join(more, ""))
	return where
}

// refuseStrangers checks that the external server keeps a plugin to its manifest, and others out.
func refuseStrangers(t *testing.T, address string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := nats.Connect("nats://" + u.Host); err == nil {
		c.Close()
		t.Error("a guest is let in")
	}
	credentials, err := streams.NewAccess(address, pluginSecret, nil).Grant(manifest.Manifest{ID: "gateway"})
	if err != nil || credentials.URL != "nats://"+u.Host {
		t.Fatalf("a plugin is told %s, %v", credentials.URL, err)
	}
	refused := make(chan error, 1)
	c, err := nats.Connect(credentials.URL, nats.Timeout(time.Minute), nats.UserInfo(credentials.User, credentials.Password), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Subscribe("event.identity.>", func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-refused:
		if !strings.Contains(err.Error(), "ermissions") {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("a plugin may listen to what its manifest does not name")
	}
}

// externalKeto is a Keto that the hosts under test know by its URLs only.
func externalKeto(t *testing.T) (read, write string) {
	t.Helper()
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	dsn, err := db.Keto(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	parts := hosttest.Parts(t)
	parts.Log = slog.New(slog.DiscardHandler)
	k, err := embedded.StartKeto(t.Context(), parts, embedded.KetoOptions{
		Binary: filepath.Join(hosttest.Root(t), "build", "bin", "keto"), DSN: dsn, Namespaces: access.Namespaces,
		ReadDepth: access.MaxReadDepth, ReadWidth: access.MaxReadWidth,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Stop)
	return k.ReadURL(), k.WriteURL()
}
