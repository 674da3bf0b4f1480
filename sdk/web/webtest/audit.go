package webtest

import (
	"context"
	"testing"

	"outrider.dev/sdk/web"
)

// AuditDetail is what a function says for the audit log in a request.
func AuditDetail(t *testing.T, say func(ctx context.Context)) web.AuditDetail {
	t.Helper()
	r := web.NewRouter("test", "1")
	web.Handle(r, "PUT /it", web.SignedIn("a test"), func(ctx context.Context, _ *struct{}) (*struct{}, error) {
		say(ctx)
		return nil, nil
	})
	return web.ReadAudit(Do(t, r, web.CallerInfo{UserID: "ann", OrgID: "demo"}, "PUT /api/it", "", nil).Header().Get(web.AuditDetailHeader))
}
