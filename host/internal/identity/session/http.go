package session

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// CookieName is the cookie with the refresh token.
const CookieName = "outrider_refresh"

const maxBody = 64 << 10

// API serves /api/auth/. Mount it there; it authenticates by itself.
type API struct {
	Sessions *Service
	Setup    *Setup
	Invites  Invites
	Decider  *access.Decider
	Log      *slog.Logger
	// Address is where a request comes from, as far as proxies are trusted.
	Address func(*http.Request) netip.Addr
	// Secure reports whether the browser reached the product by TLS, perhaps at a trusted proxy.
	Secure func(*http.Request) bool
	// Goodbye is where a browser goes whose session ended; empty: the product's own sign-in page. It may be nil.
	Goodbye func(context.Context, Left) string
	// PublicURL is the product's own, if it is known: its pages may sign in whatever name a proxy gives to this host.
	PublicURL string

	sameSite *http.CrossOriginProtection
}

// Handler routes the operations.
func (a *API) Handler() http.Handler {
	a.sameSite = protection(a.PublicURL)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/auth/sign-in", a.answer(a.signIn))
	mux.HandleFunc("POST /api/auth/second-step", a.answer(a.secondStep))
	mux.HandleFunc("POST /api/auth/second-step/enrol", a.answer(a.enrol))
	mux.HandleFunc("POST /api/auth/second-step/enrol/confirm", a.answer(a.enrolled))
	mux.HandleFunc("POST /api/auth/passkey/begin", a.answer(a.beginPasskey))
	mux.HandleFunc("POST /api/auth/passkey", a.answer(a.signInPasskey))
	mux.HandleFunc("POST /api/auth/passkeys/begin", a.answer(a.beginRegistration))
	mux.HandleFunc("POST /api/auth/passkeys", a.answer(a.register))
	mux.HandleFunc("POST /api/auth/passkeys/{id}", a.answer(a.renamePasskey))
	mux.HandleFunc("POST /api/auth/passkeys/{id}/remove", a.answer(a.removePasskey))
	mux.HandleFunc("GET /api/auth/two-step", a.answer(a.twoStep))
	mux.HandleFunc("POST /api/auth/two-step/app", a.answer(a.beginApp))
	mux.HandleFunc("POST /api/auth/two-step/app/confirm", a.answer(a.confirmApp))
	mux.HandleFunc("POST /api/auth/two-step/app/remove", a.answer(a.removeApp))
	mux.HandleFunc("POST /api/auth/two-step/recovery-codes", a.answer(a.newRecovery))
	mux.HandleFunc("POST /api/auth/refresh", a.answer(a.refresh))
	mux.HandleFunc("POST /api/auth/sign-out", a.answer(a.signOut))
	mux.HandleFunc("POST /api/auth/sign-out-everywhere", a.answer(a.signOutEverywhere))
	mux.HandleFunc("POST /api/auth/leave", a.answer(a.leave))
	mux.HandleFunc("POST /api/auth/change-password", a.answer(a.changePassword))
	mux.HandleFunc("GET /api/auth/first-administrator", a.answer(a.setupState))
	mux.HandleFunc("POST /api/auth/first-administrator", a.answer(a.setUp))
	mux.HandleFunc("POST /api/auth/forgotten-password", a.answer(a.requestReset))
	mux.HandleFunc("POST /api/auth/reset-password", a.answer(a.reset))
	mux.HandleFunc("GET /api/auth/invite", a.answer(a.invited))
	mux.HandleFunc("POST /api/auth/invite", a.answer(a.acceptInvite))
	mux.HandleFunc("/api/auth/", a.answer(func(http.ResponseWriter, *http.Request) error {
		return fault.New(fault.NotFound, "There is nothing here.")
	}))
	return mux
}

// answer renders what a handler returns.
func (a *API) answer(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		err := a.ofThisSite(r)
		if err == nil {
			err = a.mayChange(r)
		}
		if err == nil {
			err = h(w, r)
		}
		if err == nil {
			return
		}
		if next, ok := errors.AsType[*NextStep](err); ok {
			_ = writeJSON(w, http.StatusOK, next)
			return
		}
		if limited, ok := errors.AsType[*TooMany](err); ok {
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(max(limited.RetryAfter.Seconds(), 1)))))
			err = &web.Problem{Type: "about:blank", Status: http.StatusTooManyRequests, Kind: fault.Unavailable, Title: "Too many attempts. Please wait and try again."}
		}
		if fault.KindOf(err) == fault.Internal && r.Context().Err() == nil && web.ProblemOf(err).Status == http.StatusInternalServerError {
			a.Log.Error("a request went wrong", "operation", r.Method+" "+r.URL.Path, "error", err)
		}
		web.WriteProblem(w, r, err)
	}
}

func (a *API) signIn(w http.ResponseWriter, r *http.Request) error {
	var in signInBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if missing := required(map[string]*string{"body.email": in.Email, "body.password": in.Password}); missing != nil {
		return missing
	}
	tokens, err := a.Sessions.SignIn(r.Context(), Credentials{*in.Email, *in.Password, in.OrgID}, a.ClientOf(r))
	if err != nil {
		return err
	}
	return a.give(w, r, tokens)
}

func (a *API) refresh(w http.ResponseWriter, r *http.Request) error {
	in, err := readWish(r)
	if err != nil {
		return err
	}
	tokens, err := a.Sessions.refresh(r.Context(), refreshToken(r), in, a.ClientOf(r))
	if err == nil && in.SeeAs != "" {
		err = a.stillSeen(r.Context(), tokens, in.SeeAs)
	}
	if fault.KindOf(err) == fault.SignedOut {
		a.Forget(w, r)
	}
	if err != nil {
		return err
	}
	return a.give(w, r, tokens)
}

func (a *API) signOut(w http.ResponseWriter, r *http.Request) error {
	left, err := a.Sessions.SignOut(r.Context(), refreshToken(r))
	if err != nil {
		return err
	}
	return a.left(w, r, left)
}

// give answers with the tokens: the access token in the body, the refresh token where scripts cannot read it.
func (a *API) give(w http.ResponseWriter, r *http.Request, tokens Tokens) error {
	a.Give(w, r, tokens.Refresh)
	return writeJSON(w, http.StatusOK, answerOf(tokens))
}

func answerOf(tokens Tokens) TokenAnswer {
	lives := AccessLife
	if !tokens.EndsAt.IsZero() {
		lives = time.Until(tokens.EndsAt).Round(time.Second)
	}
	return TokenAnswer{tokens.Access, "Bearer", int(lives / time.Second), tokens.OrgID}
}

// ClientOf is who asks. An IPv6 customer has a whole /64 to come from: it counts as one address.
func (a *API) ClientOf(r *http.Request) Client {
	address := a.Address(r).Unmap()
	if address.Is6() {
		if network, err := address.Prefix(64); err == nil {
			address = network.Addr()
		}
	}
	return Client{Address: address.String(), UserAgent: r.UserAgent()}
}

func refreshToken(r *http.Request) string {
	cookie, err := r.Cookie(CookieName)
	if err != nil {
		return ""
	}
	return cookie.Value
}

func required(fields map[string]*string) error {
	var missing []fault.Field
	for location, value := range fields {
		if value == nil || *value == "" {
			missing = append(missing, fault.Field{Location: location, Message: "This field is required."})
		}
	}
	if missing == nil {
		return nil
	}
	return fault.InvalidFields("The request is not valid.", missing...)
}

func writeJSON(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client is gone: nobody is left to tell
	return nil
}
