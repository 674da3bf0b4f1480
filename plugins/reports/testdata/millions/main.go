// Command millions is a plugin whose report has as many rows as its filter says, for measuring.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() { plugin.Serve(manifest, start) }

func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	rows.Handle(r, env.Manifest, "POST /org/{orgId}/millions/report", web.Needs("viewMillions"), report)
	return r, nil
}

func report(_ context.Context, q rows.Query, out *rows.Writer) error {
	count, _ := q.Filters["count"].(float64)
	for n := range int(count) {
		at := q.From.Add(time.Duration(n) * time.Second)
		if err := out.Add(at, fmt.Sprintf("HGV-%03d", n%1000), n%24, float64(n%100_000)*1.5, n%7200, fmt.Sprintf("Depot %d, gate %d", n%40, n%7)); err != nil {
			return err
		}
	}
	return nil
}
