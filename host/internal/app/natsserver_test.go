package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/config"
)

// writeNATSUsers writes what `outrider nats-users` prints for the NATS at an address into a folder, where configuration files include it.
func writeNATSUsers(t *testing.T, dir, plugins, address string) {
	t.Helper()
	var users bytes.Buffer
	err := app.PrintNATSUsers(config.Config{PluginsDir: plugins, NATS: config.NATS{URL: address, PluginSecret: pluginSecret}}, &users)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "outrider-users.conf"), users.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// serveNATS runs a NATS server from a configuration file, which it writes into a folder, until the test ends.
func serveNATS(t *testing.T, dir, name, content string) *natsserver.Server {
	t.Helper()
	file := filepath.Join(dir, name+".conf")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	options, err := natsserver.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	options.NoSigs, options.NoLog, options.AuthTimeout = true, true, 60
	s, err := natsserver.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("NATS does not start")
	}
	return s
}
