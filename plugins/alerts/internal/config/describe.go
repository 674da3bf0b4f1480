package config

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// describe writes down the configuration of vehicles that the caller of ctx sees.
func (s *Store) describe(ctx context.Context, vehicles []replica.Vehicle) (list []VehicleConfig, err error) {
	org := web.Caller(ctx).OrgID
	kinds, err := s.kinds(ctx, org)
	if err != nil {
		return nil, err
	}
	language := texts.Of(web.Caller(ctx).Locale)
	ids := make([]string, len(vehicles))
	for i, v := range vehicles {
		ids[i] = v.ID
	}
	err = s.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		chosen, err := of(tx, org, ids...)
		if err != nil {
			return err
		}
		devices, order, err := devicesOf(tx, org, ids)
		if err != nil {
			return err
		}
		settings, err := s.uploads.Describe(tx, org, order, devices)
		if err != nil {
			return err
		}
		byVehicle := map[string][]upload.DeviceSettings{}
		for _, one := range settings {
			byVehicle[one.VehicleID] = append(byVehicle[one.VehicleID], one)
		}
		list = make([]VehicleConfig, len(vehicles))
		for i, v := range vehicles {
			list[i] = VehicleConfig{VehicleID: v.ID, VehicleName: v.Name, Alerts: entries(kinds, language, chosen[v.ID]), Upload: []upload.DeviceSettings{}}
			if own := byVehicle[v.ID]; len(own) > 0 {
				list[i].DeviceID, list[i].Upload = own[0].DeviceID, own
			}
		}
		return nil
	})
	return list, err
}

// devicesOf finds the devices that are on vehicles now, each vehicle's default one first.
func devicesOf(tx *gorm.DB, orgID string, vehicles []string) (vehicleOf map[string]string, order []string, err error) {
	rows, err := store.Rows[struct{ ID, VehicleID string }](tx, `SELECT id, vehicle_id FROM alerts.fleet_device WHERE org_id = ? AND vehicle_id = ANY(?) AND NOT deleted
		ORDER BY (SELECT bool_or((a->>'default')::boolean AND coalesce((a->>'to_ms')::bigint, 0) = 0) FROM jsonb_array_elements(assignments) a) DESC NULLS LAST, id`,
		orgID, &vehicles)
	vehicleOf = map[string]string{}
	for _, r := range rows {
		vehicleOf[r.ID], order = r.VehicleID, append(order, r.ID)
	}
	return vehicleOf, order, err
}

// entries are all kinds with what was chosen, each input for itself.
func entries(kinds []Kind, language string, chosen []Choice) (list []Entry) {
	add := func(kind Kind, pin int) {
		e := Entry{AlertType: kind.Name, Label: kind.Label.In(language), Icon: kind.Icon, Pin: pin, Enabled: !kind.Off, Threshold: kind.Default, Default: kind.Default, Unit: kind.Unit}
		if pin > 0 {
			e.PinName = alert.NameOfPin(pin)
		}
		for _, c := range chosen {
			if c.Type != kind.Name || c.Pin != pin {
				continue
			}
			e.Enabled = c.Enabled
			if c.Threshold != nil {
				e.Threshold = c.Threshold
			}
			if c.PinName != "" {
				e.PinName = c.PinName
			}
		}
		list = append(list, e)
	}
	for _, kind := range kinds {
		if kind.Name != Input {
			add(kind, 0)
			continue
		}
		for pin := 1; pin <= upload.Inputs; pin++ {
			add(kind, pin)
		}
	}
	return list
}
