package speeding

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin"
)

// fresh is how long the bands of organisations are known for.
const fresh = time.Minute

// Store keeps open episodes and alerts.
type Store interface {
	// Silent returns the devices, by organisation, that have an open episode and were not heard since before, in Unix milliseconds.
	Silent(ctx context.Context, beforeMs int64) (map[string][]string, error)
	Speeding(ctx context.Context, orgID string, do func(tx *gorm.DB, open map[string]*Episode) (saved map[string]*Episode, ended []alert.Alert, err error), devices []string) (fresh []string, err error)
}

// Watch finds speeding in telemetry.
type Watch struct {
	store         Store
	organisations plugin.Organisations
	deciders      Deciders
	tell          func(ctx context.Context, orgID string, ids []string)
	now           func() time.Time

	mu     sync.Mutex
	known  map[string]asked // by organisation
	newest map[string]int64 // of each device's samples, by organisation and device
	open   map[string]bool  // whether an episode is open; absent: not known
}

// asked are bands and when they were asked for.
type asked struct {
	Bands
	asked time.Time
}

// NewWatch returns a watch; tell is called with the ids of new alerts.
func NewWatch(store Store, organisations plugin.Organisations, deciders Deciders, tell func(ctx context.Context, orgID string, ids []string), now func() time.Time) *Watch {
	return &Watch{store: store, organisations: organisations, deciders: deciders, tell: tell, now: now, known: map[string]asked{}, newest: map[string]int64{}, open: map[string]bool{}}
}

// Telemetry goes through a batch. Samples that are older than what was seen of their device are looked at for themselves: what began and
// ended within one message is found.
func (w *Watch) Telemetry(ctx context.Context, batch []events.Event[events.Glance]) error {
	byOrg := map[string][]events.Event[events.Glance]{}
	for _, e := range batch {
		byOrg[e.OrgID] = append(byOrg[e.OrgID], e)
	}
	for orgID, list := range byOrg {
		if err := w.organisation(ctx, orgID, list); err != nil && fault.KindOf(err) != fault.NotFound {
			return fmt.Errorf("look for speeding in organisation %s: %w", orgID, err)
		}
	}
	return nil
}

func (w *Watch) organisation(ctx context.Context, orgID string, list []events.Event[events.Glance]) error {
	bands, err := w.bands(ctx, orgID)
	if err != nil {
		return err
	}
	var devices []string
	for _, e := range list {
		if w.matters(orgID, e.Data, bands.ModerateKmh) && !slices.Contains(devices, e.Data.DeviceID) {
			devices = append(devices, e.Data.DeviceID)
		}
	}
	open := map[string]bool{}
	if len(devices) > 0 {
		if open, err = w.look(ctx, orgID, bands, list, devices); err != nil {
			return err
		}
	}
	w.remember(orgID, list, open)
	return nil
}

// look goes through the messages of devices and tells of what was found. It returns which of them have an open episode now.
func (w *Watch) look(ctx context.Context, orgID string, bands Bands, list []events.Event[events.Glance], devices []string) (open map[string]bool, err error) {
	messages, err := readOf(list, devices)
	if err != nil {
		return nil, err
	}
	raised, err := w.store.Speeding(ctx, orgID, func(tx *gorm.DB, after map[string]*Episode) (map[string]*Episode, []alert.Alert, error) {
		ended, newest := []alert.Alert(nil), map[string]int64{}
		for _, e := range messages {
			first, err := events.Once(tx, e)
			if err != nil {
				return nil, nil, err
			}
			if first {
				ended = append(ended, w.feed(orgID, bands, e.Data, after, newest)...)
			}
		}
		open = map[string]bool{}
		for _, id := range devices {
			open[id] = after[id] != nil
		}
		return after, ended, nil
	}, devices)
	if err == nil && len(raised) > 0 {
		w.tell(ctx, orgID, raised)
	}
	return open, err
}

// readOf reads the messages of devices.
func readOf(list []events.Event[events.Glance], devices []string) (messages []events.Event[events.Telemetry], err error) {
	for _, e := range list {
		if !slices.Contains(devices, e.Data.DeviceID) {
			continue
		}
		data, err := e.Data.Read()
		if err != nil {
			return nil, err
		}
		messages = append(messages, events.Event[events.Telemetry]{ID: e.ID, Type: e.Type, Version: e.Version, OrgID: e.OrgID, At: e.At, Data: data, Sequence: e.Sequence})
	}
	return messages, nil
}

// matters reports whether a message has to be looked at: a sample is too fast, or an episode is or may be open.
func (w *Watch) matters(orgID string, m events.Glance, bandKmh float64) bool {
	w.mu.Lock()
	open, known := w.open[orgID+"\x00"+m.DeviceID]
	w.mu.Unlock()
	return open || !known || m.Over(fleet.DefaultSpeedLimitKmh) > bandKmh
}

// feed looks at one message; open has the device's open episode before and after, newest how far the batch has come.
func (w *Watch) feed(orgID string, bands Bands, m events.Telemetry, open map[string]*Episode, newest map[string]int64) (ended []alert.Alert) {
	var points []Point
	for _, s := range onTime(m) {
		if p, ok := PointOf(s, fleet.DefaultSpeedLimitKmh); ok {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return nil
	}
	slices.SortFunc(points, func(a, b Point) int { return int(a.Time - b.Time) })
	w.mu.Lock()
	seen := max(w.newest[orgID+"\x00"+m.DeviceID], newest[m.DeviceID])
	w.mu.Unlock()
	if e := open[m.DeviceID]; e != nil {
		seen = max(seen, e.SeenMs)
	}
	var episodes []*Episode
	if points[0].Time <= seen {
		var rest *Episode
		if episodes, rest = Feed(nil, points, bands.ModerateKmh); rest != nil && rest.counts() {
			episodes = append(episodes, rest)
		}
	} else {
		episodes, open[m.DeviceID] = Feed(open[m.DeviceID], points, bands.ModerateKmh)
		newest[m.DeviceID] = points[len(points)-1].Time
		if e := open[m.DeviceID]; e != nil {
			e.HeardMs = m.ReceivedAt
		}
	}
	for _, e := range episodes {
		ended = append(ended, AlertOf(orgID, bands, m.DeviceID, e, m.ReceivedAt))
	}
	return ended
}

// onTime are a message's samples as they are to be sorted: what a clock that is ahead has dated was made when it was received, and before.
func onTime(m events.Telemetry) []events.Sample {
	skew := int64(0)
	for _, s := range m.Samples {
		skew = max(skew, fleet.Skew(s.Time, m.ReceivedAt))
	}
	if skew == 0 || m.ReceivedAt == 0 {
		return m.Samples
	}
	list := slices.Clone(m.Samples)
	for i := range list {
		if fleet.Skew(list[i].Time, m.ReceivedAt) != 0 {
			list[i].Time -= skew
		}
	}
	return list
}

// remember notes what was looked at, once it is kept.
func (w *Watch) remember(orgID string, list []events.Event[events.Glance], open map[string]bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range list {
		key := orgID + "\x00" + e.Data.DeviceID
		w.newest[key] = max(w.newest[key], fleet.Bounded(e.Data.Newest, e.At.UnixMilli()))
	}
	for id, is := range open {
		w.open[orgID+"\x00"+id] = is
	}
}

// bands are an organisation's own, or its country's.
func (w *Watch) bands(ctx context.Context, orgID string) (Bands, error) {
	w.mu.Lock()
	known, ok := w.known[orgID]
	w.mu.Unlock()
	if ok && w.now().Sub(known.asked) < fresh {
		return known.Bands, nil
	}
	found, err := BandsOf(ctx, w.deciders, w.organisations, orgID)
	if err != nil {
		return Bands{}, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.known[orgID] = asked{found, w.now()}
	return found, nil
}
