// Package setting is what an organisation has chosen for its electric vehicles: what energy costs, and below which charge one is low.
package setting

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// lowPercent is below which charge a vehicle is low where nobody has chosen.
const lowPercent = 25

// Setting is that of an organisation.
type Setting struct {
	PerKWh     *float64 `json:"per_kwh,omitempty" gorm:"column:per_kwh" minimum:"0" maximum:"1000" doc:"Left out: costs are not shown"`
	Currency   string   `json:"currency,omitempty" pattern:"^([A-Z]{3})?$" doc:"ISO 4217"`
	LowPercent float64  `json:"low_percent" minimum:"1" maximum:"90" doc:"A vehicle with less is low"`
}

// Of reads the setting of an organisation.
func Of(tx *gorm.DB, orgID string) (Setting, error) {
	found, err := store.Rows[Setting](tx, `SELECT per_kwh, currency, low_percent FROM ev.setting WHERE org_id = ?`, orgID)
	if err != nil {
		return Setting{}, fmt.Errorf("read the setting: %w", err)
	}
	if len(found) == 0 {
		return Setting{LowPercent: lowPercent}, nil
	}
	return found[0], nil
}

// API answers about the setting.
type API struct{ db *store.DB }

// NewAPI answers from db.
func NewAPI(db *store.DB) *API { return &API{db} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/ev/settings", web.Needs("createEvUsageReport"), a.get)
	web.Handle(r, "PUT /org/{orgId}/ev/settings", web.Needs("editEvSettings"), a.put)
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type settingOutput struct{ Body Setting }

func (a *API) get(ctx context.Context, in *orgInput) (*settingOutput, error) {
	var out settingOutput
	err := a.db.Read(ctx, func(tx *gorm.DB) (err error) {
		out.Body, err = Of(tx, in.OrgID)
		return err
	})
	return &out, err
}

type settingInput struct {
	OrgID string `path:"orgId"`
	Body  Setting
}

func (a *API) put(ctx context.Context, in *settingInput) (*settingOutput, error) {
	s := in.Body
	if s.PerKWh != nil && s.Currency == "" {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.currency", Message: "A price needs a currency."})
	}
	err := a.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `INSERT INTO ev.setting (org_id, per_kwh, currency, low_percent) VALUES (?, ?, ?, ?)
			ON CONFLICT (org_id) DO UPDATE SET per_kwh = excluded.per_kwh, currency = excluded.currency, low_percent = excluded.low_percent`, in.OrgID, s.PerKWh, s.Currency, s.LowPercent)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("keep the setting: %w", err)
	}
	return &settingOutput{Body: s}, nil
}
