package mailing

import "context"

// Look sends the mails that are due, once.
func (p *Digest) Look(ctx context.Context) error { return p.look(ctx) }
