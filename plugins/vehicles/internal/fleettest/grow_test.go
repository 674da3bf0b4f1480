package fleettest_test

import (
	"fmt"

	"gorm.io/gorm"
)

// grow adds ten organisations o0 to o9, each with days and drives of sixty vehicles, 2,000 vehicles with a device and presence, and a million milliseconds of
// samples of a hundred devices today and yesterday.
func (f *fixture) grow() {
	f.t.Helper()
	for n := range 10 {
		org := fmt.Sprintf("o%d", n)
		must(f.t, f.db.InOrg(f.t.Context(), org, func(tx *gorm.DB) error {
			for _, statement := range []string{
				`INSERT INTO vehicles.group_path (org_id, id, label, path, sequence) SELECT @org, 'g' || g, 'G', CASE WHEN g = 1 THEN '/demo/south/' ELSE '/demo/north/' || g || '/' END, 1 FROM generate_series(1, 40) g`,
				`INSERT INTO vehicles.vehicle (org_id, id, name, group_id) SELECT @org, 'v' || v, 'V' || v, 'g' || (1 + v % 40) FROM generate_series(1, 2000) v`,
				`INSERT INTO vehicles.device (org_id, device_id, key_sha256, faults) SELECT @org, @org || '-d' || d, repeat('0', 64),
					CASE WHEN d % 50 = 0 THEN '[{"type":"gps"}]'::jsonb ELSE '[]' END FROM generate_series(1, 2000) d`,
				`INSERT INTO vehicles.assignment (org_id, device_id, device_number, vehicle_id, from_ms, is_default)
					SELECT @org, device_id, number, 'v' || split_part(device_id, '-d', 2), 0, true FROM vehicles.device WHERE org_id = @org`,
				`INSERT INTO vehicles.presence (org_id, device_id, received_ms) SELECT @org, @org || '-d' || d, CAST(@now AS bigint) - d * 1000 FROM generate_series(1, 2000) d`,
				`INSERT INTO vehicles.sample (org_id, device_id, vehicle_id, time_ms, received_ms)
					SELECT @org, @org || '-d' || d, 'v' || d, CAST(@now AS bigint) - s * 10000, 0 FROM generate_series(1, 100) d, generate_series(1, 100) s`,
				`INSERT INTO vehicles.sample (org_id, device_id, vehicle_id, time_ms, received_ms)
					SELECT @org, @org || '-d' || d, 'v' || d, (CAST(@now AS bigint) / 86400000 - 1) * 86400000 + s * 10000, 0 FROM generate_series(1, 100) d, generate_series(1, 100) s
					ON CONFLICT DO NOTHING`,
				`INSERT INTO vehicles.vehicle_day (org_id, vehicle_id, day, did) SELECT @org, 'v' || v, CURRENT_DATE - d, 1 FROM generate_series(1, 60) v, generate_series(0, 199) d`,
				`INSERT INTO vehicles.driver_assignment (org_id, vehicle_id, driver_id, driver_name, from_ms, to_ms)
					SELECT @org, 'v' || v, 'u' || v, 'U', CAST(@now AS bigint) - n * 86400000::bigint, CAST(@now AS bigint) - n * 86400000::bigint + 3600000
					FROM generate_series(1, 60) v, generate_series(1, 60) n`,
			} {
				if err := tx.Exec(statement, map[string]any{"org": org, "now": f.now.UnixMilli()}).Error; err != nil {
					return err
				}
			}
			return nil
		}))
	}
	must(f.t, f.asOwner(`ANALYZE`))
}
