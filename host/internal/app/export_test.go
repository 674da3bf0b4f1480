package app

import (
	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/edge"
)

// ShapedOperations are the operations whose handlers are no router's, with what they take and answer. None of them can be called.
func ShapedOperations() []edge.Own {
	h := &host{Options: Options{Config: config.Config{}}}
	h.identity.access = &access.Service{}
	return append(h.browserOperations(nil), h.authOperations()...)
}
