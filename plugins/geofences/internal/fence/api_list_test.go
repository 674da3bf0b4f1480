package fence_test

import (
	"fmt"
	"net/url"
	"testing"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/sdk/web"
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

// TestList_FindsWords searches after geofences were changed and deleted, and signs that mean something to a database are signs.
func TestList_FindsWords(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	north := w.Create(fencetest.Caller("0190c1a0-0000-7000-8000-00000000000b", "/demo/north/"), body("Höhe 50%_ Yard", circle, `,"description":"Gate of the WEST side"`))
	gone := w.Create(admin, body("Old yard", circle, ""))
	find := func(name string, as web.CallerInfo, words string, want ...string) {
		t.Helper()
		s := webtest.Scenario{Name: name, As: as, Request: "GET /api/org/demo/geofences?q=" + url.QueryEscape(words), WantStatus: 200, WantBody: []string{fmt.Sprintf(`"total_records":%d`, len(want))}}
		for _, one := range want {
			s.WantBody = append(s.WantBody, `"name":"`+one+`"`)
		}
		s.Run(t, w.Router)
	}
	south := fencetest.Caller("0190c1a0-0000-7000-8000-00000000000c", "/demo/south/")
	find("one word", admin, "yard", "Höhe 50%_ Yard", "Old yard")
	find("a word of the name and one of the description", admin, "HÖHE west", "Höhe 50%_ Yard")
	find("signs", admin, "0%_", "Höhe 50%_ Yard")
	find("signs that nothing has", admin, "5_%")
	find("over the end of the name", admin, "yardgate")
	find("out of sight", south, "yard")
	webtest.Scenario{Name: "deleted", As: admin, Request: "DELETE /api/org/demo/geofences/" + gone, WantStatus: 204}.Run(t, w.Router)
	webtest.Scenario{Name: "named anew", As: admin, Request: "PUT /api/org/demo/geofences/" + north, Body: `{"name":"Works"}`, WantStatus: 200}.Run(t, w.Router)
	find("after it is gone", admin, "yard")
	find("the new name", admin, "works", "Works")
}
