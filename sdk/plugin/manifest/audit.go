package manifest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The values that every sentence of the audit log has without being told.
const (
	AuditActor  = "actor"  // who called
	AuditObject = "object" // the id that the path names
)

// AuditSentence is what the audit log says of calls of an operation: "{actor} moved {vehicle} to {group}". A value is what the handler tells
// (web.AuditValue), else a field of the body or of the answer, by a path of names with dots; of a list it is how many entries it has.
type AuditSentence struct {
	Operation string `json:"operation"` // "PUT /api/org/{orgId}/vehicles/{id}"
	Text      Text   `json:"text"`
}

var auditValue = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_.]*)\}`)

// Values are the names of the values that the sentence is made of, without those that are always known.
func (s AuditSentence) Values() (names []string) {
	for _, match := range auditValue.FindAllStringSubmatch(s.Text["en"], -1) {
		if match[1] != AuditActor && match[1] != AuditObject {
			names = append(names, match[1])
		}
	}
	return names
}

// Say is the sentence in a language. It is not known if one of its values is missing.
func (s AuditSentence) Say(language string, values map[string]string) (sentence string, known bool) {
	known = true
	sentence = auditValue.ReplaceAllStringFunc(s.Text.In(language), func(placeholder string) string {
		value := values[strings.Trim(placeholder, "{}")]
		known = known && value != ""
		return value
	})
	return sentence, known
}

// validateAudit checks that each language has the same values: what is recorded is what the English sentence asks for.
func (m Manifest) validateAudit(p *Problems) {
	for i, s := range m.Audit {
		want := s.Values()
		slices.Sort(want)
		for language, text := range s.Text {
			got := AuditSentence{Text: Text{"en": text}}.Values()
			slices.Sort(got)
			if !slices.Equal(want, got) {
				p.add(fmt.Sprintf("audit[%d].text.%s", i, language), "has the values %v, where the English sentence has %v", got, want)
			}
		}
	}
}
