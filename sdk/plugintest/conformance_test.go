package plugintest_test

import (
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func rooms(opts ...plugintest.Option) plugintest.Fixtures {
	return plugintest.Fixtures{
		Dir: "testdata/rooms", Options: opts, Plant: plantRooms,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/rooms":     `{"name":"Atlas"}`,
			"PUT /api/org/{orgId}/rooms/{id}": `{"name":"Zephyr"}`,
		},
		Events: []plugintest.Event{{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", Path: "/alpha/alpha-new/"}}},
	}
}

func plantRooms(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	made := map[string]string{}
	for _, org := range []string{"alpha", "beta"} {
		answer := h.Do(plugintest.As(org, "ORG_ADMIN"), "POST /api/org/"+org+"/rooms", `{"name":"Atlas"}`)
		var room struct{ ID string }
		if answer.Status != http.StatusCreated {
			t.Fatalf("make a room in %s: %d %s", org, answer.Status, answer.Body)
		}
		answer.Decode(t, &room)
		made[org] = room.ID
	}
	return map[string]plugintest.Pair{"room": {Own: made["alpha"], Foreign: made["beta"]}}
}

func TestConformance_OfAGoodPlugin(t *testing.T) {
	plugintest.Conformance(t, rooms())
}

// sloppy is set in the process that tries the suite on a plugin with mistakes.
const sloppy = "PLUGINTEST_SLOPPY"

func TestConformance_OfASloppyPlugin(t *testing.T) {
	if os.Getenv(sloppy) != "" {
		plugintest.Conformance(t, rooms(plugintest.Setting("rooms", "sloppy", "true")))
		return
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestConformance_OfASloppyPlugin$", "-test.v")
	again.Env = append(os.Environ(), sloppy+"=1")
	said, err := again.CombinedOutput()
	if err == nil {
		t.Fatalf("the suite passes a sloppy plugin:\n%s", said)
	}
	for _, want := range []string{
		"{id} has no kind",                       // an operation that does not say what its id names
		"the manifest declares viewRoom",         // a permission that locks nothing
		"= 500 internal, want 404 not_found",     // another organisation's thing
		"for the second time changes table seen", // an event that counts twice
		"the data of event.rooms.room is not what its schema says",
		"--- PASS: TestConformance_OfASloppyPlugin/stops_when_asked",
	} {
		if !strings.Contains(string(said), want) {
			t.Errorf("the suite does not say %q", want)
		}
	}
	if t.Failed() {
		t.Logf("it says:\n%s", said)
	}
}
