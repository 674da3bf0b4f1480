package plugins_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"outrider.dev/outrider/host/internal/catalog"
)

// packHonest packs the plugin that is written with the SDK; padding makes releases differ.
func packHonest(t *testing.T, padding string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "honest")
	source := t.TempDir()
	copyInto(t, filepath.Join("testdata", "honest", catalog.ManifestName), filepath.Join(source, catalog.ManifestName), "")
	copyInto(t, honestBinary, filepath.Join(source, "binary"), padding)
	if _, err := catalog.Pack(catalog.PackSource{Source: source, Binary: filepath.Join(source, "binary")}, out); err != nil {
		t.Fatalf("pack: %v", err)
	}
	return out
}

func TestPluginOfTheSDK_IsServedAndUpgradedUnderLoad(t *testing.T) {
	h := newHost(t, impatient())
	if _, err := h.plugins.Install(t.Context(), packHonest(t, "1"), false); err != nil {
		t.Fatalf("install: %v\n%s", err, h.log)
	}
	for path, want := range map[string]string{
		"/api/honest/organisations": `200 {"said":"demo"}`,
		"/api/honest/panic":         `500 `,
		"/api/org/demo/honest":      `401 `,
	} {
		if status, body := h.ask("GET", path); !strings.HasPrefix(fmt.Sprint(status, " ", body), want) {
			t.Errorf("%s = %d %s, want %s", path, status, body, want)
		}
	}
	eventually(t, "its log in the host's", func() bool { return h.log.contains(`msg="the honest plugin starts" plugin=honest`) })
	if _, body := h.ask("GET", "/api/openapi.json"); !strings.Contains(body, "/api/honest/slow") || strings.Contains(body, "/api/org/{orgId}/honest") {
		t.Errorf("the OpenAPI document of strangers does not have its public operations, or has others: %s", body)
	}
	var answered atomic.Int64
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if status, body := h.ask("GET", "/api/honest/slow"); status != 200 {
					t.Errorf("a request was lost: %d %s", status, body)
				}
				answered.Add(1)
			}
		})
	}
	for release := range 4 {
		before := answered.Load()
		if _, err := h.plugins.Install(t.Context(), packHonest(t, fmt.Sprint("release ", release)), false); err != nil {
			t.Errorf("upgrade: %v", err)
		}
		eventually(t, "requests to go on", func() bool { return answered.Load() > before+20 })
	}
	close(stop)
	clients.Wait()
}
