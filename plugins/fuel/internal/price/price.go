// Package price is what an organisation pays for fuel.
package price

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Fuels are what has a price by the litre.
var Fuels = []string{"diesel", "petrol", "lpg"}

// Price is that of a fuel.
type Price struct {
	Fuel     string  `json:"fuel" enum:"diesel,petrol,lpg"`
	PerL     float64 `json:"per_l" minimum:"0" maximum:"1000" doc:"Of a litre"`
	Currency string  `json:"currency" pattern:"^[A-Z]{3}$" doc:"ISO 4217"`
}

// List are the prices of an organisation.
type List []Price

// PerL is the price of a litre of what a vehicle drives with; of an unknown fuel that of diesel. False: none was entered.
func (l List) PerL(fuel string) (float64, bool) {
	switch fuel {
	case "hybrid":
		fuel = "petrol"
	case "petrol", "lpg":
	case "electric", "hydrogen", "cng":
		return 0, false
	default:
		fuel = "diesel"
	}
	for _, p := range l {
		if p.Fuel == fuel {
			return p.PerL, true
		}
	}
	return 0, false
}

// Of reads the prices of an organisation.
func Of(tx *gorm.DB, orgID string) (List, error) {
	list, err := store.Rows[Price](tx, `SELECT fuel, per_l, currency FROM fuel.price WHERE org_id = ? ORDER BY fuel`, orgID)
	if err != nil {
		return nil, fmt.Errorf("read prices: %w", err)
	}
	return list, nil
}

// API answers about prices.
type API struct{ db *store.DB }

// NewAPI answers from db.
func NewAPI(db *store.DB) *API { return &API{db} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/fuel/prices", web.Needs("createFuelUsageReport"), a.get)
	web.Handle(r, "PUT /org/{orgId}/fuel/prices", web.Needs("editFuelSettings"), a.put)
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type prices struct {
	Prices []Price `json:"prices" nullable:"false" maxItems:"3" doc:"A fuel that is left out has none"`
}

type pricesOutput struct{ Body prices }

func (a *API) get(ctx context.Context, in *orgInput) (*pricesOutput, error) {
	var out pricesOutput
	err := a.db.Read(ctx, func(tx *gorm.DB) (err error) {
		out.Body.Prices, err = Of(tx, in.OrgID)
		return err
	})
	if out.Body.Prices == nil {
		out.Body.Prices = []Price{}
	}
	return &out, err
}

type pricesInput struct {
	OrgID string `path:"orgId"`
	Body  prices
}

// put replaces all prices.
func (a *API) put(ctx context.Context, in *pricesInput) (*pricesOutput, error) {
	err := a.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error {
		if _, err := store.Exec(tx, `DELETE FROM fuel.price WHERE org_id = ?`, in.OrgID); err != nil {
			return err
		}
		for _, p := range in.Body.Prices {
			_, err := store.Exec(tx, `INSERT INTO fuel.price (org_id, fuel, per_l, currency) VALUES (?, ?, ?, ?) ON CONFLICT (org_id, fuel) DO UPDATE SET per_l = excluded.per_l, currency = excluded.currency`,
				in.OrgID, p.Fuel, p.PerL, p.Currency)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("keep prices: %w", err)
	}
	return &pricesOutput{Body: in.Body}, nil
}
