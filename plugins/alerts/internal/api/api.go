// Package api is the alerts plugin's operations.
package api

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/bundle"
	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/speeding"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

// Store keeps alerts.
type Store interface {
	Search(ctx context.Context, q postgres.Query) (postgres.Page, error)
	Rows(ctx context.Context, q postgres.Query) ([]alert.Alert, error)
	Spread(ctx context.Context, q postgres.Query, starts []int64) ([]postgres.Spread, error)
	Ranking(ctx context.Context, q postgres.Query, by postgres.By, midMs int64, most int) ([]postgres.Rank, error)
	IDs(ctx context.Context, q postgres.Query, most int) ([]string, error)
	Drivers(ctx context.Context) ([]postgres.Driver, error)
	ZoneOf(ctx context.Context, vehicleID string) (string, error)
	Visible(ctx context.Context, ids []string) (bool, error)
	Alert(ctx context.Context, id string) (alert.Alert, error)
	Apply(ctx context.Context, ids []string, change postgres.Change) ([]string, error)
	Log(ctx context.Context, id string) ([]postgres.Activity, error)
	Viewed(ctx context.Context, id string) error
	Flag(ctx context.Context, ids []string, flagged bool, comment string) ([]string, error)
	Flagged(ctx context.Context, q postgres.Query) (postgres.Page, error)
	HasDriven(ctx context.Context, driverID string) (known bool, err error)
	Rate(ctx context.Context, id, quality string, tag *postgres.Tag) (changed bool, err error)
	SaveTag(ctx context.Context, t postgres.Tag) error
	Evidence(ctx context.Context, orgID, alertID string) (evidence.Fileset, bool, error)
	Shape(ctx context.Context, orgID, alertID string) (json.RawMessage, error)
	Exported(ctx context.Context, ids []string, detail string) error
	OwnBands(ctx context.Context, orgID string) (speeding.Bands, bool, error)
	SetBands(ctx context.Context, bands *speeding.Bands) error
}

// Notifier tells open browsers of changed alerts.
type Notifier interface {
	Updated(ctx context.Context, orgID string, ids []string)
}

// Uploads knows what is chosen about the evidence of alerts.
type Uploads interface {
	// Of is nil for an alert that no device raised.
	Of(ctx context.Context, a alert.Alert) (*view.Upload, error)
}

// Exports makes the files of reports.
type Exports interface {
	Make(ctx context.Context, orgID, userID, suffix string, write func(io.Writer) error) (name string, err error)
}

// Files links to reports.
type Files interface {
	Link(ctx context.Context, orgID, name string, o media.LinkOptions) (path string, expires time.Time, err error)
}

// Deps are what the operations work with.
type Deps struct {
	Store         Store
	Notifier      Notifier
	Files         Files
	Exports       Exports
	Uploads       Uploads // what is chosen about evidence; nil: nothing is said of it
	Vault         *bundle.Vault
	Keys          Keys
	Organisations plugin.Organisations
	Tokens        Tokens
	Types         alert.Contributed // of other plugins
	Log           *slog.Logger
	Now           func() time.Time
}

// API answers the plugin's operations.
type API struct {
	store         Store
	notifier      Notifier
	files         Files
	exports       Exports
	vault         *bundle.Vault
	keys          Keys
	organisations plugin.Organisations
	log           *slog.Logger
	now           func() time.Time
	uploads       Uploads
	tokens        Tokens
	types         alert.Contributed
}

// typeNames are all alert types that there are.
func (a *API) typeNames() []string {
	names := slices.Clone(alert.Types)
	for _, t := range a.types.All() {
		names = append(names, t.ID)
	}
	return names
}

// New returns the operations.
func New(p Deps) *API {
	return &API{store: p.Store, notifier: p.Notifier, files: p.Files, exports: p.Exports, uploads: p.Uploads, vault: p.Vault, keys: p.Keys, organisations: p.Organisations, tokens: p.Tokens, types: p.Types, log: p.Log, now: p.Now}
}

// Register lists every operation of the plugin. Read this first.
func (a *API) Register(r *web.Router) {
	list, one := web.Needs("listAlerts"), web.IDs("id", "alert")

	web.Handle(r, "POST /org/{orgId}/alerts/elastic", list, a.search, web.ReadsOnly(), web.TakesLong(), web.Summary("A page of alerts; without page_num a file of all"))
	web.Handle(r, "POST /org/{orgId}/alerts/counts", list, a.spread, web.ReadsOnly(), web.Summary("How many alerts of each type a day has"))
	web.Handle(r, "POST /org/{orgId}/alerts/ranking", list, a.ranking, web.ReadsOnly(), web.Summary("Which vehicles or drivers have the most alerts"))
	web.Handle(r, "POST /org/{orgId}/alerts/ids", list, a.ids, web.ReadsOnly(), web.Summary("The ids of all alerts of a search, at most 10,000"))
	web.Handle(r, "GET /org/{orgId}/alerts/drivers", list, a.drivers, web.Summary("Who drove vehicles that the caller sees"))
	web.Handle(r, "POST /org/{orgId}/alerts", list, a.get, web.ReadsOnly(), web.Summary("Alerts by the action get"))
	web.Handle(r, "GET /org/{orgId}/alerts/{id}", web.Needs("listAlerts", "viewAlertInfo"), a.alert, one, web.Summary("One alert"))
	web.Handle(r, "GET /org/{orgId}/alerts/{id}/activity", web.Needs("viewAlertInfo"), a.activity, one, web.Summary("Who did what with an alert"))
	web.Handle(r, "POST /org/{orgId}/alerts/{id}/views", web.Needs("viewAlertInfo"), a.viewed, one, web.Summary("Records that the caller looked at an alert"))

	web.Handle(r, "GET /org/{orgId}/alerts/{id}/evidence", web.Needs("listAlerts", "viewAlertInfo"), a.evidence, one, web.Summary("Videos, snapshots, track and motion of an alert, with links"))
	export := web.Needs("exportAlertMedia")
	web.Handle(r, "GET /org/{orgId}/alerts/{id}/media/contents", export, a.contents, one, web.Summary("What the zip of an alert's media has, and what it lacks"))
	web.HandleRaw(r, "GET /org/{orgId}/alerts/{id}/media", export, a.media(), one, web.Exports(), web.Summary("The media of an alert as a zip"))
	web.HandleRaw(r, "GET /org/{orgId}/alerts/{id}/package", export, a.evidencePackage(), one, web.Exports(), web.Summary("The media of an alert as a zip with the list that proves it"))
	web.Handle(r, "GET /evidence/keys", web.Public("whoever holds an evidence package checks it without an account"), a.publicKeys, web.Summary("Public keys that evidence packages are verified with"))

	web.Handle(r, "GET /org/{orgId}/alerts/speeding/bands", list, a.bands, web.Summary("From which overspeed on speeding is raised, and how grave it is"))
	web.Handle(r, "PUT /org/{orgId}/alerts/speeding/bands", web.Needs("updateOrg"), a.setBands, web.Summary("Changes the organisation's speeding thresholds, or goes back to the country's"))

	state := web.NeedsByBody("setAlertViewState", "archiveAlert")
	web.Handle(r, "PUT /org/{orgId}/alerts/bulk", state, a.changeMany, web.IDs("body.alerts", "alert"), web.Summary("Marks many alerts as read, archives them, or takes that back"))
	web.Handle(r, "PUT /org/{orgId}/alerts/{id}", state, a.changeOne, one, web.Summary("Marks an alert as read, archives it, or takes that back"))
	web.Handle(r, "PUT /org/{orgId}/alerts/{id}/quality", web.Needs("rateAlert"), a.rate, one, web.Summary("Rates an alert"))

	web.Handle(r, "POST /driverScoreEnhancement/tagdriving_event_alerts", web.Needs("rateAlert"), a.tag, web.IDs("body.alert_id", "alert"), web.Summary("Tags an alert with a category"))
	web.Handle(r, "GET /DriverScoreCoaching/flagged_alerts", list, a.flagged, web.Summary("Flagged alerts of a driver"))
	web.Handle(r, "POST /DriverScoreCoaching/flagged_alerts", web.Needs("rateAlert"), a.flag, web.IDs("body.alert_id", "alert"), web.Summary("Flags an alert for coaching"))
	web.Handle(r, "PUT /DriverScoreCoaching/flagged_alerts", web.Needs("rateAlert"), a.unflag, web.IDs("body.alertID", "alert"), web.Summary("Removes the flags of alerts"))
}
