package sample

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// perDescribing is how many spans one transaction describes, mostDescribed how many one turn: those that were packed before anybody described them.
const (
	perDescribing = 100
	mostDescribed = 5000
)

// Describe writes where spans were that nobody has looked at yet, and says how many.
func (p *Packer) Describe(ctx context.Context, orgID string) (described int, err error) {
	for described < mostDescribed {
		n := 0
		err := p.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
			n, err = describeSome(tx, orgID)
			return err
		})
		if err != nil {
			return described, fmt.Errorf("describe packed samples of %s: %w", orgID, err)
		}
		if described += n; n < perDescribing {
			break
		}
	}
	return described, nil
}

func describeSome(tx *gorm.DB, orgID string) (int, error) {
	found, err := store.Rows[struct {
		DeviceID, VehicleID string
		SpanMs              int64
		Data                []byte
	}](tx, `SELECT device_id, vehicle_id, span_ms, data FROM vehicles.packed WHERE org_id = ? AND cells IS NULL LIMIT ? FOR UPDATE SKIP LOCKED`, orgID, perDescribing)
	if err != nil {
		return 0, err
	}
	for _, f := range found {
		reach := history.Reach{Cells: []int32{history.Anywhere}} // what cannot be read is asked about again by whoever needs it
		if list, err := history.Unpack(f.Data, f.DeviceID); err == nil {
			reach = history.ReachOf(list)
		}
		first, last := places(reach)
		_, err := store.Exec(tx, `UPDATE vehicles.packed SET cells = ?, first_lat = ?, first_lng = ?, last_lat = ?, last_lng = ? WHERE org_id = ? AND device_id = ? AND span_ms = ? AND vehicle_id = ?`,
			store.List(reach.Cells), first.lat, first.lng, last.lat, last.lng, orgID, f.DeviceID, f.SpanMs, f.VehicleID)
		if err != nil {
			return 0, err
		}
	}
	return len(found), nil
}

// place is one as its columns are, NULL for none.
type place struct{ lat, lng *float64 }

func places(r history.Reach) (first, last place) {
	if r.First == nil {
		return place{}, place{}
	}
	return place{&r.First.Lat, &r.First.Lng}, place{&r.Last.Lat, &r.Last.Lng}
}
