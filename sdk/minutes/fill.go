package minutes

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// SamplesCall is the operation that the manifest calls.
const SamplesCall = "POST /api/org/{orgId}/vehicles/minutes"

const (
	// overlap is how much is asked for again: samples take a while until the vehicles plugin has them.
	overlap = 15 * time.Minute
	// gap is how long nothing was kept until something is missing.
	gap = 5 * time.Minute
	// settled is after how long the past is asked for once more: what was on its way when the module was switched on, neither handed over nor stored yet, is stored then.
	settled = 2 * time.Minute
	// atOnce is how much of the past is asked for in one call.
	atOnce = 24 * time.Hour
	// maxLine is how long a line of an answer is at most: a day of a vehicle.
	maxLine = 8 << 20
)

// fill asks for what was missed of an organisation.
func (f *Follower) fill(ctx context.Context, orgID string) error {
	now := f.now()
	untilMs, err := f.until(ctx, orgID)
	if err != nil {
		return err
	}
	if f.isFilled(orgID) && now.UnixMilli()-untilMs < gap.Milliseconds() {
		return nil
	}
	beginMs := max(untilMs-overlap.Milliseconds(), now.Add(-f.First).UnixMilli())
	defer f.noteFilling(orgID, -1)
	for fromMs := beginMs; fromMs < now.UnixMilli(); {
		f.noteFilling(orgID, float64(fromMs-beginMs)/float64(now.UnixMilli()-beginMs))
		toMs := min(fromMs+atOnce.Milliseconds(), now.UnixMilli())
		if err := f.ask(ctx, orgID, fromMs, toMs); err != nil {
			return err
		}
		fromMs = toMs
	}
	f.noteFilled(orgID)
	return nil
}

// asked says how often the past was asked for since the module was switched on or the plugin began, and when last.
type asked struct {
	times int
	at    time.Time
}

func (f *Follower) isFilled(orgID string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	a := f.filled[orgID]
	return a.times > 1 || a.times == 1 && f.now().Before(a.at.Add(settled))
}

func (f *Follower) noteFilled(orgID string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.filled[orgID] = asked{f.filled[orgID].times + 1, f.now()}
}

func (f *Follower) forget(orgID string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.filled, orgID)
}

// noteFilling keeps how much of an organisation's past is there; below 0: nothing is asked for.
func (f *Follower) noteFilling(orgID string, share float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if share < 0 {
		delete(f.filling, orgID)
		return
	}
	f.filling[orgID] = share
}

// Past says how far the minutes of an organisation are.
type Past struct {
	Complete bool    `json:"complete" doc:"false: what was said before is still being asked for"`
	Share    float64 `json:"share" doc:"How much of it is there, 0 to 1"`
}

// Past tells how much is there of what vehicles said before the module was switched on, or while it was down.
func (f *Follower) Past(ctx context.Context, orgID string) (Past, error) {
	untilMs, err := f.until(ctx, orgID)
	if err != nil || f.now().UnixMilli()-untilMs < gap.Milliseconds() {
		return Past{Complete: err == nil, Share: 1}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return Past{Share: f.filling[orgID]}, nil
}

func (f *Follower) until(ctx context.Context, orgID string) (ms int64, err error) {
	err = f.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		ms, err = store.One[int64](tx, `SELECT coalesce(max(until_ms), 0) FROM `+f.Schema+`.filled WHERE org_id = ?`, orgID)
		return err
	})
	return ms, err
}

// ask reads minutes of all vehicles and keeps them, some vehicles at a time.
func (f *Follower) ask(ctx context.Context, orgID string, fromMs, toMs int64) error {
	stamp := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339Nano) }
	answer, err := f.host.Stream(web.AsPlugin(ctx, orgID), "POST", "/api/org/"+url.PathEscape(orgID)+"/vehicles/minutes", map[string]any{"start_time": stamp(fromMs), "end_time": stamp(toMs)})
	if err != nil {
		return fmt.Errorf("ask for minutes of %s: %w", orgID, err)
	}
	defer answer.Close()
	lines := bufio.NewScanner(answer)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	vehicles := map[string][]events.Sample{}
	for lines.Scan() {
		var line struct {
			VehicleID string          `json:"vehicle_id"`
			Samples   []events.Sample `json:"samples"`
			Done      bool            `json:"done"`
			Problem   *web.Problem    `json:"problem"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return fmt.Errorf("read minutes of %s: %w", orgID, err)
		}
		switch {
		case line.Problem != nil:
			return &fault.Error{Kind: line.Problem.Kind, Message: line.Problem.Title}
		case line.Done:
			return f.keepVehicles(ctx, orgID, vehicles, fromDevices)
		}
		for _, s := range line.Samples {
			vehicles[line.VehicleID] = Add(vehicles[line.VehicleID], slim(s))
		}
		if len(vehicles) > perTransaction {
			if err := f.keepVehicles(ctx, orgID, vehicles, fromDevices); err != nil {
				return err
			}
			clear(vehicles)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read minutes of %s: %w", orgID, err)
	}
	return fault.New(fault.Unavailable, "The vehicles plugin broke off its answer.")
}
