package edge

import (
	"encoding/json"
	"fmt"
)

// permissionWebhooks is what it takes to read of the events that can be sent to other systems.
const permissionWebhooks = "manageWebhooks"

// Webhook is an event of a plugin that can be sent to other systems, for the OpenAPI document.
type Webhook struct {
	ID, Title, Description string
	Schema                 []byte // JSON Schema of its data
	Source                 string // address of the schema, which its own references begin with
}

// webhooksOf are the events of all plugins as OpenAPI 3.1 describes what an API sends by itself.
func webhooksOf(plugins map[string]*hosted) (map[string]any, error) {
	all := map[string]any{}
	for id, plugin := range plugins {
		for _, w := range plugin.Webhooks {
			data := map[string]any{}
			if err := json.Unmarshal(w.Schema, &data); err != nil {
				return nil, fmt.Errorf("the schema of %s is not JSON: %w", w.ID, err)
			}
			data["$id"] = w.Source
			all[w.ID] = map[string]any{"post": w.document(id, data)}
		}
	}
	return all, nil
}

func (w Webhook) document(plugin string, data map[string]any) map[string]any {
	text := func(description string) map[string]any {
		return map[string]any{"type": "string", "description": description}
	}
	header := func(name, description string) map[string]any {
		return map[string]any{"name": name, "in": "header", "required": true, "description": description, "schema": map[string]any{"type": "string"}}
	}
	body := map[string]any{
		"type": "object", "required": []string{"type", "timestamp", "organisation", "data"},
		"properties": map[string]any{
			"type": map[string]any{"type": "string", "const": w.ID}, "timestamp": map[string]any{"type": "string", "format": "date-time"},
			"organisation": text("Whose event it is."), "data": data,
		},
	}
	return map[string]any{
		"operationId": "webhook." + w.ID, "tags": []any{plugin}, "summary": w.Title, "description": w.Description,
		"parameters": []any{
			header("webhook-id", "Id of the event, the same each time that it is sent."), header("webhook-timestamp", "When it was sent, Unix seconds."),
			header("webhook-signature", "`v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body, joined by dots; several are separated by blanks."),
		},
		"requestBody": map[string]any{"required": true, "content": map[string]any{"application/json": map[string]any{"schema": body}}},
		"responses":   map[string]any{"2XX": map[string]any{"description": "Taken. Every other answer is asked again for a day."}},
	}
}
