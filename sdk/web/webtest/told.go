package webtest

import (
	"context"
	"testing"

	"outrider.dev/sdk/web"
)

// Told is what a function says for the audit log in a request.
func Told(t *testing.T, say func(ctx context.Context)) web.Told {
	t.Helper()
	r := web.NewRouter("test", "1")
	web.Handle(r, "PUT /it", web.SignedIn("a test"), func(ctx context.Context, _ *struct{}) (*struct{}, error) {
		say(ctx)
		return nil, nil
	})
	return web.ReadTold(Do(t, r, web.CallerInfo{UserID: "ann", OrgID: "demo"}, "PUT /api/it", "", nil).Header().Get(web.ToldHeader))
}
