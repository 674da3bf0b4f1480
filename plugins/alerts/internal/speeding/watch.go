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

// Apart is how often samples are looked at: speeding is an alert after seconds, and to be woken by each sample costs more than to look at it.
const Apart = 500 * time.Millisecond

// fresh is how long the bands of organisations are known for.
const fresh = time.Minute

// Store keeps open episodes and alerts.
type Store interface {
	// Silent returns the devices, by organisation, that have an open episode and were not heard since before, in Unix milliseconds.
	Silent(ctx context.Context, beforeMs int64) (map[string][]string, error)
	Speeding(ctx context.Context, orgID string, do func(tx *gorm.DB, open map[string]*Episode) (saved map[string]*Episode, found Found, err error), devices []string) (News, error)
}

// Found are alerts of devices.
type Found struct {
	// Own are of their open episodes: they go on and are news, or they ended. One that was raised before is written anew.
	Own []alert.Alert
	// Late are of samples that are older than what was seen; they change nothing that is there.
	Late []alert.Alert
}

// News are the ids of alerts that were raised, and of those that were changed.
type News struct{ Raised, Changed []string }

// Notifier tells of alerts.
type Notifier interface {
	Created(ctx context.Context, orgID string, ids []string)
	Updated(ctx context.Context, orgID string, ids []string)
}

// Watch finds speeding in telemetry.
type Watch struct {
	store         Store
	organisations plugin.Organisations
	deciders      Deciders
	notifier      Notifier
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

// NewWatch returns a watch; notifier hears of alerts once they are kept.
func NewWatch(store Store, organisations plugin.Organisations, deciders Deciders, notifier Notifier, now func() time.Time) *Watch {
	return &Watch{store: store, organisations: organisations, deciders: deciders, notifier: notifier, now: now, known: map[string]asked{}, newest: map[string]int64{}, open: map[string]bool{}}
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
	news, err := w.store.Speeding(ctx, orgID, func(tx *gorm.DB, after map[string]*Episode) (map[string]*Episode, Found, error) {
		found, newest := Found{}, map[string]int64{}
		for _, e := range messages {
			first, err := events.Once(tx, e)
			if err != nil {
				return nil, Found{}, err
			}
			if first {
				w.feed(orgID, bands, e.Data, after, newest, &found)
			}
		}
		open = map[string]bool{}
		for _, id := range devices {
			e := after[id]
			if open[id] = e != nil; open[id] && e.offer() {
				found.Own = append(found.Own, OpenAlertOf(orgID, bands, id, e))
			}
		}
		return after, found, nil
	}, devices)
	if err == nil {
		w.tell(ctx, orgID, news)
	}
	return open, err
}

func (w *Watch) tell(ctx context.Context, orgID string, news News) {
	if len(news.Raised) > 0 {
		w.notifier.Created(ctx, orgID, news.Raised)
	}
	if len(news.Changed) > 0 {
		w.notifier.Updated(ctx, orgID, news.Changed)
	}
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

// feed looks at one message and adds what ended to found; open has the device's open episode before and after, newest how far the batch has come.
func (w *Watch) feed(orgID string, bands Bands, m events.Telemetry, open map[string]*Episode, newest map[string]int64, found *Found) {
	points := pointsOf(m)
	if len(points) == 0 {
		return
	}
	w.mu.Lock()
	seen := max(w.newest[orgID+"\x00"+m.DeviceID], newest[m.DeviceID])
	w.mu.Unlock()
	if e := open[m.DeviceID]; e != nil {
		seen = max(seen, e.SeenMs)
	}
	alertsOf := func(episodes []*Episode) (list []alert.Alert) {
		for _, e := range episodes {
			list = append(list, AlertOf(orgID, bands, m.DeviceID, e, m.ReceivedAt))
		}
		return list
	}
	if points[0].Time <= seen {
		late, rest := Feed(nil, points, bands.ModerateKmh)
		if rest != nil && rest.counts() {
			late = append(late, rest)
		}
		found.Late = append(found.Late, alertsOf(late)...)
		return
	}
	ended, still := Feed(open[m.DeviceID], points, bands.ModerateKmh)
	found.Own = append(found.Own, alertsOf(ended)...)
	newest[m.DeviceID], open[m.DeviceID] = points[len(points)-1].Time, still
	if still != nil {
		still.HeardMs = m.ReceivedAt
	}
}

// pointsOf are a message's samples with a speed, in the order of time.
func pointsOf(m events.Telemetry) (points []Point) {
	for _, s := range onTime(m) {
		if p, ok := PointOf(s, fleet.DefaultSpeedLimitKmh); ok {
			points = append(points, p)
		}
	}
	slices.SortFunc(points, func(a, b Point) int { return int(a.Time - b.Time) })
	return points
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
