package main

import (
	"testing"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/fleetstatus"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/importer"
	"outrider.dev/outrider/plugins/vehicles/internal/moment"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/reading"
	"outrider.dev/outrider/plugins/vehicles/internal/replica"
	"outrider.dev/outrider/plugins/vehicles/internal/report"
	"outrider.dev/outrider/plugins/vehicles/internal/retention"
	"outrider.dev/outrider/plugins/vehicles/internal/sample"
	"outrider.dev/outrider/plugins/vehicles/internal/track"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	sdkmanifest "outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	own, err := sdkmanifest.Parse(manifest)
	if err != nil {
		t.Fatalf("read the manifest: %v", err)
	}
	webtest.Document(t, ".", func(r *web.Router) {
		vehicle.NewAPI(nil, nil, nil, nil).Register(r)
		group.NewAPI(nil).Register(r)
		vehicle.NewTreeAPI(nil, nil).Register(r)
		device.NewAPI(nil, nil, nil, nil, nil).Register(r)
		importer.NewAPI(nil, nil, nil).Register(r)
		driver.NewAPI(nil, nil, nil, nil).Register(r)
		presence.NewAPI(nil, nil).Register(r)
		fleetstatus.NewAPI(nil, nil, nil).Register(r)
		sample.NewAPI(nil, nil).Register(r)
		reading.NewAPI(nil, nil).Register(r)
		trip.NewAPI(nil, nil, nil, nil, nil).Register(r)
		track.NewAPI(nil, nil, own, nil).Register(r)
		moment.NewAPI(nil, nil, nil).Register(r)
		report.New(nil, nil, nil, nil, nil).Register(r, own)
		replica.NewAPI(nil).Register(r)
		retention.NewAPI(nil).Register(r)
	})
}
