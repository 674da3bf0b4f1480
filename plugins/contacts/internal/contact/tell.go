package contact

import (
	"context"
	"strings"

	"outrider.dev/sdk/web"
)

// tellChange says for the audit log what became of a contact.
func tellChange(ctx context.Context, before, after Contact) {
	web.Tell(ctx, "contact", before.Name())
	web.TellChange(ctx, "first_name", before.FirstName, after.FirstName)
	web.TellChange(ctx, "last_name", before.LastName, after.LastName)
	web.TellChange(ctx, "email", before.Email, after.Email)
	web.TellChange(ctx, "telephone", before.Telephone, after.Telephone)
	web.TellChange(ctx, "mobile", before.Mobile, after.Mobile)
	web.TellChange(ctx, "tags", strings.Join(before.Tags, ", "), strings.Join(after.Tags, ", "))
}
