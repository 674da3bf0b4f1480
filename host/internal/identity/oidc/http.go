package oidc

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// CookieName is the sealed state of the hand-over under way; it comes back from another site, so it cannot be SameSite=Strict.
const CookieName = "outrider_handover"

const cookiePath = "/api/auth/handover"

// StepPath tells the sign-in page which step comes next for who has just come back.
const StepPath = cookiePath + "/step"

// stepCookie holds that for one request. A link cannot bring it along: who is led to set up a second step sets up their own.
const stepCookie = "outrider_step"

// API serves /api/auth/handover and what belongs to it. Everything that goes wrong ends on the sign-in page.
type API struct {
	Service *Service
	Session *session.API
}

// Handler routes the operations.
func (a *API) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/auth/handover", a.begin)
	mux.HandleFunc("GET "+CallbackPath, a.finish)
	mux.HandleFunc("GET "+StepPath, a.step)
	mux.HandleFunc("POST "+BackChannelPath, a.endedThere)
	mux.HandleFunc("GET /api/auth/issuers", a.choices)
	mux.HandleFunc("/api/auth/", func(w http.ResponseWriter, r *http.Request) {
		web.WriteProblem(w, r, fault.New(fault.NotFound, "There is nothing here."))
	})
	return mux
}

func (a *API) choices(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(a.Service.Choices()) // the client is gone: nobody is left to tell
}

func (a *API) begin(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	request := Request{
		Issuer: cmp.Or(query.Get("issuer"), query.Get("iss")), Return: query.Get("return"), OrgID: cmp.Or(query.Get("org_id"), query.Get("orgID")), Hint: query.Get("login_hint"),
	}
	address, cookie, err := a.Service.Begin(r.Context(), request)
	if err != nil {
		a.fail(w, r, err, LocalPath(request.Return))
		return
	}
	a.setCookie(w, r, cookie, int(Life/time.Second))
	away(w, r, address)
}

func (a *API) finish(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	answer := Answer{State: query.Get("state"), Code: query.Get("code"), Error: query.Get("error"), Issuer: query.Get("iss")}
	if cookie, err := r.Cookie(CookieName); err == nil {
		answer.Cookie = cookie.Value
	}
	a.setCookie(w, r, "", -1)
	done, err := a.Service.Finish(r.Context(), answer, a.Session.ClientOf(r))
	if next, ok := errors.AsType[*session.NextStep](err); ok {
		a.ask(w, r, next, done.Return)
		return
	}
	if err != nil {
		if errors.Is(err, session.ErrOrganisation) {
			a.Session.Forget(w, r)
		}
		a.fail(w, r, err, done.Return)
		return
	}
	a.Session.Give(w, r, done.Tokens.Refresh)
	away(w, r, done.Return)
}

// ask leads to the sign-in page, which goes on with the second step.
func (a *API) ask(w http.ResponseWriter, r *http.Request, next *session.NextStep, to string) {
	raw, err := json.Marshal(next)
	if err != nil {
		a.fail(w, r, err, to)
		return
	}
	a.setStep(w, r, base64.RawURLEncoding.EncodeToString(raw), next.ExpiresIn)
	query := url.Values{"step": {"1"}}
	if to != "/" {
		query.Set("next", to)
	}
	away(w, r, "/sign-in?"+query.Encode())
}

func (a *API) step(w http.ResponseWriter, r *http.Request) {
	var raw []byte
	cookie, err := r.Cookie(stepCookie)
	if err == nil {
		raw, err = base64.RawURLEncoding.DecodeString(cookie.Value)
	}
	if err != nil || !json.Valid(raw) {
		web.WriteProblem(w, r, fault.New(fault.NotFound, "There is nothing here."))
		return
	}
	a.setStep(w, r, "", -1)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(raw) // the client is gone: nobody is left to tell
}

func (a *API) setStep(w http.ResponseWriter, r *http.Request, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: stepCookie, Value: value, Path: StepPath, MaxAge: maxAge, HttpOnly: true, Secure: a.Session.Secure(r), SameSite: http.SameSiteStrictMode,
	})
}

// fail leads to the sign-in page, which says why in the user's language.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error, next string) {
	reason := ReasonOf(err)
	level := a.Service.Log.Info
	if reason == Broken && r.Context().Err() == nil {
		level = a.Service.Log.Error
	}
	level("a hand-over failed", "reason", string(reason), "error", err)
	query := url.Values{"reason": {string(reason)}}
	if next != "/" {
		query.Set("next", next)
	}
	away(w, r, "/sign-in?"+query.Encode())
}

// away redirects without leaving codes in anybody's log or cache.
func away(w http.ResponseWriter, r *http.Request, to string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func (a *API) setCookie(w http.ResponseWriter, r *http.Request, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: CookieName, Value: value, Path: cookiePath, MaxAge: maxAge, HttpOnly: true, Secure: a.Session.Secure(r), SameSite: http.SameSiteLaxMode,
	})
}

// Goodbye is where a session's end leads: over its issuer, if that ends sessions, to the configured site. It is session.API's Goodbye.
func (s *Service) Goodbye(ctx context.Context, left session.Left) string {
	site := s.SignIn.Site
	if left.Go && s.SignIn.GoSite != "" {
		site = s.SignIn.GoSite
	}
	next := site
	if next == "" {
		next = strings.TrimRight(s.PublicURL, "/") + "/sign-in"
	}
	if to := s.EndSession(ctx, left.Issuer, left.IDToken, next); to != "" {
		return to
	}
	return site
}
