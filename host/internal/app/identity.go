package app

import (
	"context"
	"os"
	"strconv"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity/session"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// identityParts are who people are and what they may do.
type identityParts struct {
	keys          *session.Keys
	access        *access.Service
	directory     callbacks.Directory
	server        pluginv1.IdentityServer
	organisations edge.Organisations
}

// startIdentity begins to keep decisions, Keto and the other hosts in step.
func (h *host) startIdentity(ctx context.Context) error {
	h.onStop(h.background.stop)
	name, err := os.Hostname()
	if err != nil {
		return err
	}
	h.identity.keys = session.NewKeys(h.database.Pool(), time.Now)
	h.identity.access = access.New(access.Config{
		Pool: h.database.Pool(), Keto: h.keto, NATS: h.nats, Verifier: h.identity.keys, Log: h.Log, Metrics: h.registry,
		HostID: name + "-" + strconv.Itoa(os.Getpid()), StaleAfter: h.Config.StaleAfter, Now: time.Now,
	})
	h.background.run("access", h.identity.access.Run)
	return nil
}

// definePermissions makes a release's permissions known before it runs.
func (h *host) definePermissions(ctx context.Context, release catalog.Package) error {
	return nil
}
