package contact

import (
	"context"
	"strings"

	"outrider.dev/sdk/web"
)

// tellChange says for the audit log what became of a contact.
func tellChange(ctx context.Context, before, after Contact) {
	web.AuditValue(ctx, "contact", before.Name())
	web.AuditChange(ctx, "first_name", before.FirstName, after.FirstName)
	web.AuditChange(ctx, "last_name", before.LastName, after.LastName)
	web.AuditChange(ctx, "email", before.Email, after.Email)
	web.AuditChange(ctx, "telephone", before.Telephone, after.Telephone)
	web.AuditChange(ctx, "mobile", before.Mobile, after.Mobile)
	web.AuditChange(ctx, "tags", strings.Join(before.Tags, ", "), strings.Join(after.Tags, ", "))
}
