// Command logbook is a plugin that keeps notes about vehicles. It only wires the pieces together: notes.go says what can be done with a
// note, and rows.go how notes are kept.
package main

import (
	"context"
	_ "embed"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() { plugin.Serve(manifest, start) }

// start wires; nothing is connected yet, and work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	n := &notes{rows: noteRows{env.Store}, fleet: replica.Follow(env), pusher: env.Events, now: time.Now}
	events.Consume(env.Events, "event.identity.user", n.authorChanged)

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	web.Handle(r, "GET /org/{orgId}/logbook/notes", web.Needs("viewLogbook"), n.list, web.Lists(listed))
	web.Handle(r, "POST /org/{orgId}/logbook/notes", web.Needs("writeLogbook"), n.write, web.IDs("body.vehicle_id", "vehicle"))
	rows.Handle(r, env.Manifest, "POST /org/{orgId}/logbook/report", web.Needs("viewLogbook"), n.report)
	rows.Handle(r, env.Manifest, "POST /org/{orgId}/logbook/track", web.Needs("viewLogbook"), n.track)
	web.Handle(r, "GET /org/{orgId}/logbook/vehicles/{id}", web.Needs("viewLogbook"), n.ofVehicle, web.IDs("id", "vehicle"))
	web.Handle(r, "DELETE /org/{orgId}/logbook/notes/{id}", web.Needs("writeLogbook"), n.remove, web.IDs("id", "note"))
	return r, nil
}
