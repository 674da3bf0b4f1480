package edge_test

import (
	"context"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/web"
)

// What reads by POST is no change: the audit log has no record of it, and who sees the portal as somebody else may do it.
func TestOwnOf_KeepsThatAnOperationReadsOnly(t *testing.T) {
	r := web.NewRouter("Host", "0.1.0")
	answer := func(context.Context, *struct{}) (*struct{}, error) { return nil, nil }
	web.Handle(r, "POST /permissions/actions", web.Needs("viewVehicle"), answer, web.ReadsOnly(), web.Summary("Reads"))
	web.Handle(r, "POST /permissions/grant", web.Needs("viewVehicle"), answer, web.Summary("Changes"))
	own, _, err := edge.OwnOf(r)
	if err != nil {
		t.Fatal(err)
	}
	reads := map[string]bool{}
	for _, o := range own {
		reads[o.Template] = o.ReadsOnly
	}
	if !reads["/api/permissions/actions"] || reads["/api/permissions/grant"] || len(reads) != 2 {
		t.Errorf("read only: %v", reads)
	}
}
