package app_test

import (
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/device"
)

// A host and its plugins reach a Postgres, a NATS and a Keto that take nothing but TLS from those who show a certificate.
func TestRun_ExternalPartsByTLS(t *testing.T) {
	plugins, authority := builtPlugins(t), hosttest.NewAuthority(t)
	server, client := authority.Issue(t, "127.0.0.1"), authority.Issue(t, "outrider")
	read, write := externalKeto(t)
	mqtt := freeAddress(t)
	settings := []string{
		"OUTRIDER_POSTGRES_URL=" + postgresByTLS(t, authority, server), "OUTRIDER_NATS_PLUGIN_SECRET=" + pluginSecret,
		"OUTRIDER_NATS_URL=" + strings.Replace(externalNATS(t, plugins, natsTLS(authority, server)), "nats://", "tls://", 1),
		"OUTRIDER_KETO_READ_URL=" + byTLS(t, read, authority, server), "OUTRIDER_KETO_WRITE_URL=" + byTLS(t, write, authority, server),
		"OUTRIDER_KETO_BINARY=none", "OUTRIDER_POSTGRES_BINARIES=none", "OUTRIDER_PLUGINS_DIR=" + plugins,
		"OUTRIDER_PLUGINS_VEHICLES_DEMO_SECRET=of the test", "OUTRIDER_DEVICES_MQTT_ADDRESS=" + mqtt,
	}
	for _, part := range []string{"POSTGRES", "NATS", "KETO"} {
		settings = append(settings, "OUTRIDER_"+part+"_TLS_CA="+authority.File, "OUTRIDER_"+part+"_TLS_CERT="+client.Cert, "OUTRIDER_"+part+"_TLS_KEY="+client.Key)
	}
	refuseWithout(t, settings, map[string]time.Duration{"OUTRIDER_POSTGRES_TLS_": 5 * time.Second, "OUTRIDER_NATS_TLS_": time.Minute})
	h := launch(t, true, &http.Client{Transport: &http.Transport{}}, settings...)
	_, token := h.signIn(nil)
	news := h.watch(token)
	id := device.DemoID("demo", 1)
	d := dial(t, deviceclient.Config{Broker: "tcp://" + mqtt, ID: id, Key: device.DemoKey("of the test", id)})
	if err := d.Publish(t.Context(), device.TopicTelemetry, sample(51.25)); err != nil {
		t.Fatal(err)
	}
	for got := news(); !strings.Contains(got, "51.25"); got = news() { // that the device has connected may be news by itself
	}
}

// refuseWithout checks that a host does not start when it has another authority for a part than the part's. It waits for a database that does not answer,
// and so long the test does; the others end it.
func refuseWithout(t *testing.T, settings []string, parts map[string]time.Duration) {
	t.Helper()
	stranger := hosttest.NewAuthority(t)
	for part, within := range parts {
		o := options(t, hosttest.Dir(t), io.Discard, append(settings, part+"CA="+stranger.File)...)
		ctx, cancel := context.WithTimeout(t.Context(), within)
		o.Started = func(string) { t.Errorf("a host starts with another authority for %s", part) }
		if err := app.Run(ctx, o); err != nil && ctx.Err() == nil && !strings.Contains(err.Error(), "certificate") {
			t.Errorf("with another authority for %s: %v", part, err)
		}
		cancel()
	}
}

// postgresByTLS is a Postgres of the test's own that takes only TLS with a client's certificate, but from this test as its superuser.
func postgresByTLS(t *testing.T, a *hosttest.Authority, server hosttest.Pair) string {
	t.Helper()
	parts := hosttest.Parts(t)
	parts.Log = slog.New(slog.DiscardHandler)
	p, err := embedded.StartPostgres(t.Context(), parts, embedded.PostgresOptions{Binaries: filepath.Join(hosttest.Root(t), embedded.DefaultBinaries()), OSUser: "nobody"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	u, err := url.Parse(p.URL())
	if err != nil {
		t.Fatal(err)
	}
	secret, err := parts.Secrets.Value("postgres.superuser")
	if err != nil {
		t.Fatal(err)
	}
	super := *u
	super.User, super.Path = url.UserPassword("postgres", secret), "/postgres"
	db, err := pgx.Connect(t.Context(), super.String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	var folder string
	if err := db.QueryRow(t.Context(), `SHOW data_directory`).Scan(&folder); err != nil {
		t.Fatal(err)
	}
	about, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	owner := about.Sys().(*syscall.Stat_t)
	for name, from := range map[string]string{"server.crt": server.Cert, "server.key": server.Key, "root.crt": a.File} {
		content, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(folder, name)
		if err := os.WriteFile(to, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(to, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	rules := "hostnossl all postgres 127.0.0.1/32 scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n"
	if err := os.WriteFile(filepath.Join(folder, "pg_hba.conf"), []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{`ALTER SYSTEM SET ssl_ca_file = 'root.crt'`, `ALTER SYSTEM SET ssl = on`, `SELECT pg_reload_conf()`} {
		if _, err := db.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "Postgres takes connections without TLS", func() bool {
		c, err := pgx.Connect(t.Context(), u.String())
		if err == nil {
			_ = c.Close(t.Context())
		}
		return err != nil
	})
	return u.String()
}

func natsTLS(a *hosttest.Authority, server hosttest.Pair) string {
	return "tls { cert_file: \"" + server.Cert + "\", key_file: \"" + server.Key + "\", ca_file: \"" + a.File + "\", verify: true }\n"
}

// byTLS is a proxy in front of a server, as operators have one: Keto speaks no TLS by itself.
func byTLS(t *testing.T, address string, a *hosttest.Authority, server hosttest.Pair) string {
	t.Helper()
	config := a.Server(t, server, true)
	config.NextProtos = []string{"h2"}
	l, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			go pass(from, strings.TrimPrefix(address, "http://"))
		}
	}()
	return "https://" + l.Addr().String()
}

// pass carries bytes both ways until either end hangs up.
func pass(from net.Conn, address string) {
	to, err := net.Dial("tcp", address) // it ends with the listener's connections
	if err != nil {
		_ = from.Close()
		return
	}
	go func() {
		_, _ = io.Copy(to, from)
		_ = to.Close()
	}()
	_, _ = io.Copy(from, to)
	_ = from.Close()
}
