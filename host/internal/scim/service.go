package scim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	scim2 "github.com/elimity-com/scim"
	scimerrors "github.com/elimity-com/scim/errors"
	"github.com/elimity-com/scim/schema"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/sdk/away"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Base is where the operations begin.
const Base = "/scim/v2"

const (
	mostResults = 200
	// mostBytes is room for a group of some 50,000 members
	mostBytes = 8 << 20
	// attempts of a change that is made of what was read, where somebody else was quicker
	attempts = 5
)

// Config is what Service needs; every field is required.
type Config struct {
	People *identity.Service
	Caller func(ctx context.Context) identity.Actor // whose request it is
	Site   func() string                            // where the product is found: addresses of resources begin with it
	Log    *slog.Logger
}

// Service answers SCIM. It is safe for concurrent use.
type Service struct{ Config }

// takeText makes the library take "False" for false, as Entra ID writes it.
var takeText = sync.OnceFunc(func() { schema.SetAllowStringValues(true) })

// New builds a Service.
func New(c Config) *Service {
	takeText()
	return &Service{c}
}

// Operations lists what directories call. Read this first.
func (s *Service) Operations() (all []edge.Own) {
	for _, o := range []struct{ method, path, summary string }{
		{http.MethodGet, "/ServiceProviderConfig", "SCIM: what this server can do"},
		{http.MethodGet, "/ResourceTypes", "SCIM: the kinds of resources"},
		{http.MethodGet, "/ResourceTypes/{name}", "SCIM: one kind of resources"},
		{http.MethodGet, "/Schemas", "SCIM: the attributes of resources"},
		{http.MethodGet, "/Schemas/{name}", "SCIM: one schema"},
		{http.MethodGet, "/Users", "SCIM: users, filtered and paged"},
		{http.MethodPost, "/Users", "SCIM: create a user"},
		{http.MethodGet, "/Users/{id}", "SCIM: a user"},
		{http.MethodPut, "/Users/{id}", "SCIM: replace a user"},
		{http.MethodPatch, "/Users/{id}", "SCIM: change a user"},
		{http.MethodDelete, "/Users/{id}", "SCIM: disable a user and forget it"},
		{http.MethodGet, "/Groups", "SCIM: groups, filtered and paged"},
		{http.MethodPost, "/Groups", "SCIM: create a group"},
		{http.MethodGet, "/Groups/{id}", "SCIM: a group"},
		{http.MethodPut, "/Groups/{id}", "SCIM: replace a group"},
		{http.MethodPatch, "/Groups/{id}", "SCIM: change a group and its members"},
		{http.MethodDelete, "/Groups/{id}", "SCIM: delete a group"},
	} {
		ids := map[string]string{}
		if kind, named := strings.CutSuffix(strings.TrimPrefix(o.path, "/"), "s/{id}"); named {
			ids["id"] = map[string]string{"User": "user", "Group": "provisioned group"}[kind]
		}
		all = append(all, edge.Own{
			IDKinds: ids,
			Method:  o.method, Template: Base + o.path, Summary: o.summary, Handler: s, MaxBody: mostBytes,
			Lock: &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: []string{identity.PermissionProvision}},
		})
	}
	return all
}

// ServeHTTP answers a request that the edge let through.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if isDiscovery(r.URL.Path) && r.URL.Query().Has("filter") {
		writeError(w, scimerrors.ScimError{Status: http.StatusForbidden, Detail: "What this server can do is not filtered."})
		return
	}
	if r.URL.Path == Base+"/ServiceProviderConfig" {
		s.serveConfig(w)
		return
	}
	if err := tidy(r); err != nil {
		writeError(w, scimerrors.ScimErrorInvalidSyntax)
		return
	}
	s.serve(w, r, users{s}, groups{s})
}

// serve has the library find out what is asked of which handler.
func (s *Service) serve(w http.ResponseWriter, r *http.Request, ofUsers, ofGroups scim2.ResourceHandler) {
	server, err := scim2.NewServer(&scim2.ServerArgs{
		ServiceProviderConfig: &scim2.ServiceProviderConfig{MaxResults: mostResults, SupportFiltering: true, SupportPatch: true},
		ResourceTypes:         resourceTypes(schemaFor(r.URL.Path), ofUsers, ofGroups),
	}, scim2.WithBaseURL(s.Site()+Base))
	if err != nil {
		s.Log.Error("SCIM cannot be served", "error", err)
		writeError(w, scimerrors.ScimErrorInternal)
		return
	}
	a := &answer{ResponseWriter: w, status: http.StatusOK}
	http.StripPrefix(Base, server).ServeHTTP(a, r.WithContext(context.WithValue(r.Context(), answerKey{}, a)))
	if err := a.send(r, s.Site()+Base); err != nil {
		s.Log.Error("an answer to a directory cannot be written", "error", err)
	}
}

// tidy writes the body as the library takes it.
func tidy(r *http.Request) error {
	if r.Method == http.MethodGet || r.Method == http.MethodDelete {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	pass := letPass
	if strings.Contains(r.URL.Path, "/Groups") {
		pass = letPassOfGroups
	}
	if body, err = tidied(r.Method == http.MethodPatch, pass, body); err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// errorOf is an error as SCIM says it. What is ours alone stays in the log.
func (s *Service) errorOf(r *http.Request, err error) error {
	if _, ok := errors.AsType[scimerrors.ScimError](err); ok || err == nil {
		return err
	}
	f, known := away.FaultOf(err)
	if !known {
		s.Log.Error("a directory's request went wrong", "error", err)
		return scimerrors.ScimError{Status: http.StatusInternalServerError, Detail: "Something went wrong on our side."}
	}
	detail := f.Message
	for _, field := range f.Fields {
		detail += " " + attributeOf(field.Location) + ": " + field.Message
	}
	switch f.Kind {
	case fault.NotFound:
		return scimerrors.ScimError{Status: http.StatusNotFound, Detail: detail}
	case fault.Denied:
		return scimerrors.ScimError{Status: http.StatusForbidden, Detail: detail}
	case fault.Invalid:
		return scimerrors.ScimError{Status: http.StatusBadRequest, ScimType: scimerrors.ScimTypeInvalidValue, Detail: detail}
	case fault.Conflict:
		conflict := scimerrors.ScimError{Status: http.StatusConflict, Detail: detail}
		if errors.Is(err, identity.ErrTaken) || errors.Is(err, identity.ErrGroupTaken) {
			conflict.ScimType = scimerrors.ScimTypeUniqueness
		}
		return conflict
	case fault.Unavailable:
		if a, ok := r.Context().Value(answerKey{}).(*answer); ok {
			a.away = detail
		}
		return scimerrors.ScimErrorInternal
	default:
		return scimerrors.ScimError{Status: http.StatusInternalServerError, Detail: detail}
	}
}

// attributeOf is the attribute whose value a field of ours was made of, as directories write its path.
func attributeOf(location string) string {
	if location == "body.role" {
		return "roles.value"
	}
	return location
}

func writeError(w http.ResponseWriter, problem scimerrors.ScimError) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(problem.Status)
	_ = json.NewEncoder(w).Encode(problem) // the client is gone: nobody is left to tell
}

const contentType = "application/scim+json"

// serveConfig tells directories what the server can do.
func (s *Service) serveConfig(w http.ResponseWriter) {
	supported := func(yes bool) map[string]any { return map[string]any{"supported": yes} }
	w.Header().Set("Content-Type", contentType)
	_ = json.NewEncoder(w).Encode(map[string]any{ // the client is gone: nobody is left to tell
		"schemas": []string{"urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"}, "documentationUri": s.Site() + "/api-docs",
		"patch": supported(true), "changePassword": supported(false), "sort": supported(false), "etag": supported(true),
		"bulk": map[string]any{"supported": false, "maxOperations": 0, "maxPayloadSize": 0}, "filter": map[string]any{"supported": true, "maxResults": mostResults},
		"authenticationSchemes": []any{map[string]any{
			"type": "oauthbearertoken", "name": "API key", "description": "An API key of the organisation, sent as Authorization: Bearer <key>", "primary": true, "specUri": "https://www.rfc-editor.org/info/rfc6750",
		}},
		"meta": map[string]any{"resourceType": "ServiceProviderConfig", "location": s.Site() + Base + "/ServiceProviderConfig"},
	})
}

// again repeats a change that is made of what was read while somebody else is quicker.
func again(change func() error) (err error) {
	for range attempts {
		if err = change(); !errors.Is(err, identity.ErrQuicker) {
			return err
		}
	}
	return err
}
