// Command called is a plugin with two operations, written as plugins are.
package main

import (
	"context"
	_ "embed"
	"strconv"

	"outrider.dev/outrider/bench/answer"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() { plugin.Serve(manifest, start) }

func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	web.Handle(r, "GET /org/{orgId}/list/{kib}", web.Needs("viewVehicle"), list)
	web.Handle(r, "GET /org/{orgId}/bytes", web.Needs("viewVehicle"), bytes)
	return r, nil
}

type input struct {
	OrgID string `path:"orgId"`
	KiB   int    `path:"kib" minimum:"1" maximum:"1024"`
}

type output struct{ Body answer.List }

func list(_ context.Context, in *input) (*output, error) { return &output{answer.Of(in.KiB)}, nil }

type inOrg struct {
	OrgID string `path:"orgId"`
}

type ready struct {
	ContentType   string `header:"Content-Type"`
	ContentLength string `header:"Content-Length"`
	Body          []byte
}

func bytes(context.Context, *inOrg) (*ready, error) {
	return &ready{"application/json", strconv.Itoa(len(answer.Ready())), answer.Ready()}, nil
}
