package quota

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"outrider.dev/sdk/fault"
)

// Own is what support has set for a device, or for all devices of an organisation together (a Key without DeviceID). Nil: as the configuration says.
type Own struct {
	PerSecond *float64 // of a device alone
	Day       *int64
	DayBytes  *int64
}

// Empty reports whether nothing is set.
func (o Own) Empty() bool { return o == Own{} }

// Bounds are the limits of the configuration, and how many times as much support may set.
type Bounds struct {
	Limits map[string]Limit
	Most   int64
}

// Check refuses what is beyond the bounds; fault.Invalid.
func (b Bounds) Check(key Key, o Own) error {
	l, device := b.Limits[key.Kind], key.DeviceID != ""
	day, bytes := l.OrgDay, l.OrgBytes
	if device {
		day, bytes = l.Day, l.DayBytes
	}
	var wrong []fault.Field
	refuse := func(name string, most any) {
		wrong = append(wrong, fault.Field{Location: "body." + name, Message: fmt.Sprintf("must be at most %v", most)})
	}
	if o.Day != nil && day > 0 && *o.Day > b.Most*day {
		refuse("day", b.Most*day)
	}
	if o.DayBytes != nil && bytes > 0 && *o.DayBytes > b.Most*bytes {
		refuse("day_bytes", b.Most*bytes)
	}
	if most := float64(b.Most) * l.PerSecond; o.PerSecond != nil && l.PerSecond > 0 && *o.PerSecond > most {
		refuse("per_second", most)
	}
	if len(wrong) > 0 {
		return fault.InvalidFields("The request is not valid.", wrong...)
	}
	return nil
}

// with is the limit of a device and of its organisation, with what was set for them.
func (l Limit) with(device, org Own) Limit {
	set(&l.PerSecond, device.PerSecond)
	set(&l.Day, device.Day)
	set(&l.DayBytes, device.DayBytes)
	set(&l.OrgDay, org.Day)
	set(&l.OrgBytes, org.DayBytes)
	return l
}

func set[T any](into *T, value *T) {
	if value != nil {
		*into = *value
	}
}

// followEvery is how often a gateway looks for what was set at another one.
const followEvery = 2 * time.Second

// Follower keeps a meter at what support has set.
type Follower struct {
	Meter *Meter
	Store interface {
		Owns(ctx context.Context) (map[Key]Own, error)
	}
	Log *slog.Logger
}

// Load reads what is set.
func (f *Follower) Load(ctx context.Context) error {
	owns, err := f.Store.Owns(ctx)
	if err == nil {
		f.Meter.SetOwn(owns)
	}
	return err
}

// Run follows until ctx ends. While the store is away what was known holds.
func (f *Follower) Run(ctx context.Context) error {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for failing := false; ; {
		err := f.Load(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			f.Log.Warn("limits of devices that were set are not read", "error", err)
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
