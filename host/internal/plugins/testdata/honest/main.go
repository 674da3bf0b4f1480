// Command honest is a plugin as its authors write them: with the SDK.
package main

import (
	"context"
	_ "embed"
	"time"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() { plugin.Serve(manifest, start) }

func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	env.Log.Info("the honest plugin starts")
	router := web.NewRouter("Honest", env.Manifest.Version)
	a := &api{host: env.Host}
	web.Handle(router, "GET /honest/slow", web.Public("a test"), a.slow)
	web.Handle(router, "GET /honest/organisations", web.Public("a test"), a.organisations)
	web.Handle(router, "GET /honest/panic", web.Public("a test"), a.panic)
	web.Handle(router, "GET /org/{orgId}/honest", web.Needs("beHonest"), a.whoever)
	return router, nil
}

type api struct{ host plugin.Host }

type nothing struct{}

type inOrg struct {
	OrgID string `path:"orgId"`
}

type said struct {
	Body struct {
		Said string `json:"said"`
	}
}

func say(text string) *said {
	answer := &said{}
	answer.Body.Said = text
	return answer
}

func (a *api) slow(ctx context.Context, _ *nothing) (*said, error) {
	timer := time.NewTimer(2 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return say("slow"), nil
}

func (a *api) organisations(ctx context.Context, _ *nothing) (*said, error) {
	all, err := a.host.Organisations(ctx)
	if err != nil {
		return nil, err
	}
	return say(all[0].ID), nil
}

func (a *api) panic(context.Context, *nothing) (*said, error) { panic("on demand") }

func (a *api) whoever(ctx context.Context, _ *inOrg) (*said, error) {
	return say(web.Caller(ctx).Email), nil
}
