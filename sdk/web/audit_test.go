package web_test

import (
	"context"
	"strings"
	"testing"

	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestTell_GoesToTheHostInTheHeaderOfTheAnswer(t *testing.T) {
	r := web.NewRouter("test", "1")
	type input struct {
		Quiet bool `query:"quiet"`
	}
	web.Handle(r, "PUT /things", web.SignedIn("a test"), func(ctx context.Context, in *input) (*struct{}, error) {
		if !in.Quiet {
			web.AuditValue(ctx, "thing", "Ünder "+strings.Repeat("é", 200))
			web.AuditChange(ctx, "name", "old", "new")
			web.AuditChange(ctx, "colour", "same", "same")
		}
		return nil, nil
	})
	answer := webtest.Do(t, r, ann(), "PUT /api/things", "", nil)
	detail := web.ReadAudit(answer.Header().Get(web.AuditDetailHeader))
	if got := detail.Values["thing"]; !strings.HasPrefix(got, "Ünder é") || !strings.HasSuffix(got, "é…") || len(got) > 210 {
		t.Errorf("the value is %q", got)
	}
	if len(detail.Changes) != 1 || detail.Changes[0] != (web.Change{Field: "name", Before: "old", After: "new"}) {
		t.Errorf("the changes are %v", detail.Changes)
	}
	if got := webtest.Do(t, r, ann(), "PUT /api/things?quiet=true", "", nil).Header().Get(web.AuditDetailHeader); got != "" {
		t.Errorf("a call that tells nothing has %q", got)
	}
	if detail := web.ReadAudit("rubbish!"); detail.Values != nil || detail.Changes != nil {
		t.Errorf("rubbish is read as %v", detail)
	}
}
