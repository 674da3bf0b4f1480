package connection

import (
	"context"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Register lists the operations on an organisation's connection.
func (c *Connections) Register(r *web.Router) {
	needs := web.Needs("editIntegrations")
	web.Handle(r, "GET /org/{orgId}/integrations/connection", needs, c.get, web.Summary("How the connection to the organisation's provider is"))
	web.Handle(r, "POST /org/{orgId}/integrations/connection/test", needs, c.test, web.TakesLong(), web.Summary("Asks the provider now, by what is set"))
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

// State is how a connection is.
type State struct {
	Kind        string  `json:"kind" enum:"simulated,http"`
	Name        string  `json:"name" doc:"As the provider calls itself; empty: it was not asked yet"`
	Address     string  `json:"address"`
	State       string  `json:"state" enum:"simulated,waiting,connected,failing"`
	LastSuccess *string `json:"last_success_at,omitempty"`
	LastError   *string `json:"last_error_at,omitempty"`
	Problem     string  `json:"problem" doc:"Of the last error: key_refused, too_many, unreachable, bad_answer, redirected, bad_status, not_allowed; empty: there was none"`
	Status      int     `json:"status" doc:"That the provider answered the last error with; 0: none"`
	Next        *string `json:"next_at,omitempty" doc:"When it is asked again"`
	Vehicles    int     `json:"vehicles"`
	Mapped      int     `json:"mapped"`
	NewestAt    *string `json:"newest_at,omitempty" doc:"Of its readings"`
}

type stateOutput struct{ Body State }

func (c *Connections) get(ctx context.Context, in *orgInput) (*stateOutput, error) {
	state, err := c.State(ctx, in.OrgID)
	return &stateOutput{state}, err
}

// State is how the connection of an organisation is.
func (c *Connections) State(ctx context.Context, orgID string) (State, error) {
	chosen, err := c.Chosen(orgID)
	if err != nil {
		return State{}, err
	}
	if chosen.Address == "" {
		return State{Kind: "simulated", Name: "Simulated telematics", State: "simulated"}, nil
	}
	s := State{Kind: "http", Address: chosen.Address, State: "waiting"}
	err = c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		row, err := Find(tx, orgID, "")
		if err != nil || row.Address != chosen.Address {
			return err
		}
		s.Name, s.LastSuccess, s.LastError, s.Next, s.Problem, s.Status = row.Name, stamp(row.SuccessMs), stamp(row.ErrorMs), stamp(row.NextMs), row.Error, row.ErrorStatus
		switch {
		case row.Failures > 0:
			s.State = "failing"
		case row.SuccessMs > 0:
			s.State = "connected"
		}
		counts, err := store.One[struct {
			Vehicles, Mapped int
			NewestMs         int64
		}](tx, `SELECT count(*) AS vehicles, count(vehicle_id) AS mapped, coalesce(max(reading_ms), 0) AS newest_ms FROM integrations.vehicle WHERE org_id = ?`, orgID)
		s.Vehicles, s.Mapped, s.NewestAt = counts.Vehicles, counts.Mapped, stamp(counts.NewestMs)
		return err
	})
	return s, err
}

// stamp is a time for an answer; nil for none.
func stamp(ms int64) *string {
	if ms == 0 {
		return nil
	}
	text := time.UnixMilli(ms).UTC().Format(time.RFC3339)
	return &text
}

type testOutput struct {
	Body struct {
		OK       bool   `json:"ok"`
		Problem  string `json:"problem" doc:"key_refused, too_many, unreachable, bad_answer, redirected, bad_status, not_allowed; empty: it answers"`
		Status   int    `json:"status" doc:"That it answers with, where that is the problem; 0 otherwise"`
		Name     string `json:"name"`
		Vehicles int    `json:"vehicles" doc:"On its first page"`
		TookMs   int64  `json:"took_ms" doc:"Of its first answer"`
	}
}

// test asks what the connection would, by what was saved last, keeps nothing, and has it asked in full soon.
func (c *Connections) test(ctx context.Context, in *orgInput) (*testOutput, error) {
	var out testOutput
	p, err := c.provider(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	began := c.now()
	info, err := p.Info(ctx)
	out.Body.TookMs = c.now().Sub(began).Milliseconds()
	var page provider.Page[provider.Vehicle]
	if err == nil {
		page, err = p.Vehicles(ctx, "")
	}
	if err == nil {
		_, err = p.Readings(ctx, "")
	}
	if err != nil {
		problem := provider.ProblemOf(err)
		out.Body.Problem, out.Body.Status = problem.Kind, problem.Status
		return &out, nil
	}
	out.Body.OK, out.Body.Name, out.Body.Vehicles = true, info.Name, len(page.Items)
	return &out, c.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE integrations.connection SET next_ms = 0, vehicles_ms = 0 WHERE org_id = ?`, in.OrgID)
		return err
	})
}
