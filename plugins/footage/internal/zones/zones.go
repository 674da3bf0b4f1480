// Package zones knows which clock an organisation goes by. What people say of recordings is by the clock on the wall, what devices are told
// is UTC.
package zones

import (
	"context"
	"fmt"
	"sync"
	"time"

	"outrider.dev/sdk/plugin"
)

// kept is how long an answer of the host is believed.
const kept = time.Minute

// Zones reads organisations' zones from the host, and remembers them for a while. It is safe for concurrent use.
type Zones struct {
	host plugin.Host
	now  func() time.Time

	mu    sync.Mutex
	at    time.Time
	zones map[string]*time.Location
}

// New returns zones that host knows.
func New(host plugin.Host, now func() time.Time) *Zones { return &Zones{host: host, now: now} }

// Of is the zone of an organisation; UTC if it has none.
func (z *Zones) Of(ctx context.Context, orgID string) (*time.Location, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.zones == nil || z.now().Sub(z.at) > kept {
		if err := z.read(ctx); err != nil {
			return nil, err
		}
	}
	if zone := z.zones[orgID]; zone != nil {
		return zone, nil
	}
	return time.UTC, nil
}

func (z *Zones) read(ctx context.Context) error {
	organisations, err := z.host.Organisations(ctx)
	if err != nil {
		return fmt.Errorf("read the zones of organisations: %w", err)
	}
	zones := map[string]*time.Location{}
	for _, o := range organisations {
		if zone, err := time.LoadLocation(o.Zone); err == nil {
			zones[o.ID] = zone
		}
	}
	z.zones, z.at = zones, z.now()
	return nil
}
