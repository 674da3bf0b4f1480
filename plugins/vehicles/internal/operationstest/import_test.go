package operationstest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/web/webtest"
)

const importing = "POST /api/org/demo/vehicles/import"

// file is the body of an import.
func file(t *testing.T, content string, preview bool) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"file": []byte(content), "name": "fleet.csv", "preview": preview})
	must(t, err)
	return string(body)
}

// imported is what an import answers.
type imported struct {
	ImportID string `json:"import_id"`
	Rows     int    `json:"rows"`
	Good     int    `json:"good"`
	Wrong    int    `json:"wrong"`
	Devices  int    `json:"devices"`
	More     bool   `json:"more"`
	Keys     []struct {
		DeviceID string `json:"device_id"`
		Key      string `json:"key"`
	} `json:"keys"`
}

// take imports a file as the administrator.
func (w *world) take(t *testing.T, content string) (out imported) {
	t.Helper()
	answer := webtest.Do(t, w.Router, admin, importing, file(t, content, false), nil)
	if answer.Code != http.StatusOK {
		t.Fatalf("import: %d %s", answer.Code, answer.Body)
	}
	must(t, json.Unmarshal(answer.Body.Bytes(), &out))
	return out
}

// count is how many vehicles and devices the organisation has.
func (w *world) count(t *testing.T) string {
	t.Helper()
	var list struct {
		Total int `json:"total_records"`
	}
	must(t, json.Unmarshal(webtest.Do(t, w.Router, admin, "GET /api/org/demo/vehicles?page_size=1", "", nil).Body.Bytes(), &list))
	devices, err := w.store.Devices(t.Context(), "demo", scope.Everything)
	must(t, err)
	return fmt.Sprintf("%d vehicles, %d devices", list.Total, len(devices))
}

func TestImport_whoMay(t *testing.T) {
	w := newWorld(t)
	plain, fitted := file(t, "name,type\na,car\n", true), file(t, "name,type,device id\na,car,new-1\n", true)
	creator := caller("/demo/", "createVehicle")
	w.run(t, []webtest.Scenario{
		{Name: "a preview", As: creator, Request: importing, Body: plain, WantStatus: 200, WantBody: []string{`"good":1`, `"group":"Demo"`}, NotBody: []string{"import_id"}},
		{Name: "with devices, who may make none", As: creator, Request: importing, Body: fitted, WantStatus: 403},
		{Name: "who may make devices alone", As: caller("/demo/", "createDevice"), Request: importing, Body: plain, WantStatus: 403},
		{Name: "without any permission", As: nobody, Request: importing, Body: plain, WantStatus: 403},
		{Name: "a guest", Request: importing, Body: plain, WantStatus: 401},
		{Name: "what is no table", As: admin, Request: importing, Body: file(t, "hello", false), WantStatus: 422, WantBody: []string{"the first row must name the columns"}},
		{Name: "a group out of scope", As: manager, Request: importing, Body: file(t, "name,type,group\na,car,South\n", false), WantStatus: 200, WantBody: []string{`"problem":"group"`, `"good":0`}},
		{Name: "none yet", As: creator, Request: "GET /api/org/demo/vehicles/imports", WantStatus: 200, WantBody: []string{`"imports":[]`}},
		{Name: "the list without the permission", As: viewer, Request: "GET /api/org/demo/vehicles/imports", WantStatus: 403},
	})
	if got := w.count(t); got != "2 vehicles, 3 devices" {
		t.Errorf("nothing was taken, and there are %s", got)
	}
}

func TestImport_isTakenAndTakenBack(t *testing.T) {
	w := newWorld(t)
	out := w.take(t, "name,type,group,key,device id,device model\nHGV-1,truck,North,K1,new-1,D700\nVan 2,van,South,K2,spare,\nbad,tank,,K3,,\nCar 3,car,,,,\n")
	if out.Good != 3 || out.Wrong != 1 || out.Devices != 1 || len(out.Keys) != 1 || out.Keys[0].DeviceID != "new-1" || len(out.Keys[0].Key) != 64 {
		t.Fatalf("= %+v", out)
	}
	if got := w.count(t); got != "5 vehicles, 4 devices" {
		t.Errorf("after the import: %s", got)
	}
	w.now = w.now.Add(time.Minute)
	undo := "DELETE /api/org/demo/vehicles/imports/" + out.ImportID
	w.run(t, []webtest.Scenario{
		{Name: "the vehicle has its device", As: admin, Request: "GET /api/org/demo/vehicles?q=HGV-1&page_size=1", WantStatus: 200, WantBody: []string{`{"device_id":"new-1","is_defaultdevice":true}`, `"key":"K1"`}},
		{Name: "the list", As: admin, Request: "GET /api/org/demo/vehicles/imports", WantStatus: 200, WantBody: []string{`"file":"fleet.csv"`, `"vehicles":3,"devices":1,"undone_at":null`}},
		{Name: "the list of who sees a part of it", As: manager, Request: "GET /api/org/demo/vehicles/imports", WantStatus: 200, WantBody: []string{`"imports":[]`}},
		{Name: "another organisation's list", As: rival, Request: "GET /api/org/rival/vehicles/imports", WantStatus: 200, WantBody: []string{`"imports":[]`}},
		{Name: "back, without the permission", As: viewer, Request: undo, WantStatus: 403},
		{Name: "back, by who sees a part of it", As: manager, Request: undo, WantStatus: 404},
		{Name: "back, by another organisation", As: rival, Request: strings.Replace(undo, "demo", "rival", 1), WantStatus: 404},
		{Name: "back", As: admin, Request: undo, WantStatus: 200, WantBody: []string{`"vehicles":3`}},
		{Name: "back again", As: admin, Request: undo, WantStatus: 409},
		{Name: "the list of who saw a part of it", As: manager, Request: "GET /api/org/demo/vehicles/imports", WantStatus: 200, WantBody: []string{`"imports":[]`}},
		{Name: "one that is not there", As: admin, Request: "DELETE /api/org/demo/vehicles/imports/none", WantStatus: 404},
		{Name: "the spare device is spare again", As: admin, Request: "GET /api/org/demo/devices", WantStatus: 200, WantBody: []string{`"device_id":"spare"`}, NotBody: []string{"new-1"}},
	})
	if got := w.count(t); got != "2 vehicles, 3 devices" {
		t.Errorf("after it was taken back: %s", got)
	}
	w.take(t, "name,type,group\nVan 9,van,North\n")
	w.run(t, []webtest.Scenario{
		{Name: "the list of who sees all of one", As: manager, Request: "GET /api/org/demo/vehicles/imports", WantStatus: 200, WantBody: []string{`"vehicles":1,"devices":0`}, NotBody: []string{`"vehicles":3`}},
		{Name: "the list of who sees nothing", As: caller("/demo/south/", "createVehicle"), Request: "GET /api/org/demo/vehicles/imports", WantStatus: 200, WantBody: []string{`"imports":[]`}},
	})
	if again := w.take(t, "name,type,key,device id\nHGV-1,truck,K1,new-1\n"); again.Good != 1 || len(again.Keys) != 1 {
		t.Errorf("the same once more = %+v", again)
	}
}

// TestImport_large: 50,000 rows of which every tenth is wrong, taken in one piece.
func TestImport_large(t *testing.T) {
	w := newWorld(t)
	var content strings.Builder
	content.WriteString("Name;Typ;Kennzeichen;Baujahr;Geräte-ID\r\n")
	for i := range 50_000 {
		kind, deviceID := "Lkw", ""
		if i%10 == 9 {
			kind = "Panzer"
		}
		if i%25 == 0 {
			deviceID = fmt.Sprintf("bulk-%d", i)
		}
		fmt.Fprintf(&content, "Lkw %d;%s;K %d;2021;%s\r\n", i, kind, i, deviceID)
	}
	out := w.take(t, content.String())
	if out.Rows != 50_000 || out.Good != 45_000 || out.Wrong != 5_000 || out.Devices != 2_000 || len(out.Keys) != 2_000 || out.More {
		t.Errorf("= %d rows, %d good, %d wrong, %d devices, %d keys", out.Rows, out.Good, out.Wrong, out.Devices, len(out.Keys))
	}
	if got := w.count(t); got != "45002 vehicles, 2003 devices" {
		t.Errorf("after the import: %s", got)
	}
}
