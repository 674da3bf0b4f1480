package web

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"sync"
)

// ToldHeader carries Told from a plugin's answer to the host, base64url of its JSON. It goes no further.
const ToldHeader = "Outrider-Told"

// Told is what a handler says of a call for the audit log: the values of the sentence that the manifest declares for the operation ("audit"), and
// what was changed from what to what. It must hold no secret.
type Told struct {
	Values  map[string]string `json:"values,omitempty"`
	Changes []Change          `json:"changes,omitempty"`
}

// Change is one field that a call changed. Before or After is empty where there was, or is, nothing.
type Change struct {
	Field  string `json:"field"` // a key of audit_fields in the manifest
	Before string `json:"before"`
	After  string `json:"after"`
}

// mostTold bounds each of what is told, so that the header stays small.
const (
	mostTold    = 30
	longestTold = 200 // bytes of one text
)

// telling gathers what the handler of one request tells.
type telling struct {
	mu     sync.Mutex
	told   Told
	header http.Header // of the answer; nothing is told after it has left
}

// Tell names a value of the operation's sentence in the audit log: "vehicle", "VAN-101". Outside a request it does nothing.
func Tell(ctx context.Context, name, value string) {
	t := requestOf(ctx).telling
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.told.Values == nil {
		t.told.Values = map[string]string{}
	}
	if len(t.told.Values) < mostTold && value != "" {
		t.told.Values[name] = clipTold(value)
		t.write()
	}
}

// TellChange says for the audit log that a field changed; what did not change is left out.
func TellChange(ctx context.Context, field, before, after string) {
	t := requestOf(ctx).telling
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if before != after && len(t.told.Changes) < mostTold {
		t.told.Changes = append(t.told.Changes, Change{field, clipTold(before), clipTold(after)})
		t.write()
	}
}

func clipTold(text string) string {
	if len(text) <= longestTold {
		return text
	}
	cut := longestTold
	for cut > 0 && text[cut]&0xc0 == 0x80 { // not within a letter
		cut--
	}
	return text[:cut] + "…"
}

// write sets the header of the answer.
func (t *telling) write() {
	if raw, err := json.Marshal(t.told); err == nil {
		t.header.Set(ToldHeader, base64.RawURLEncoding.EncodeToString(raw))
	}
}

// ReadTold reads a ToldHeader; nothing for one that cannot be read.
func ReadTold(header string) (told Told) {
	raw, err := base64.RawURLEncoding.DecodeString(header)
	if err != nil || json.Unmarshal(raw, &told) != nil {
		return Told{}
	}
	return told
}
