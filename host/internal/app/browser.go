package app

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/outrider/host/internal/streets"
	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/outrider/host/internal/web"
	"outrider.dev/sdk/events"
)

func (h *host) pluginStore() string { return filepath.Join(h.parts.DataDir, "plugins") }

// pages serves the shell, the sign-in page and the remotes.
func (h *host) pages() http.Handler {
	return web.NewFiles(web.Options{
		Dir: h.Config.WebDir, PublicURL: h.Config.HTTP.PublicURL, SignInSite: h.Config.SignIn.Site, TLS: h.Config.HTTP.TLS(), HSTS: h.Config.HTTP.HSTS, Map: h.tiles(), Streets: h.streets, Log: h.Log,
		Events: h.eventSchemas, Host: h.publicID,
		Release: func(id, digest string) string { return filepath.Join(h.pluginStore(), id, digest, catalog.UIName) },
	})
}

// tiles are the pictures that maps are drawn from, where an operator names any.
func (h *host) tiles() web.Map {
	m := h.Config.Map
	return web.Map{TilesURL: m.TilesURL, SatelliteURL: m.SatelliteURL, Attribution: m.Attribution}
}

// openStreets begins to look at the street map that an operator names.
func (h *host) openStreets() {
	h.streets = streets.New(h.Config.Map.Streets, &http.Client{}, h.Log)
	if h.streets != nil {
		h.background.run("street map", h.streets.Run)
	}
}

// eventSchemas is the folder with the schemas of a plugin's events.
func (h *host) eventSchemas(id string) string {
	release, known := h.plugins.Package(id)
	if !known {
		return ""
	}
	return filepath.Join(release.Dir, catalog.EventsName)
}

// startPush begins to serve push connections. A change of access is heard of after the decisions that it made wrong were forgotten.
func (h *host) startPush() *push.Hub {
	decider := h.identity.access.Decider
	hub := push.New(h.nats, pushAccess{push.From(decider), decider, h}, push.Options{PublicURL: h.Config.HTTP.PublicURL, Now: time.Now, Log: h.Log, Address: edge.AddressOf})
	decider.OnChange(hub.AccessChanged)
	h.registry.MustRegister(hub)
	h.background.run("push", hub.Run)
	return hub
}

// openMedia opens the storage of files and serves links to them.
func (h *host) openMedia(ctx context.Context) (http.Handler, error) {
	place := h.Config.MediaURL
	if place == "" {
		place = filepath.Join(h.parts.DataDir, "media")
	}
	bucket, err := media.Open(ctx, place)
	if err != nil {
		return nil, err
	}
	h.onStop(func() { h.report("media storage", bucket.Close()) })
	h.bucket = bucket
	keys, err := media.LoadKeys(ctx, h.database.Pool())
	if err != nil {
		return nil, err
	}
	signer, err := media.NewSigner(time.Now, keys...)
	if err != nil {
		return nil, err
	}
	h.links = signer
	h.files = media.NewFiles(bucket, signer, func() string { return h.addressOf(h.bound.String()) })
	h.uploads = media.NewUploads(h.files, media.NewRegister(h.database.Pool()), h.announceUpload)
	h.background.run("abandoned uploads", func(ctx context.Context) error { return h.uploads.Tidy(ctx, h.Log) })
	return media.NewHandler(bucket, signer, h.uploads, media.From(h.identity.access.Decider), h.Log), nil
}

// browserOperations are those of the host's own that the shell and its screens ask for.
func (h *host) browserOperations(links http.Handler) []edge.Own {
	shell := web.NewShell(web.ShellOptions{
		Sessions: h.identity.people, Plugins: h.pluginsOfShell, Caller: actorOf, Map: h.tiles(), Streets: h.streets, Push: web.Push(h.Config.Push),
		Links: h.Config.Links.Map(), Version: Version, Demo: h.Demo, Log: h.Log, Starting: func() bool { return !h.pluginsSettled.Load() },
	})
	link := public("the link itself is signed, expires and ends with its session")
	return []edge.Own{
		h.organisationChoice(),
		tableExports(),
		{Method: http.MethodGet, Template: "/api/shell", Summary: "What the shell needs to begin: session, plugins, map", Lock: signedIn("it tells only of the caller"), Handler: shell, Shape: edge.Shape{Answer: web.ShellAnswer{}}},
		{Method: http.MethodGet, Template: "/api/contributions", Summary: "Alert types, reports, tables and vehicle data that plugins declare and the caller may use", Lock: signedIn("it lists what the caller may use"), Handler: http.HandlerFunc(shell.Contributions), Shape: edge.Shape{Answer: web.Contributions{}}},
		{Method: http.MethodGet, Template: "/api/docs", Summary: "The page to read and try the API", Lock: public("the page itself asks who is there"), Handler: http.RedirectHandler("/api-docs", http.StatusFound)},
		{Method: http.MethodGet, Template: "/api/media/{token}", Summary: "A file by its signed link", Lock: link, Handler: links, TakesLong: true},
		{Method: http.MethodHead, Template: "/api/media/{token}", Summary: "Size and kind of a file by its signed link", Lock: link, Handler: links, TakesLong: true},
		{Method: http.MethodPut, Template: "/api/media/{token}", Summary: "One part of a device's upload", Lock: link, MaxBody: media.MaxPart, Handler: links, Stores: true, TakesLong: true},
		{Method: http.MethodPost, Template: "/api/media/{token}", Summary: "The end of a device's upload", Lock: link, Handler: links, Stores: true, TakesLong: true},
	}
}

// callerOf is who sent a request that the edge let through.
func callerOf(ctx context.Context) (userID, orgID string, known bool) {
	caller := edge.CallerOf(ctx)
	if caller == nil || caller.UserID == "" {
		return "", "", false
	}
	return caller.UserID, caller.OrgID, true
}

// actorOf is callerOf with the session, which may be one in which somebody sees the portal as somebody else.
func actorOf(ctx context.Context) (who identity.Actor, known bool) {
	who.UserID, who.OrgID, known = callerOf(ctx)
	who.SessionID = edge.SubjectOf(ctx).SessionID
	return who, known
}

// pluginsOfShell are the enabled plugins as the shell shows them.
func (h *host) pluginsOfShell() (shown []web.Plugin) {
	for _, s := range h.plugins.Statuses() {
		release, known := h.plugins.Package(s.ID)
		if !known || s.State == supervisor.Stopped {
			continue
		}
		shown = append(shown, web.Plugin{Manifest: release.Manifest, Digest: release.Digest(), UI: filepath.Join(release.Dir, catalog.UIName), State: stateOf(s.State)})
	}
	return shown
}

func stateOf(s supervisor.State) web.State {
	switch s {
	case supervisor.Ready:
		return web.Ready
	case supervisor.Quarantined:
		return web.Stopped
	default:
		return web.Degraded
	}
}

// announceUpload tells the plugin whose file it is. The event's id follows from the file: announced twice it is still one event.
func (h *host) announceUpload(ctx context.Context, u media.Uploaded) error {
	id := uuid.NewSHA1(uuid.NameSpaceURL, []byte(u.Link.Key+"\n"+u.SHA256)).String()
	return h.identity.people.Emit(ctx, id, events.MediaUploadedSubject, u.Link.OrgID, events.MediaUploaded{
		Plugin: u.Link.Plugin, Name: strings.TrimPrefix(u.Link.Key, u.Link.OrgID+"/"+u.Link.Plugin+"/"), DeviceID: u.Link.DeviceID, Size: u.Size, SHA256: u.SHA256,
	})
}
