package contributed_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/contributed"
	"outrider.dev/sdk/plugin"
)

// host has the types of two plugins, and counts how often it is asked.
type host struct {
	declared []plugin.Contribution
	err      error
	asked    int
}

func (h *host) Contributions(context.Context, string, string) ([]plugin.Contribution, error) {
	h.asked++
	return h.declared, h.err
}

func declared(plug, id string, available bool) plugin.Contribution {
	return plugin.Contribution{Plugin: plug, Available: available, JSON: json.RawMessage(`{"id":"` + id + `","title":{"en":"Theft"},"icon":"warning","severity":"severe"}`)}
}

func TestBook(t *testing.T) {
	h := &host{declared: []plugin.Contribution{declared("tanks", "theft", true), declared("doors", "open_door", false), declared("doors", "collision", true)}}
	b := contributed.NewBook(h, slog.New(slog.DiscardHandler))
	if b.Find("theft") != nil {
		t.Error("a book that nobody has filled knows a type")
	}
	found, err := b.Of(t.Context(), "tanks", "theft")
	if err != nil || found == nil || found.Title.In("de") != "Theft" || h.asked != 1 {
		t.Fatalf("Of = %v, %v after %d questions", found, err, h.asked)
	}
	if again, err := b.Of(t.Context(), "tanks", "theft"); again == nil || err != nil || h.asked != 1 {
		t.Errorf("the host is asked again for what is known: %d questions", h.asked)
	}
	if other, err := b.Of(t.Context(), "doors", "theft"); other != nil || err != nil {
		t.Errorf("a plugin raises the type of another: %v, %v", other, err)
	}
	if own, err := b.Of(t.Context(), "doors", "collision"); own != nil || err != nil {
		t.Errorf("a plugin takes the place of the type collision: %v, %v", own, err)
	}
	if len(b.All()) != 2 || b.Find("open_door") == nil {
		t.Errorf("types of plugins that are switched off are forgotten: %v", b.All())
	}
	if on, err := b.Available(t.Context(), "demo"); err != nil || len(on) != 1 || on[0].ID != "theft" {
		t.Errorf("Available = %v, %v", on, err)
	}
	h.err = errors.New("away")
	if _, err := b.Of(t.Context(), "tanks", "new"); err == nil || b.Find("theft") == nil {
		t.Errorf("a host that is away makes the book forget, or is not told of: %v", err)
	}
}
