package session

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"outrider.dev/sdk/fault"
)

func (a *API) beginPasskey(w http.ResponseWriter, r *http.Request) error {
	var in passkeyBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	asked, err := a.Sessions.BeginPasskey(r.Context(), in.Ticket, a.ClientOf(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, asked)
}

func readCredential(r *http.Request) (in credentialBody, err error) {
	if err := readJSON(r, &in); err != nil {
		return in, err
	}
	answer := string(in.Credential)
	return in, required(map[string]*string{"body.ticket": in.Ticket, "body.credential": &answer})
}

func (a *API) signInPasskey(w http.ResponseWriter, r *http.Request) error {
	in, err := readCredential(r)
	if err != nil {
		return err
	}
	tokens, err := a.Sessions.SignInPasskey(r.Context(), *in.Ticket, in.Credential, a.ClientOf(r))
	if err != nil {
		return err
	}
	return a.give(w, r, tokens)
}

func (a *API) beginRegistration(w http.ResponseWriter, r *http.Request) error {
	who, typed, err := a.withPassword(r)
	if err != nil {
		return err
	}
	asked, err := a.Sessions.BeginRegistration(r.Context(), who, typed, a.ClientOf(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, asked)
}

func (a *API) register(w http.ResponseWriter, r *http.Request) error {
	who, err := a.authenticated(r)
	if err != nil {
		return err
	}
	in, err := readCredential(r)
	if err != nil {
		return err
	}
	name, err := nameOf(in.Name)
	if err != nil {
		return err
	}
	recovery, err := a.Sessions.Register(r.Context(), who, *in.Ticket, name, in.Credential)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, RecoveryAnswer{recovery})
}

func (a *API) renamePasskey(w http.ResponseWriter, r *http.Request) error {
	who, err := a.authenticated(r)
	if err != nil {
		return err
	}
	var in struct {
		Name string `json:"name"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	name, err := nameOf(in.Name)
	if err != nil {
		return err
	}
	if err := a.Sessions.RenamePasskey(r.Context(), who, r.PathValue("id"), name); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (a *API) removePasskey(w http.ResponseWriter, r *http.Request) error {
	who, typed, err := a.withPassword(r)
	if err != nil {
		return err
	}
	if err := a.Sessions.RemovePasskey(r.Context(), who, r.PathValue("id"), typed, a.ClientOf(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// nameOf is the name that somebody gives a passkey.
func nameOf(typed string) (string, error) {
	name := strings.Join(strings.Fields(typed), " ")
	if name == "" || utf8.RuneCountInString(name) > 60 {
		return "", fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.name", Message: "needs 1 to 60 characters"})
	}
	return name, nil
}
