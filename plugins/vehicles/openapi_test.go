package main

import (
	"encoding/json"
	"testing"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/fleetstatus"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/replica"
	"outrider.dev/outrider/plugins/vehicles/internal/sample"
	"outrider.dev/outrider/plugins/vehicles/internal/track"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	sdkmanifest "outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// declared is the plugin's manifest.
func declared(t *testing.T) (m sdkmanifest.Manifest) {
	t.Helper()
	if err := json.Unmarshal(manifest, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) {
		vehicle.NewAPI(nil, nil, nil, nil).Register(r)
		group.NewAPI(nil).Register(r)
		device.NewAPI(nil, nil, nil, nil).Register(r)
		driver.NewAPI(nil, nil, nil, nil).Register(r)
		presence.NewAPI(nil, nil).Register(r)
		fleetstatus.NewAPI(nil, nil, nil).Register(r)
		sample.NewAPI(nil, nil).Register(r)
		trip.NewAPI(nil, nil, nil, nil, nil).Register(r)
		track.NewAPI(nil, nil, declared(t), nil).Register(r)
		replica.NewAPI(nil).Register(r)
	})
}
