package app_test

import (
	"compress/gzip"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector is a receiver of OTLP over HTTP.
type collector struct {
	address string
	mu      sync.Mutex
	spans   map[string]span // by id
	refused int             // without the header
}

// span is what the test asks of one.
type span struct {
	trace, id, parent, name, service string
	attributes                       map[string]string
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{spans: map[string]span{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/traces" || r.Header.Get("Authorization") != "secret" {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.refused++
			w.WriteHeader(http.StatusForbidden)
			return
		}
		c.receive(t, r)
	}))
	t.Cleanup(server.Close)
	c.address = server.URL
	return c
}

func (c *collector) receive(t *testing.T, r *http.Request) {
	unpacked, err := gzip.NewReader(r.Body)
	if err != nil {
		t.Error(err)
		return
	}
	raw, err := io.ReadAll(unpacked)
	var data tracepb.TracesData
	if err != nil || proto.Unmarshal(raw, &data) != nil {
		t.Errorf("not OTLP: %v", err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range data.GetResourceSpans() {
		service := ""
		for _, a := range resource.GetResource().GetAttributes() {
			if a.GetKey() == "service.name" {
				service = a.GetValue().GetStringValue()
			}
		}
		for _, scope := range resource.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				found := span{
					trace: hex.EncodeToString(s.GetTraceId()), id: hex.EncodeToString(s.GetSpanId()), parent: hex.EncodeToString(s.GetParentSpanId()),
					name: s.GetName(), service: service, attributes: map[string]string{},
				}
				for _, a := range s.GetAttributes() {
					found.attributes[a.GetKey()] = a.GetValue().GetStringValue()
				}
				c.spans[found.id] = found
			}
		}
	}
}

// chain is the way from the span of a trace that is called name and belongs to service up to its beginning; nil while it is not there.
func (c *collector) chain(trace, service, name string) (names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if s.trace != trace || s.service != service || s.name != name {
			continue
		}
		for at, ok := s, true; ok; at, ok = c.spans[at.parent] {
			names = append(names, at.service+": "+at.name)
		}
		return names
	}
	return nil
}

// A request that makes a device is one trace: through the edge into the plugin, to the statements, and by the event to the plugin that
// hears of it.
func TestRun_TracesARequestToItsRowsAndEvents(t *testing.T) {
	collector := newCollector(t)
	host := launch(t, true, &http.Client{Transport: &http.Transport{}}, "OUTRIDER_PLUGINS_DIR="+builtPlugins(t),
		"OUTRIDER_TELEMETRY_OTLP="+collector.address, "OUTRIDER_TELEMETRY_HEADERS=Authorization=secret", "OUTRIDER_TELEMETRY_RATIO=1",
		"OUTRIDER_DEVICES_MQTT_ADDRESS="+freeAddress(t))
	_, token := host.signIn(nil)
	const trace, browser = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	eventually(t, "no device can be made", func() bool { // a plugin that did not come up in time is started once more
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, host.address+"/api/org/demo/devices",
			strings.NewReader(`{"device_id":"traced-1","model":"private model"}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Traceparent", "00-"+trace+"-"+browser+"-01")
		answer, body := host.do(request)
		if answer.StatusCode >= 300 && answer.StatusCode != http.StatusServiceUnavailable {
			t.Fatalf("make a device: %s: %s", answer.Status, body)
		}
		return answer.StatusCode < 300
	})
	const operation = "POST /api/org/{orgId}/devices"
	for _, want := range [][]string{
		{"outrider-vehicles: sql INSERT", "outrider-vehicles: transaction", "outrider-vehicles: " + operation, "outrider: forward", "outrider: " + operation},
		{
			"outrider-gateway: handle event.vehicles.device", "outrider-vehicles: publish event.vehicles.device",
			"outrider-vehicles: relay event.vehicles.device", "outrider-vehicles: transaction", "outrider-vehicles: " + operation,
			"outrider: forward", "outrider: " + operation,
		},
	} {
		service, name, _ := strings.Cut(want[0], ": ")
		eventually(t, "the trace is not connected: "+want[0], func() bool { return slices.Equal(collector.chain(trace, service, name), want) })
	}
	collector.keepsSecrets(t)
	for _, want := range []string{
		`outrider_operation_duration_seconds_count{plugin="vehicles",operation="` + operation + `",status="2xx"} 1`,
		`outrider_events_handled_total{plugin="gateway",subject="event.vehicles.device"}`, `go_goroutines{plugin="geo"}`, `outrider_outbox_lag_seconds{plugin="vehicles"} 0`,
		`outrider_gateway_connections{plugin="gateway"}`, "\nprocess_resident_memory_bytes ",
	} {
		eventually(t, "/metrics has no "+want, func() bool { return strings.Contains(host.get("", "/metrics"), want) }) // a plugin that is busy is left out
	}
}

// keepsSecrets checks that no span holds a value, and that nobody spoke to the collector without its credentials.
func (c *collector) keepsSecrets(t *testing.T) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused > 0 {
		t.Errorf("%d calls came without the configured header", c.refused)
	}
	for _, s := range c.spans {
		for key, value := range s.attributes {
			if strings.Contains(value, "traced-1") || strings.Contains(value, "private model") || strings.Contains(value, "admin@demo.test") {
				t.Errorf("span %s says %s = %s", s.name, key, value)
			}
		}
	}
}
