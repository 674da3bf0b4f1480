package mailing

import "context"

// Look sends the mails that are due, once.
func (p *Post) Look(ctx context.Context) error { return p.look(ctx) }
