package plugins

import (
	"context"
	"net/http"

	"outrider.dev/outrider/host/internal/supervisor"
)

// backend finds the process of a plugin at the moment of each request.
type backend struct {
	supervisor *supervisor.Supervisor
	id         string
}

// Lease lends a connection pool of the current process.
func (b backend) Lease(ctx context.Context) (http.RoundTripper, func(), error) {
	unit, ok := b.supervisor.Unit(b.id)
	if !ok {
		return nil, nil, &supervisor.UnavailableError{ID: b.id, State: supervisor.Stopped}
	}
	return unit.Lease(ctx)
}
