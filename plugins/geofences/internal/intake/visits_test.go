package intake_test

import (
	"fmt"
	"testing"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// TestVisits_InSight counts and lists the visits that callers see: where little is out of sight, and where it is more than is named.
func TestVisits_InSight(t *testing.T) {
	s := newSite(t)
	s.Create(admin, yard)
	s.Create(fencetest.Caller("0190c1a0-0000-7000-8000-00000000000c", "/demo/south/"), yard)
	for _, device := range []string{"d1", "d2"} {
		s.tell(device, fix(0, inside, 40), fix(10, inside, 40), fix(20, inside, 40))
	}
	south, north := fencetest.Caller("0190c1a0-0000-7000-8000-00000000000d", "/demo/south/"), fencetest.Caller("0190c1a0-0000-7000-8000-00000000000e", "/demo/north/")
	all := web.CallerInfo{UserID: "u", OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{All: true}, Permissions: admin.Permissions}
	check := func(when string) {
		t.Helper()
		for _, one := range []struct {
			name, query string
			as          web.CallerInfo
			want        int
		}{
			{"everything", "", admin, 3},
			{"everything, without a group", "", all, 3},
			{"in order of names", "?sort=vehicle", admin, 3},
			{"by a word", "?q=v-south", admin, 2},
			{"of a vehicle", "?filter=vehicle_id:eq:v-north", admin, 1},
			{"a part", "", south, 1},
			{"another part", "", north, 0},
			{"a part, by a word", "?q=yard", south, 1},
		} {
			webtest.Scenario{Name: when + one.name, As: one.as, Request: "GET /api/org/demo/geofences/visits" + one.query, WantStatus: 200, WantBody: []string{fmt.Sprintf(`"total_records":%d`, one.want)}}.Run(t, s.Router)
		}
	}
	check("")
	err := s.DB.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `INSERT INTO geofences.fleet_vehicle SELECT (jsonb_populate_record(v, jsonb_build_object('id', 'gone' || n, 'deleted', true))).* FROM geofences.fleet_vehicle v, generate_series(1, 501) n WHERE v.id = 'v-north'`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	check("with many deleted vehicles: ")
}
