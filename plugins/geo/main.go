// Command geo is the plugin that names places and time zones. It only wires the pieces together; every rule lives in the
// packages below internal/.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"time"
	_ "time/tzdata" // zones are checked against it; a slim machine has none

	"outrider.dev/outrider/plugins/geo/internal/naming"
	"outrider.dev/outrider/plugins/geo/internal/nominatim"
	"outrider.dev/outrider/plugins/geo/internal/place"
	"outrider.dev/outrider/plugins/geo/internal/zone"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() {
	plugin.Serve(manifest, start)
}

func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	var streets naming.Streets
	if address := env.Settings["nominatim_url"]; address != "" {
		client, err := nominatim.New(address)
		if err != nil {
			return nil, fmt.Errorf("setting plugins.geo.nominatim_url: %w", err)
		}
		streets = client
	}
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	naming.New(place.Packaged(), zone.Packaged(), streets, env.Log, time.Now).Register(r)
	return r, nil
}
