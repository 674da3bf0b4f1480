package modules

import (
	"context"
	"time"

	"outrider.dev/sdk/web"
)

// Router lists the operations on an organisation's modules. Read this first.
func (s *Service) Router(version string) *web.Router {
	r := web.NewRouter("Modules", version)
	web.Handle(r, "GET /org/{orgId}/modules", web.Needs("switchModules"), s.getModules, web.Summary("The modules, and which the organisation has on"))
	web.Handle(r, "GET /org/{orgId}/modules/history", web.Needs("switchModules"), s.getHistory, web.Summary("Who switched modules on and off, the newest first"))
	web.Handle(r, "PUT /org/{orgId}/modules", web.Needs("switchModules"), s.putModules, web.Summary("Switch modules of the organisation on and off"))
	return r
}

type inOrg struct {
	OrgID string `path:"orgId"`
}

type modulesOutput struct {
	Body struct {
		Modules []Module `json:"modules" nullable:"false"`
		Sources []Source `json:"sources" nullable:"false" doc:"What tells which vehicles send readings"`
	}
}

type historyInput struct {
	OrgID  string `path:"orgId"`
	Before int64  `query:"before" minimum:"0" doc:"Id of the last one that is known; left out: the newest"`
}

type historyOutput struct {
	Body struct {
		Switches []Switched `json:"switches" nullable:"false"`
		More     bool       `json:"more"`
	}
}

func (s *Service) getHistory(ctx context.Context, in *historyInput) (*historyOutput, error) {
	caller := web.Caller(ctx)
	list, more, err := s.History(ctx, caller.OrgID, caller.Locale, in.Before)
	out := &historyOutput{}
	out.Body.Switches, out.Body.More = list, more
	return out, err
}

func (s *Service) getModules(ctx context.Context, _ *inOrg) (*modulesOutput, error) {
	caller := web.Caller(ctx)
	all, err := s.List(ctx, caller.OrgID, caller.Locale)
	if err != nil {
		return nil, err
	}
	out := &modulesOutput{}
	out.Body.Modules, out.Body.Sources = all, s.Sources(caller.Locale)
	return out, nil
}

type switchInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Modules []Wanted `json:"modules" nullable:"false" minItems:"1" maxItems:"100" doc:"Those that change; the others stay as they are"`
	}
}

// switchWithin bounds a switch. It is not the request's own time: one that was committed is answered as such, also where the machine was too busy for that time.
const switchWithin = time.Minute

func (s *Service) putModules(ctx context.Context, in *switchInput) (*modulesOutput, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), switchWithin)
	defer cancel()
	caller := web.Caller(ctx)
	if err := s.Switch(ctx, caller.UserID, caller.OrgID, in.Body.Modules); err != nil {
		return nil, err
	}
	return s.getModules(ctx, nil)
}
