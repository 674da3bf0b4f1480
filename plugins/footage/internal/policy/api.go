package policy

import (
	"context"
	"errors"
	"slices"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// support are the roles that decide how much an organisation may keep.
var support = []string{"SYS_ADMIN", "SUPPORT_ADMIN", "SUPPORT_LEAD"}

// API answers what an organisation has decided.
type API struct{ store *Store }

// NewAPI answers from a store.
func NewAPI(store *Store) *API { return &API{store} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/footage/settings", web.Needs("listFilesets"), a.settings, web.Summary("Quota, retention and watermark of the organisation"))
	web.Handle(r, "PUT /org/{orgId}/footage/settings", web.Needs("updateOrg"), a.changeSettings, web.Summary("Changes quota, retention and watermark"))
}

type settingsInput struct {
	OrgID string `path:"orgId"`
}

type settingsOutput struct {
	Body struct {
		QuotaBytes    int64          `json:"quota_bytes" doc:"0: no bound"`
		UsedBytes     int64          `json:"used_bytes"`
		Files         int64          `json:"files"`
		RetentionDays map[string]int `json:"retention_days" doc:"By type of file"`
		Watermark     bool           `json:"watermark" doc:"Name and time are written over live pictures and recordings"`
		Installation  struct {
			QuotaBytes    int64 `json:"quota_bytes"`
			RetentionDays int   `json:"retention_days"`
		} `json:"installation" doc:"What holds where the organisation has decided nothing"`
	}
}

type changeInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		RetentionDays map[string]int `json:"retention_days,omitempty" doc:"By type of file, 1 to 4000; types that are missing stay as they are"`
		Watermark     *bool          `json:"watermark,omitempty"`
		QuotaBytes    *int64         `json:"quota_bytes,omitempty" minimum:"0" doc:"0: no bound. For support roles"`
	}
}

// settings are what the organisation has decided, and how much it has.
func (a *API) settings(ctx context.Context, in *settingsInput) (*settingsOutput, error) {
	p, err := a.store.Of(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	room, err := a.store.Room(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	installation := a.store.Installation()
	out := &settingsOutput{}
	out.Body.QuotaBytes, out.Body.UsedBytes, out.Body.Files = room.Quota, room.Used, room.Files
	out.Body.RetentionDays, out.Body.Watermark = installation.Days(p), p.Watermark
	out.Body.Installation.QuotaBytes, out.Body.Installation.RetentionDays = installation.QuotaBytes, installation.RetentionDays
	return out, nil
}

// changeSettings changes what is given.
func (a *API) changeSettings(ctx context.Context, in *changeInput) (*settingsOutput, error) {
	if in.Body.QuotaBytes != nil && !slices.Contains(support, web.Caller(ctx).Role) {
		return nil, fault.Forbidden()
	}
	err := a.store.Change(ctx, in.OrgID, func(p *Policy) error {
		for kind, days := range in.Body.RetentionDays {
			p.RetentionDays[kind] = days
		}
		if in.Body.Watermark != nil {
			p.Watermark = *in.Body.Watermark
		}
		if in.Body.QuotaBytes != nil {
			p.QuotaBytes = in.Body.QuotaBytes
		}
		return p.Check()
	})
	if errors.Is(err, ErrRetention) {
		return nil, fault.InvalidFields("The settings are not valid.", fault.Field{Location: "body.retention_days", Message: ErrRetention.Error()})
	}
	if err != nil {
		return nil, err
	}
	return a.settings(ctx, &settingsInput{in.OrgID})
}
