package fence_test

import (
	"fmt"
	"testing"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/sdk/web/webtest"
)

// TestList_PagesInOrder has pages keep the order that is asked for, each with the vehicles of its geofences.
func TestList_PagesInOrder(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	for i := range 5 {
		more := `,"vehicle_ids":["v-north"]`
		if i == 3 {
			more = `,"vehicle_ids":["v-north","v-south"]`
		}
		w.Create(admin, body(fmt.Sprintf("Yard %d", i), circle, more))
	}
	const list = "GET /api/org/demo/geofences?page_size=2&sort="
	for _, s := range []webtest.Scenario{
		{Name: "up", Request: list + "name&page_num=2", WantBody: []string{`"name":"Yard 2"`, `"name":"Yard 3"`, `"vehicle_count":2`, `"total_records":5`, `"page_count":3`}, NotBody: []string{"Yard 1", "Yard 4"}},
		{Name: "down, the last", Request: list + "-name&page_num=3", WantBody: []string{`"geofences":[{`, `"name":"Yard 0"`, `"vehicle_count":1`}, NotBody: []string{"Yard 1"}},
		{Name: "by words, the second", Request: list + "name&page_num=2&q=yard", WantBody: []string{`"name":"Yard 2"`, `"name":"Yard 3"`, `"vehicle_count":2`, `"total_records":5`, `"page_count":3`}, NotBody: []string{"Yard 1", "Yard 4"}},
		{Name: "by words, down, the last", Request: list + "-name&page_num=3&q=yard", WantBody: []string{`"name":"Yard 0"`, `"total_records":5`}, NotBody: []string{"Yard 1"}},
		{Name: "by words, beyond the last", Request: list + "name&page_num=9&q=yard", WantBody: []string{`"geofences":[]`, `"total_records":5`}},
		{Name: "by a word that is nowhere", Request: list + "name&q=works", WantBody: []string{`"geofences":[]`, `"total_records":0`}},
		{Name: "beyond the last", Request: list + "name&page_num=9", WantBody: []string{`"geofences":[]`, `"total_records":5`}},
	} {
		s.As, s.WantStatus = admin, 200
		s.Run(t, w.Router)
	}
}
