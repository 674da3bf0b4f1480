package audit

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"outrider.dev/sdk/plugin/manifest"
)

//go:embed sentences.json
var ownSentences []byte

// Own is what is said of the host's own operations, as a plugin's manifest says it of the plugin's.
var Own = sync.OnceValues(func() (own manifest.Manifest, err error) {
	if err = json.Unmarshal(ownSentences, &own); err != nil {
		err = fmt.Errorf("read the audit log's sentences: %w", err)
	}
	return own, err
})

// results are what is said of a call that was not done, around the {sentence} of what it was to do.
var results = sync.OnceValue(func() map[string]manifest.Text {
	var own struct{ Results map[string]manifest.Text }
	if json.Unmarshal(ownSentences, &own) != nil {
		return nil // Own says it
	}
	return own.Results
})

// Words say in a language what records tell.
type Words struct {
	language  string
	sentences map[string][]manifest.AuditSentence   // by operation
	fields    []map[string]manifest.Text            // of each manifest
	owner     map[string]int                        // of an operation: its place in fields
	others    map[string]manifest.Text              // what settings of plugins and permissions are called
	values    []map[string]map[string]manifest.Text // of each manifest: words for codes, by field
	own       map[string]map[string]manifest.Text   // words for codes of the host's own
	titles    map[string]map[string]manifest.Text   // what modules and reports are called, by field
}

// WordsOf are the words of manifests, the host's own (Own) among them, in a language; an unknown one is English.
func WordsOf(manifests []manifest.Manifest, language string) *Words {
	w := &Words{
		language: language, sentences: map[string][]manifest.AuditSentence{}, owner: map[string]int{}, others: map[string]manifest.Text{},
		titles: map[string]map[string]manifest.Text{"modules": {}, "report": {}},
	}
	if own, err := Own(); err == nil {
		w.own = own.AuditValues
	}
	for i, m := range manifests {
		w.fields, w.values = append(w.fields, m.AuditFields), append(w.values, m.AuditValues)
		w.titles["modules"][m.ID] = m.Module.Title
		for _, r := range m.ReportTypes {
			w.titles["report"][r.ID] = r.Title
		}
		for _, p := range m.Permissions {
			w.others[p.Name] = p.Description
		}
		if m.Settings != nil {
			for name, one := range m.Settings.Properties {
				w.others[settingOf(m.ID, name)] = one.Title
			}
		}
		for _, s := range m.Audit {
			w.sentences[s.Operation] = append(w.sentences[s.Operation], s)
			w.owner[s.Operation] = i
		}
	}
	return w
}

// Sentence says what a record is about: the first sentence of its operation whose values are all known, and whether it came to that;
// empty if there is none.
func (w *Words) Sentence(r Record) string {
	values := map[string]string{}
	if r.Told != nil {
		for name, value := range r.Told.Values {
			values[name] = w.value(r.Operation, name, value)
		}
	}
	values[manifest.AuditActor], values[manifest.AuditObject] = r.actor(), r.ObjectID
	for _, s := range w.sentences[r.Operation] {
		if sentence, known := s.Say(w.language, values); known {
			if around := results()[r.Result].In(w.language); around != "" {
				return strings.ReplaceAll(around, "{sentence}", sentence)
			}
			return sentence
		}
	}
	return ""
}

// ChangeView is one field that a call changed, with what the field is called.
type ChangeView struct {
	Field  string `json:"field"`
	Label  string `json:"label"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Changes are what a record says that was changed; a field without a name is called by its key.
func (w *Words) Changes(r Record) []ChangeView {
	views := []ChangeView{}
	if r.Told == nil {
		return views
	}
	place, known := w.owner[r.Operation]
	for _, c := range r.Told.Changes {
		label, before, after := "", w.value(r.Operation, c.Field, c.Before), w.value(r.Operation, c.Field, c.After)
		if isTruth(c.Before) && isTruth(c.After) {
			before, after = w.say(r.Operation, "truth", c.Before), w.say(r.Operation, "truth", c.After)
		}
		if known {
			label = w.fields[place][c.Field].In(w.language)
		}
		label = cmp.Or(label, w.others[c.Field].In(w.language), w.others[settingOf(r.ObjectID, c.Field)].In(w.language), c.Field)
		views = append(views, ChangeView{c.Field, label, before, after})
	}
	return views
}

// settingOf is the key of a plugin's setting among the others.
func settingOf(plugin, name string) string { return plugin + " " + name }

// actor is who called: the person, or the plugin by itself.
func (r Record) actor() string {
	for _, name := range []string{r.ActorName, r.ActorEmail, r.Plugin} {
		if name != "" {
			return name
		}
	}
	return "–"
}
