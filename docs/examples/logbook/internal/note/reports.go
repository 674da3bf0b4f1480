package note

import (
	"context"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// report streams the notes of a range, of the vehicles and groups that are asked for and that the caller sees. The manifest says what the columns are.
func (n *Notes) report(ctx context.Context, q rows.Query, out *rows.Writer) error {
	seen, args := n.fleet.Seen("n.vehicle_id", web.Caller(ctx))
	return n.rows.each(ctx, q, seen, args, func(one Note) error { return out.Add(one.At, one.VehicleID, one.Text, one.Author) })
}

// track streams the notes of one vehicle beside its track.
func (n *Notes) track(ctx context.Context, q rows.Query, out *rows.Writer) error {
	seen, args := n.fleet.Seen("n.vehicle_id", web.Caller(ctx))
	return n.rows.each(ctx, q, seen, args, func(one Note) error { return out.Add(one.At, one.Text, one.Author) })
}

type vehicleInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
}

type vehicleOutput struct {
	Body struct {
		Values map[string]any `json:"values"`
	}
}

// ofVehicle is what a vehicle's panel shows of its notes.
func (n *Notes) ofVehicle(ctx context.Context, in *vehicleInput) (*vehicleOutput, error) {
	vehicle, err := n.fleet.Vehicle(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	count, newest, err := n.rows.ofVehicle(ctx, vehicle.ID)
	if err != nil {
		return nil, err
	}
	out := &vehicleOutput{}
	out.Body.Values = map[string]any{"notes": count}
	if newest != nil {
		out.Body.Values["newest"] = newest.At
		out.Body.Values["note"] = newest.Text
	}
	return out, nil
}

// each reads the notes of a query one after the other. seen is a condition on n.vehicle_id: what the caller may see.
func (r noteRows) each(ctx context.Context, q rows.Query, seen string, args []any, do func(Note) error) error {
	return r.db.Read(ctx, func(tx *gorm.DB) error {
		about := tx.Table("note AS n").Joins("JOIN fleet_vehicle v ON v.org_id = n.org_id AND v.id = n.vehicle_id AND NOT v.deleted").
			Select("n.id", "n.vehicle_id", "v.name AS vehicle_name", "n.text", "n.author", "n.at").
			Where(seen, args...).Where("n.at >= ? AND n.at < ?", q.From, q.To).Order("n.at DESC, n.id")
		if len(q.VehicleIDs) > 0 {
			about = about.Where("n.vehicle_id IN ?", q.VehicleIDs)
		}
		if len(q.GroupIDs) > 0 {
			about = about.Where(`EXISTS (SELECT FROM fleet_group g JOIN fleet_group top ON top.org_id = g.org_id AND starts_with(g.path, top.path)
				WHERE g.org_id = v.org_id AND g.id = v.group_id AND top.id IN ?)`, q.GroupIDs)
		}
		found, err := about.Rows()
		if err != nil {
			return err
		}
		defer found.Close()
		for found.Next() {
			var one Note
			if err := tx.ScanRows(found, &one); err != nil {
				return err
			}
			if err := do(one); err != nil {
				return err
			}
		}
		return found.Err()
	})
}

// ofVehicle counts the notes about a vehicle, and finds the newest; nil for none.
func (r noteRows) ofVehicle(ctx context.Context, vehicleID string) (count int64, newest *Note, err error) {
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		newest = nil
		var found []Note
		if err := tx.Table("note").Where("vehicle_id = ?", vehicleID).Count(&count).Error; err != nil {
			return err
		}
		if err := tx.Table("note").Where("vehicle_id = ?", vehicleID).Order("at DESC, id").Limit(1).Scan(&found).Error; err != nil {
			return err
		}
		if len(found) > 0 {
			newest = &found[0]
			newest.At = newest.At.Truncate(time.Millisecond)
		}
		return nil
	})
	return count, newest, err
}
