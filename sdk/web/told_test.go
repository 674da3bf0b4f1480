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
			web.Tell(ctx, "thing", "Ünder "+strings.Repeat("é", 200))
			web.TellChange(ctx, "name", "old", "new")
			web.TellChange(ctx, "colour", "same", "same")
		}
		return nil, nil
	})
	answer := webtest.Do(t, r, ann(), "PUT /api/things", "", nil)
	told := web.ReadTold(answer.Header().Get(web.ToldHeader))
	if got := told.Values["thing"]; !strings.HasPrefix(got, "Ünder é") || !strings.HasSuffix(got, "é…") || len(got) > 210 {
		t.Errorf("the value is %q", got)
	}
	if len(told.Changes) != 1 || told.Changes[0] != (web.Change{Field: "name", Before: "old", After: "new"}) {
		t.Errorf("the changes are %v", told.Changes)
	}
	if got := webtest.Do(t, r, ann(), "PUT /api/things?quiet=true", "", nil).Header().Get(web.ToldHeader); got != "" {
		t.Errorf("a call that tells nothing has %q", got)
	}
	if told := web.ReadTold("rubbish!"); told.Values != nil || told.Changes != nil {
		t.Errorf("rubbish is read as %v", told)
	}
}
