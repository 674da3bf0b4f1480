package operationstest_test

import (
	"testing"

	"outrider.dev/sdk/web/webtest"
)

func TestTree(t *testing.T) {
	w := newWorld(t)
	const ask = "GET /api/org/demo/vehicles/tree"
	w.run(t, []webtest.Scenario{
		{Name: "of the organisation", As: viewer, Request: ask, WantStatus: 200, WantBody: []string{
			`"vehicle_name":"hgv-1"`, `"vehicle_name":"van-1"`,
		}},
		{Name: "begins at one's own group", As: manager, Request: ask, WantStatus: 200, WantBody: []string{
			`{"id":"north","metadata":{"label":"North"},"nodes":[],"vehicleArray":[{"id":"hgv-1","vehicle_name":"hgv-1","vehicle_type":`,
		}, NotBody: []string{"van-1"}},
		{Name: "of who sees single vehicles only", As: aDriver, Request: ask, WantStatus: 200, WantBody: []string{
			`{"id":"demo","metadata":{"label":`, `"nodes":[],"vehicleArray":[{"id":"hgv-1"`,
		}, NotBody: []string{"van-1"}},
		{Name: "without the permission", As: nobody, Request: ask, WantStatus: 403},
		{Name: "a guest", Request: ask, WantStatus: 401},
	})
}
