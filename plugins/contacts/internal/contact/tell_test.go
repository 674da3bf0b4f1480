package contact

import (
	"context"
	"slices"
	"testing"

	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// The audit log is told which fields of a contact are not what they were.
func TestTellChange(t *testing.T) {
	before := Contact{FirstName: "Helen", LastName: "Ogden", Email: "h@ogden.example", Tags: []string{"Customer"}}
	after := before
	after.Mobile, after.Tags = "0700", []string{"Customer", "Neston"}
	told := webtest.AuditDetail(t, func(ctx context.Context) { tellChange(ctx, before, after) })
	want := []web.Change{{Field: "mobile", After: "0700"}, {Field: "tags", Before: "Customer", After: "Customer, Neston"}}
	if told.Values["contact"] != "Helen Ogden" || !slices.Equal(told.Changes, want) {
		t.Errorf("it tells %v", told)
	}
}
