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
	mostDescribed = 20_000
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
	}](tx, `SELECT device_id, vehicle_id, span_ms, data FROM vehicles.packed WHERE org_id = ? AND reach IS NULL LIMIT ? FOR UPDATE SKIP LOCKED`, orgID, perDescribing)
	if err != nil {
		return 0, err
	}
	for _, f := range found {
		reach := []byte{} // what cannot be read is asked about again by whoever needs it
		if list, err := history.Unpack(f.Data, f.DeviceID); err == nil {
			reach = history.ReachOf(list).Bytes()
		}
		_, err := store.Exec(tx, `UPDATE vehicles.packed SET reach = ? WHERE org_id = ? AND device_id = ? AND span_ms = ? AND vehicle_id = ?`, reach, orgID, f.DeviceID, f.SpanMs, f.VehicleID)
		if err != nil {
			return 0, err
		}
	}
	return len(found), nil
}
