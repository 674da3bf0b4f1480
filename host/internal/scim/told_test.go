package scim_test

import (
	"net/http"
	"slices"
	"testing"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/scim"
)

// What a directory changes is told in the audit log in words, in every language, also where nothing more is known of it.
func TestOperations_AreTold(t *testing.T) {
	own, err := audit.Own()
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range scim.New(scim.Config{}).Operations() {
		if operation.Method == http.MethodGet {
			continue
		}
		name, told := operation.Method+" "+operation.Template, false
		for _, s := range own.Audit {
			told = told || s.Operation == name && !slices.ContainsFunc(s.Values(), func(value string) bool { return value != "actor" })
		}
		if !told {
			t.Errorf("the audit log has no words for %s", name)
		}
	}
}
