package postgres

import (
	"context"
	"math"
	"strings"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Query is a search. Lists that are empty and pointers that are nil ask for nothing.
type Query struct {
	FromMs, ToMs            int64 // FromMs <= time < ToMs, Unix milliseconds
	Kinds, Types, Qualities []string
	Severities              []int
	Read, Archived, Flagged *bool
	Vehicles, Devices       []string
	Drivers                 []string // who drove at the time
	Groups                  []string // with the groups below them
	Labels                  []string
	Pins                    []int
	Over                    *Over
	Bands                   []Band   // the mildest first; alerts in one of those that are shown
	Levels                  []Band   // the same once more: the reader's own bands beside others
	Evidence                []string // statuses; an empty one is an alert without a request
	Text                    string   // each word is in the address, the vehicle's name or the driver's
	Order                   string   // a key of orders; empty: the newest first
	Page, Size              int      // Page from 1
}

// Over is by how much the worst moment was above the limit at least: in percent of it, or in the reader's unit of so many km/h, by the two speeds as they are shown there.
type Over struct {
	Percent *float64
	Units   float64
	UnitKmh float64
}

// Band is a part of the overspeeds: from From up to where the next band begins that the alert reaches. With Vehicles it is for them alone.
type Band struct {
	From     Over
	Shown    bool
	Vehicles []string
}

// orders are the orders by their names in the API; each ends in the id, so that pages never overlap.
var orders = map[string]string{
	"":          "a.event_ms DESC, a.id DESC",
	"oldest":    "a.event_ms, a.id",
	"severity":  "a.severity DESC, a.event_ms DESC, a.id DESC",
	"type":      "a.alert_type, a.event_ms DESC, a.id DESC",
	"speed_kmh": "a.speed_kmh DESC NULLS LAST, a.event_ms DESC, a.id DESC",
}

// Orders reports whether a name is an order.
func Orders(name string) bool { _, ok := orders[name]; return ok }

// Page is one page of a search. Total is how many alerts there are on all pages: exact where the days' counts can answer and up to 10,000, else About.
type Page struct {
	Alerts []alert.Alert
	Total  int64
	About  bool // Total is an estimate
}

// conditions are the SQL of a query.
type conditions struct {
	parts []string
	args  []any
}

func (c *conditions) add(sql string, args ...any) {
	c.parts, c.args = append(c.parts, sql), append(c.args, args...)
}

func (c *conditions) sql() string { return strings.Join(c.parts, " AND ") }

func anyOf[T any](c *conditions, column string, values []T) {
	if len(values) > 0 {
		c.add(column+" = ANY(?)", &values)
	}
}

func is(c *conditions, column string, value *bool) {
	switch {
	case value == nil:
	case *value:
		c.add(column)
	default:
		c.add("NOT " + column)
	}
}

// alike are the conditions that a day's counts can answer, too.
func (q Query) alike(c *conditions) {
	if len(q.Kinds) == 1 {
		c.add("a.kind = ?", q.Kinds[0])
	} else {
		anyOf(c, "a.kind", q.Kinds)
	}
	anyOf(c, "a.alert_type", q.Types)
	anyOf(c, "a.quality", q.Qualities)
	anyOf(c, "a.severity", q.Severities)
	is(c, "a.is_read", q.Read)
	is(c, "a.archived", q.Archived)
	is(c, "a.flagged", q.Flagged)
}

// where is the whole of a query but for whom: see seen and seenAmongFew.
func (q Query) where(caller web.CallerInfo, fromMs, toMs int64) *conditions {
	c := &conditions{}
	c.add("a.org_id = ? AND a.event_ms >= ? AND a.event_ms < ?", caller.OrgID, fromMs, toMs)
	q.alike(c)
	anyOf(c, "a.vehicle_id", q.Vehicles)
	anyOf(c, "a.device_id", q.Devices)
	drivenBy(c, caller.OrgID, q.Drivers)
	anyOf(c, "a.prediction_label", q.Labels)
	anyOf(c, "a.pin", q.Pins)
	anyOf(c, "a.evidence_status", q.Evidence)
	if q.Over != nil {
		condition, args := q.Over.sql()
		c.add(condition, args...)
	}
	for _, bands := range [][]Band{q.Bands, q.Levels} {
		if len(bands) == 0 {
			continue
		}
		condition, args := inBands(bands)
		c.add(condition, args...)
	}
	if len(q.Groups) > 0 {
		c.add(`a.vehicle_id IN (SELECT fv.id FROM alerts.fleet_vehicle fv JOIN alerts.fleet_group fg ON fg.org_id = fv.org_id AND fg.id = fv.group_id
			JOIN alerts.fleet_group top ON top.org_id = fg.org_id AND top.id = ANY(?) AND starts_with(fg.path, top.path) WHERE fv.org_id = ?)`, &q.Groups, caller.OrgID)
	}
	for _, word := range strings.Fields(q.Text) {
		like := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(word) + "%"
		// The drive is looked for only where the vehicle was ever driven by somebody of that name.
		c.add(`(a.address ILIKE ? ESCAPE '\' OR a.vehicle_id IN (SELECT fv.id FROM alerts.fleet_vehicle fv WHERE fv.org_id = ? AND fv.name ILIKE ? ESCAPE '\')
			OR a.vehicle_id IN (SELECT one.vehicle_id FROM alerts.drive one WHERE one.org_id = ? AND one.driver_name ILIKE ? ESCAPE '\')
				AND EXISTS (SELECT FROM (SELECT 1) one`+ofDriver+` WHERE d.driver_name ILIKE ? ESCAPE '\'))`, like, caller.OrgID, like, caller.OrgID, like, like)
	}
	return c
}

// drivenBy is that one of the drivers drove at the time; only vehicles that they ever drove are looked at.
func drivenBy(c *conditions, orgID string, drivers []string) {
	if len(drivers) == 0 {
		return
	}
	c.add(`a.vehicle_id IN (SELECT one.vehicle_id FROM alerts.drive one WHERE one.org_id = ? AND one.driver_id = ANY(?))
		AND EXISTS (SELECT FROM (SELECT 1) one`+ofDriver+` WHERE d.driver_id = ANY(?))`, orgID, &drivers, &drivers)
}

// exactly is how many alerts are counted one by one at most.
func (q Query) exactly() int64 {
	ofVehicles := q
	ofVehicles.Vehicles, ofVehicles.Evidence = nil, nil
	if len(q.Vehicles) > 0 && ofVehicles.alikeOnly() {
		return exactOfVehicles
	}
	return exact
}

// alikeOnly reports whether the query asks for nothing but what the days' counts have, and who.
func (q Query) alikeOnly() bool {
	return len(q.Vehicles)+len(q.Devices)+len(q.Drivers)+len(q.Labels)+len(q.Pins)+len(q.Evidence) == 0 && q.Over == nil && len(q.Bands)+len(q.Levels) == 0 && strings.TrimSpace(q.Text) == ""
}

// Search finds a page of the alerts that the caller of ctx sees, and how many there are.
func (s *Store) Search(ctx context.Context, q Query) (page Page, err error) {
	err = s.read(ctx, func(tx *gorm.DB) error {
		finder, err := s.newFinder(ctx, tx, q)
		if err != nil {
			return err
		}
		if page.Total, err = finder.total(); err != nil {
			return err
		}
		page.About = finder.about
		page.Alerts, err = finder.page(page.Total)
		return err
	})
	s.declare(page.Alerts)
	return page, wrap(err, "search alerts")
}

// Rows is Search without the total.
func (s *Store) Rows(ctx context.Context, q Query) (found []alert.Alert, err error) {
	err = s.read(ctx, func(tx *gorm.DB) error {
		finder, err := s.newFinder(ctx, tx, q)
		if err != nil {
			return err
		}
		found, err = finder.page(math.MaxInt64)
		return err
	})
	s.declare(found)
	return found, wrap(err, "read alerts")
}

// Visible reports whether the caller of ctx sees every one of these alerts.
func (s *Store) Visible(ctx context.Context, ids []string) (all bool, err error) {
	caller := web.Caller(ctx)
	seen, args := s.seen(caller)
	distinct := map[string]bool{}
	for _, id := range ids {
		distinct[strings.ToLower(id)] = true
	}
	var n int
	err = s.db.Read(ctx, func(tx *gorm.DB) (err error) {
		n, err = store.One[int](tx, `SELECT count(*) FROM alerts.alert a WHERE a.org_id = ? AND a.id = ANY(?::uuid[]) AND `+seen, append([]any{caller.OrgID, &ids}, args...)...)
		return err
	})
	return n == len(distinct), wrap(err, "look for alerts")
}
