package visit

import (
	"context"

	"outrider.dev/sdk/web"
)

// namer returns what a geofence is called where its visits are told, in the language of the caller of ctx.
func namer(ctx context.Context) func(name string, deleted bool) string {
	gone := web.Say(ctx, "(deleted)")
	return func(name string, deleted bool) string {
		if deleted {
			return name + " " + gone
		}
		return name
	}
}
