package app

import (
	"context"
	"net/http"
	"path/filepath"
	"time"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/outrider/host/internal/web"
)

func (h *host) pluginStore() string { return filepath.Join(h.parts.DataDir, "plugins") }

// pages serves the shell, the sign-in page and the remotes.
func (h *host) pages() http.Handler {
	return web.NewFiles(web.Options{
		Dir: h.Config.WebDir, PublicURL: h.Config.HTTP.PublicURL, TLS: h.Config.HTTP.TLS(), Map: web.Map(h.Config.Map), Log: h.Log,
		Release: func(id, digest string) string { return filepath.Join(h.pluginStore(), id, digest, catalog.UIName) },
	})
}

// shell tells the browser what there is.
func (h *host) shell() http.Handler {
	return web.NewShell(web.ShellOptions{
		Sessions: shellSessions{h.identity.people}, Plugins: h.shownPlugins, Caller: caller,
		Map: web.Map(h.Config.Map), PushMode: h.Config.PushMode, Version: Version, Log: h.Log,
	})
}

// shownPlugins are those that are enabled, as the shell shows them.
func (h *host) shownPlugins() []web.Plugin {
	var all []web.Plugin
	for _, s := range h.plugins.Statuses() {
		p, known := h.plugins.Package(s.ID)
		if !known {
			continue
		}
		state := web.Degraded
		switch s.State {
		case supervisor.Ready:
			state = web.Ready
		case supervisor.Quarantined, supervisor.Stopped:
			state = web.Stopped
		}
		all = append(all, web.Plugin{Manifest: p.Manifest, Digest: p.Digest(), UI: p.UI(), State: state})
	}
	return all
}

// openMedia opens the store of files and returns the handler of signed links to it.
func (h *host) openMedia(ctx context.Context) (http.Handler, error) {
	place := h.Config.MediaURL
	if place == "" {
		place = filepath.Join(h.parts.DataDir, "media")
	}
	bucket, err := media.Open(ctx, place)
	if err != nil {
		return nil, err
	}
	h.onStop(func() { h.report("media", bucket.Close()) })
	key, err := h.parts.Secrets.Value("media.links")
	if err != nil {
		return nil, err
	}
	signer, err := media.NewSigner(time.Now, []byte(key))
	if err != nil {
		return nil, err
	}
	return media.NewHandler(bucket, signer, media.From(h.identity.access.Decider), h.Log), nil
}
