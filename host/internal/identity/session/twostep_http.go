package session

import (
	"net/http"

	"outrider.dev/outrider/host/internal/access"
)

// secondStep ends a sign-in with a code of the app or a recovery code.
func (a *API) secondStep(w http.ResponseWriter, r *http.Request) error {
	var in secondStepBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	missing := map[string]*string{"body.ticket": in.Ticket}
	if in.Recovery == "" {
		missing["body.code"] = &in.Code
	}
	if err := required(missing); err != nil {
		return err
	}
	tokens, err := a.Sessions.SignInSecond(r.Context(), SecondStep{Ticket: *in.Ticket, Code: in.Code, Recovery: in.Recovery}, a.ClientOf(r))
	if err != nil {
		return err
	}
	return a.give(w, r, tokens)
}

func (a *API) enrol(w http.ResponseWriter, r *http.Request) error {
	var in ticketBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if missing := required(map[string]*string{"body.ticket": in.Ticket}); missing != nil {
		return missing
	}
	e, err := a.Sessions.Enrol(r.Context(), *in.Ticket)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, e)
}

func (a *API) enrolled(w http.ResponseWriter, r *http.Request) error {
	var in enrolledBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if missing := required(map[string]*string{"body.ticket": in.Ticket, "body.code": in.Code}); missing != nil {
		return missing
	}
	tokens, recovery, err := a.Sessions.Enrolled(r.Context(), *in.Ticket, *in.Code, a.ClientOf(r))
	if err != nil {
		return err
	}
	a.Give(w, r, tokens.Refresh)
	return writeJSON(w, http.StatusOK, enrolledAnswer{answerOf(tokens), RecoveryAnswer{recovery}})
}

func (a *API) twoStep(w http.ResponseWriter, r *http.Request) error {
	who, err := a.authenticated(r)
	if err != nil {
		return err
	}
	state, err := a.Sessions.TwoStep(r.Context(), who)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, state)
}

func (a *API) beginApp(w http.ResponseWriter, r *http.Request) error {
	who, typed, err := a.withPassword(r)
	if err != nil {
		return err
	}
	e, err := a.Sessions.BeginApp(r.Context(), who, typed, a.ClientOf(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, e)
}

func (a *API) confirmApp(w http.ResponseWriter, r *http.Request) error {
	who, err := a.authenticated(r)
	if err != nil {
		return err
	}
	var in struct {
		Code *string `json:"code"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if missing := required(map[string]*string{"body.code": in.Code}); missing != nil {
		return missing
	}
	recovery, err := a.Sessions.ConfirmApp(r.Context(), who, *in.Code, a.ClientOf(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, RecoveryAnswer{recovery})
}

func (a *API) removeApp(w http.ResponseWriter, r *http.Request) error {
	who, typed, err := a.withPassword(r)
	if err != nil {
		return err
	}
	if err := a.Sessions.RemoveApp(r.Context(), who, typed, a.ClientOf(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (a *API) newRecovery(w http.ResponseWriter, r *http.Request) error {
	who, typed, err := a.withPassword(r)
	if err != nil {
		return err
	}
	codes, err := a.Sessions.NewRecovery(r.Context(), who, typed, a.ClientOf(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, RecoveryAnswer{codes})
}

// withPassword is who asks, and the password that was typed again.
func (a *API) withPassword(r *http.Request) (who access.Subject, typed string, err error) {
	if who, err = a.authenticated(r); err != nil {
		return who, "", err
	}
	var in struct {
		Password *string `json:"password"`
	}
	if err := readJSON(r, &in); err != nil {
		return who, "", err
	}
	if missing := required(map[string]*string{"body.password": in.Password}); missing != nil {
		return who, "", missing
	}
	return who, *in.Password, nil
}
