package list

import (
	"context"
	"strconv"

	"outrider.dev/sdk/web"
)

// tellChange says for the audit log what became of a distribution list.
func tellChange(ctx context.Context, before, after List) {
	web.AuditChange(ctx, "name", before.Name, after.Name)
	web.AuditChange(ctx, "members", strconv.Itoa(len(before.Members)), strconv.Itoa(len(after.Members)))
}
