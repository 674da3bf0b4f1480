package alerttext_test

import (
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
)

// TestWords holds the catalogues to each other.
func TestWords(t *testing.T) {
	all, err := alerttext.All()
	if err != nil {
		t.Fatal(err)
	}
	for language, w := range all {
		for name, pair := range map[string][2]map[string]string{
			"mail": {all["en"].Mail, w.Mail}, "type": {all["en"].Type, w.Type}, "label": {all["en"].Label, w.Label},
			"info": {all["en"].Info, w.Info}, "value": {all["en"].Value, w.Value}, "column": {all["en"].Column, w.Column},
			"severity": {all["en"].Severity, w.Severity}, "speeding": {all["en"].Speeding, w.Speeding}, "rating": {all["en"].Rating, w.Rating},
		} {
			for key := range pair[0] {
				if pair[1][key] == "" || len(pair[0]) != len(pair[1]) {
					t.Errorf("%s has no %s.%s, or too many", language, name, key)
				}
			}
		}
		for _, kind := range alert.Types {
			if w.Type[kind] == "" {
				t.Errorf("%s does not name %s", language, kind)
			}
		}
	}
}
