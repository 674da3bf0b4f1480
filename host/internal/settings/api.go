package settings

import (
	"context"
	"fmt"

	"outrider.dev/sdk/web"
)

// Router lists the operations on what an organisation has set for plugins. Read this first.
func (s *Service) Router(version string) *web.Router {
	r := web.NewRouter("Settings of plugins", version)
	web.Handle(r, "GET /org/{orgId}/settings", web.Needs("switchModules"), s.getAll, web.Summary("The plugins that an organisation can set something for"))
	web.Handle(r, "GET /org/{orgId}/settings/{plugin}", web.Needs("switchModules"), s.get, web.Summary("What the organisation has set for a plugin"))
	web.Handle(r, "PUT /org/{orgId}/settings/{plugin}", web.Needs("switchModules"), s.put, web.Summary("Change what the organisation has set for a plugin"))
	return r
}

type inOrg struct {
	OrgID string `path:"orgId"`
}

type ofPlugin struct {
	OrgID  string `path:"orgId"`
	Plugin string `path:"plugin" maxLength:"63"`
}

type named struct {
	ID   string `json:"id"`
	Name string `json:"name" doc:"In the caller's language"`
}

type pluginsOutput struct {
	Body struct {
		Plugins []named `json:"plugins" nullable:"false"`
	}
}

func (s *Service) getAll(ctx context.Context, _ *inOrg) (*pluginsOutput, error) {
	locale := web.Caller(ctx).Locale
	out := &pluginsOutput{}
	out.Body.Plugins = []named{}
	for _, m := range s.Installed() {
		if m.Settings != nil {
			out.Body.Plugins = append(out.Body.Plugins, named{m.ID, m.Called(locale)})
		}
	}
	return out, nil
}

type viewOutput struct{ Body View }

func (s *Service) get(ctx context.Context, in *ofPlugin) (*viewOutput, error) {
	return shown(s.Read(ctx, web.Caller(ctx).OrgID, in.Plugin))
}

type changeInput struct {
	OrgID  string `path:"orgId"`
	Plugin string `path:"plugin" maxLength:"63"`
	Body   Change
}

func (s *Service) put(ctx context.Context, in *changeInput) (*viewOutput, error) {
	caller := web.Caller(ctx)
	before, err := s.Read(ctx, caller.OrgID, in.Plugin)
	if err != nil {
		return nil, err
	}
	after, err := s.Write(ctx, caller.UserID, caller.OrgID, in.Plugin, in.Body)
	if err == nil {
		tellChange(ctx, before, after)
	}
	return shown(after, err)
}

// tellChange says for the audit log which settings are not what they were; of a secret, that it is set.
func tellChange(ctx context.Context, before, after View) {
	for _, name := range after.Schema.Names() {
		web.AuditChange(ctx, name, text(before.Values[name]), text(after.Values[name]))
		if was, now := before.Secrets[name], after.Secrets[name]; !was.Equal(now) {
			web.AuditChange(ctx, name, "", "•••")
		}
	}
}

// text is a value as people read it.
func text(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

func shown(v View, err error) (*viewOutput, error) {
	if err != nil {
		return nil, err
	}
	return &viewOutput{v}, nil
}
