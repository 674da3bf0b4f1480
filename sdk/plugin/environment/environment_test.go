package environment_test

import (
	"log/slog"
	"maps"
	"reflect"
	"strings"
	"testing"

	"outrider.dev/sdk/plugin/environment"
	"outrider.dev/sdk/plugin/handshake"
)

func TestEnvironment_CrossesTheProcess(t *testing.T) {
	want := environment.Environment{
		DatabaseURL: "postgres://x", NATSURL: "nats://y", NATSUser: "vehicles", NATSPassword: "secret",
		Settings: map[string]string{"retention_days": "400"}, LogLevel: slog.LevelWarn,
	}
	variables, err := want.Variables()
	if err != nil {
		t.Fatalf("write: %v", err)
	}
	variables[handshake.Config.MagicCookieKey] = handshake.Config.MagicCookieValue
	got, err := environment.Read(func(name string) string { return variables[name] })
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Read = %+v, %v; want %+v", got, err, want)
	}
}

func TestRead_ReportsEverythingAtOnce(t *testing.T) {
	variables := maps.Clone(map[string]string{environment.Settings: "{", environment.LogLevel: "loud"})
	_, err := environment.Read(func(name string) string { return variables[name] })
	if err == nil {
		t.Fatal("nonsense is accepted")
	}
	for _, want := range []string{environment.Settings, environment.LogLevel, "the host starts it"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
}
