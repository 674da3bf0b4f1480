package manifest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// WebhookEvent is an event of the plugin that organisations can have sent to other systems. The host sends its data to whoever may see it.
type WebhookEvent struct {
	ID          string `json:"id"`    // "alerts.raised": the plugin's id, a dot and a word
	Event       string `json:"event"` // one of what the plugin emits
	Title       Text   `json:"title"`
	Description Text   `json:"description,omitempty"`
	Permission  string `json:"permission"` // whose maker lacks it gets none of them
	// Visible is an operation that answers whoever sees what the event is about, and 404 to everybody else: "GET /api/org/{orgId}/vehicles/{vehicle_id}". Its parameters
	// besides orgId are properties of the event's data. It may be another plugin's.
	Visible string   `json:"visible"`
	Omit    []string `json:"omit,omitempty"` // properties of the data that are not sent
}

var visibleParameter = regexp.MustCompile(`\{([^{}]*)\}`)

// Parameters are the properties of the event's data that Visible needs.
func (w WebhookEvent) Parameters() (names []string) {
	for _, match := range visibleParameter.FindAllStringSubmatch(w.Visible, -1) {
		if match[1] != "orgId" {
			names = append(names, match[1])
		}
	}
	return names
}

// VisiblePath is the address that is asked about one event; value gives the parameters, orgId among them, escaped for a path.
func (w WebhookEvent) VisiblePath(value func(name string) string) string {
	return visibleParameter.ReplaceAllStringFunc(strings.TrimPrefix(w.Visible, "GET "), func(parameter string) string {
		return value(strings.Trim(parameter, "{}"))
	})
}

func (m Manifest) validateWebhooks(p *Problems) {
	taken := names{p: p}
	for i, w := range m.Webhooks {
		field := fmt.Sprintf("webhooks[%d]", i)
		taken.add(field+".id", "webhook event", w.ID)
		if !strings.HasPrefix(w.ID, m.ID+".") {
			p.add(field+".id", "%q must begin with %q", w.ID, m.ID+".")
		}
		if !strings.HasPrefix(w.Event, "event."+m.ID+".") || !slices.Contains(m.Events.Emits, w.Event) {
			p.add(field+".event", "%q is not among the events that the plugin emits", w.Event)
		}
	}
}
