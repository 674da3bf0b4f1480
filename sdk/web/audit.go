package web

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"sync"
)

// AuditDetailHeader carries AuditDetail from a plugin's answer to the host, base64url of its JSON. It goes no further.
const AuditDetailHeader = "Outrider-Audit-Detail"

// AuditDetail is what a handler says of a call for the audit log: the values of the sentence that the manifest declares for the operation ("audit"), and
// what was changed from what to what. It must hold no secret.
type AuditDetail struct {
	Values  map[string]string `json:"values,omitempty"`
	Changes []Change          `json:"changes,omitempty"`
}

// Change is one field that a call changed. Before or After is empty where there was, or is, nothing.
type Change struct {
	Field  string `json:"field"` // a key of audit_fields in the manifest
	Before string `json:"before"`
	After  string `json:"after"`
}

// mostAudited bounds each of what is told, so that the header stays small.
const (
	mostAudited    = 30
	longestAudited = 200 // bytes of one text
)

// auditing gathers what the handler of one request tells.
type auditing struct {
	mu     sync.Mutex
	detail AuditDetail
	header http.Header // of the answer; nothing is told after it has left
}

// AuditValue names a value of the operation's sentence in the audit log: "vehicle", "VAN-101". Outside a request it does nothing.
func AuditValue(ctx context.Context, name, value string) {
	t := requestOf(ctx).auditing
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.detail.Values == nil {
		t.detail.Values = map[string]string{}
	}
	if len(t.detail.Values) < mostAudited && value != "" {
		t.detail.Values[name] = clipAudit(value)
		t.write()
	}
}

// AuditChange says for the audit log that a field changed; what did not change is left out.
func AuditChange(ctx context.Context, field, before, after string) {
	t := requestOf(ctx).auditing
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if before != after && len(t.detail.Changes) < mostAudited {
		t.detail.Changes = append(t.detail.Changes, Change{field, clipAudit(before), clipAudit(after)})
		t.write()
	}
}

func clipAudit(text string) string {
	if len(text) <= longestAudited {
		return text
	}
	cut := longestAudited
	for cut > 0 && text[cut]&0xc0 == 0x80 { // not within a letter
		cut--
	}
	return text[:cut] + "…"
}

// write sets the header of the answer.
func (t *auditing) write() {
	if raw, err := json.Marshal(t.detail); err == nil {
		t.header.Set(AuditDetailHeader, base64.RawURLEncoding.EncodeToString(raw))
	}
}

// ReadAudit reads a AuditDetailHeader; nothing for one that cannot be read.
func ReadAudit(header string) (detail AuditDetail) {
	raw, err := base64.RawURLEncoding.DecodeString(header)
	if err != nil || json.Unmarshal(raw, &detail) != nil {
		return AuditDetail{}
	}
	return detail
}
