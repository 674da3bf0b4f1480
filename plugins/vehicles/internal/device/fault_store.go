package device

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Fault is one fault that a fitted device reports now.
type Fault struct {
	VehicleID   string
	VehicleName string
	VehicleType string
	Node        string
	Label       string // of the group
	DeviceID    string
	Model       string // of the device
	ReportedMs  int64  // Unix milliseconds of the device's newest status
	Type        string
	Text        string // as a person reads it
	Status      string
	Context     events.FaultContext `gorm:"-"`
	Raw         []byte
}

// FaultFields are what the list of faults is sorted, filtered and searched by.
var FaultFields = web.NewListFields("x.vehicle_id, x.device_id, x.place", "vehicle_name",
	web.ListField{Name: "vehicle_name", Column: "x.vehicle_name", Search: true},
	web.ListField{Name: "vehicle_id", Kind: web.OneOf, Column: "x.vehicle_id", Unsorted: true},
	web.ListField{Name: "vehicle_type", Kind: web.OneOf, Column: "x.vehicle_type", Options: fleet.VehicleTypes},
	web.ListField{Name: "group", Column: "x.label", Search: true},
	web.ListField{Name: "type", Kind: web.OneOf, Column: "x.type", Options: FaultTypes},
	web.ListField{Name: "text", Column: "x.text", Search: true},
	web.ListField{Name: "status", Column: "x.status"},
	web.ListField{Name: "device_id", Column: "x.device_id", Search: true},
	web.ListField{Name: "device_model", Column: "x.model"},
	web.ListField{Name: "reported_at", Kind: web.TimeMs, Column: "x.reported_ms"},
)

// faultRows are the faults in visible, a row each. A device that speaks of its disk's bit means that the disk is corrupted.
const faultRows = `(
SELECT v.id AS vehicle_id, v.name AS vehicle_name, v.type AS vehicle_type, v.group_id AS node, g.label, d.device_id, d.model, d.status_ms AS reported_ms,
	f.place, f.one->>'type' AS type, COALESCE(f.one->>'status', '') AS status, f.one->'context' AS raw,
	CASE WHEN lower(replace(f.one->>'text', '_', ' ')) = 'dirty bit set' THEN 'Disk Corrupted' ELSE COALESCE(f.one->>'text', '') END AS text
FROM vehicles.device d
JOIN vehicles.assignment a ON a.org_id = d.org_id AND a.device_id = d.device_id AND a.to_ms IS NULL
JOIN vehicles.vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
CROSS JOIN LATERAL jsonb_array_elements(d.faults || d.clock_fault) WITH ORDINALITY AS f (one, place)
WHERE d.org_id = ? AND d.deleted_at IS NULL AND (d.faults <> '[]' OR d.clock_fault <> '[]') AND v.deleted_at IS NULL AND `

// FaultCount is how many faults of a type there are.
type FaultCount struct {
	Type   string `json:"type"`
	Faults int64  `json:"faults"`
}

// FaultTotals sum up the faults that a query asks for, on all pages.
type FaultTotals struct {
	Faults   int64
	Vehicles int64
	ByType   []FaultCount
}

// Faults returns a page of the faults in visible that the query asks for, and the totals of all pages; of one vehicle if it is named.
func (s *Store) Faults(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, query *web.ListQuery) (list []Fault, totals FaultTotals, err error) {
	condition, args := visible.Vehicles()
	args = append([]any{orgID}, args...)
	if vehicleID != "" {
		condition, args = condition+` AND v.id = ?`, append(args, vehicleID)
	}
	asked, values := query.Where()
	from, args := faultRows+condition+`) x WHERE `+asked, append(args, values...)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		list, err = store.Rows[Fault](tx, `SELECT x.* FROM `+from+` ORDER BY `+query.OrderBy()+` LIMIT ? OFFSET ?`, append(slices.Clone(args), query.Size, query.Offset())...)
		if err != nil {
			return err
		}
		totals.ByType, err = store.Rows[FaultCount](tx, `SELECT x.type, count(*) AS faults FROM `+from+` GROUP BY x.type ORDER BY 2 DESC, 1`, args...)
		if err != nil {
			return err
		}
		totals.Vehicles, err = store.One[int64](tx, `SELECT count(DISTINCT x.vehicle_id) FROM `+from, args...)
		return err
	})
	for _, n := range totals.ByType {
		totals.Faults += n.Faults
	}
	for i := range list {
		if err == nil && len(list[i].Raw) > 0 {
			err = json.Unmarshal(list[i].Raw, &list[i].Context)
		}
	}
	if err != nil {
		return nil, FaultTotals{}, fmt.Errorf("list faults: %w", err)
	}
	return list, totals, nil
}
