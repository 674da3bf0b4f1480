package session

import (
	"context"
	"net/http"

	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/sdk/fault"
)

// Invited is whom an invite is for, as the page that accepts it shows it.
type Invited struct {
	Email        string `json:"email"`
	FirstName    string `json:"first_name"`
	LastName     string `json:"last_name"`
	Organisation string `json:"organisation"` // its name
}

// Acceptance is what somebody says who accepts an invite. Email may be left out; another address than the invite's is refused.
type Acceptance struct {
	Email     string `json:"email"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Password  string `json:"password"`
}

// Invites are the invitations of organisations, by the token of their link. The fault of a token that is none any more is not_found.
type Invites interface {
	Invited(ctx context.Context, token string) (Invited, error)
	// Accept makes the account and returns its address. The password has been checked against the rules.
	Accept(ctx context.Context, token string, a Acceptance) (email string, err error)
}

func (a *API) invited(w http.ResponseWriter, r *http.Request) error {
	found, err := a.Invites.Invited(r.Context(), r.URL.Query().Get("token"))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, found)
}

func (a *API) acceptInvite(w http.ResponseWriter, r *http.Request) error {
	var in acceptBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if problem := password.Problem(in.Password); problem != "" {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.password", Message: problem})
	}
	email, err := a.Invites.Accept(r.Context(), in.Token, in.Acceptance)
	if err != nil {
		return err
	}
	return a.welcome(w, r, Credentials{Email: email, Password: in.Password})
}

// welcome signs in with an account that was just made. What fails now does not unmake it, and the link cannot be used again: so it is said.
func (a *API) welcome(w http.ResponseWriter, r *http.Request, made Credentials) error {
	tokens, err := a.Sessions.SignIn(r.Context(), made, a.ClientOf(r))
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "Your account is ready, but you are not signed in yet. Please sign in with your password.")
	}
	return a.give(w, r, tokens)
}
