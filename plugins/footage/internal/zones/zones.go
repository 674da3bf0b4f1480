// Package zones knows which clock a vehicle goes by. What people say of recordings is by the clock on the wall, what devices are told is UTC.
package zones

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

const (
	// kept is how long an answer is believed: a vehicle does not cross a border twice in a minute.
	kept = time.Minute
	// most bounds the vehicles that are remembered; beyond it they are asked for again.
	most = 10_000
)

// Host is the part of plugin.Host that is used.
type Host interface {
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
	Call(ctx context.Context, method, path string, in, out any) error
}

// Zones asks for zones, and remembers them for a while. It is safe for concurrent use.
type Zones struct {
	host Host
	log  *slog.Logger
	now  func() time.Time

	mu            sync.Mutex
	at            time.Time // when organisations was read
	organisations map[string]*time.Location
	vehicles      map[vehicle]known
}

type vehicle struct{ orgID, id string }

type known struct {
	zone *time.Location // nil: the vehicle was nowhere yet
	at   time.Time
}

// New returns zones that host knows.
func New(host Host, log *slog.Logger, now func() time.Time) *Zones {
	return &Zones{host: host, log: log, now: now, vehicles: map[vehicle]known{}}
}

// Of is the zone of a vehicle: that of its last position, else the organisation's, else UTC.
func (z *Zones) Of(ctx context.Context, orgID, vehicleID string) (*time.Location, error) {
	if vehicleID == "" {
		return z.organisation(ctx, orgID)
	}
	key := vehicle{orgID, vehicleID}
	z.mu.Lock()
	found, ok := z.vehicles[key]
	z.mu.Unlock()
	if !ok || z.now().Sub(found.at) > kept {
		zones, err := z.ask(ctx, orgID, []string{vehicleID})
		if err != nil {
			z.log.Warn("the zone of a vehicle is not known, the organisation's is taken", "vehicle", vehicleID, "error", err)
			return z.organisation(ctx, orgID)
		}
		found = known{zones[vehicleID], z.now()}
		z.remember(key, found)
	}
	if found.zone != nil {
		return found.zone, nil
	}
	return z.organisation(ctx, orgID)
}

// Prepare asks for the zones of many vehicles at once, so that Of knows them.
func (z *Zones) Prepare(ctx context.Context, orgID string, vehicleIDs []string) {
	missing := map[string]bool{}
	z.mu.Lock()
	for _, id := range vehicleIDs {
		if found, ok := z.vehicles[vehicle{orgID, id}]; id != "" && (!ok || z.now().Sub(found.at) > kept) {
			missing[id] = true
		}
	}
	z.mu.Unlock()
	if len(missing) < 2 {
		return
	}
	found, err := z.ask(ctx, orgID, slices.Collect(maps.Keys(missing)))
	if err != nil {
		z.log.Warn("the zones of vehicles are not known", "vehicles", len(missing), "error", err)
		return
	}
	for id := range missing {
		z.remember(vehicle{orgID, id}, known{found[id], z.now()})
	}
}

// ask has the plugin of vehicles say where they are; those that were nowhere yet are missing.
func (z *Zones) ask(ctx context.Context, orgID string, ids []string) (map[string]*time.Location, error) {
	var answer struct {
		Presences []struct {
			VehicleID string `json:"vehicle_id"`
			IsDefault bool   `json:"is_defaultdevice"`
			Zone      string `json:"zone"`
		}
	}
	path := "/api/org/" + url.PathEscape(orgID) + "/vehicles/presence?vehicle_ids=" + url.QueryEscape(strings.Join(ids, ","))
	if err := z.host.Call(web.AsPlugin(ctx, orgID), "GET", path, nil, &answer); err != nil {
		return nil, fmt.Errorf("ask where %d vehicles are: %w", len(ids), err)
	}
	found := map[string]*time.Location{}
	for _, p := range answer.Presences {
		if p.Zone == "" || (found[p.VehicleID] != nil && !p.IsDefault) {
			continue
		}
		if zone, err := time.LoadLocation(p.Zone); err == nil {
			found[p.VehicleID] = zone
		}
	}
	return found, nil
}

func (z *Zones) remember(v vehicle, k known) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if len(z.vehicles) >= most {
		clear(z.vehicles)
	}
	z.vehicles[v] = k
}

func (z *Zones) organisation(ctx context.Context, orgID string) (*time.Location, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.organisations == nil || z.now().Sub(z.at) > kept {
		if err := z.read(ctx); err != nil {
			return nil, err
		}
	}
	if zone := z.organisations[orgID]; zone != nil {
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
	z.organisations, z.at = zones, z.now()
	return nil
}
