// Package oidctest runs OpenID Connect servers for tests: a real provider that people sign in at, and a forger that answers whatever a
// test wants to see refused.
package oidctest

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// Of the product at the provider.
const (
	ClientID     = "outrider"
	ClientSecret = "a secret of the test" // opens nothing
	Password     = "Elsewhere1"
)

// Person is somebody with an account at the provider; the user name is the part of the e-mail address before the @.
type Person struct {
	ID, Username, Email string
	Verified            bool
}

// Provider is a real OpenID provider with a form to sign in.
func Provider(issuer, publicURL string, log *slog.Logger, people ...Person) http.Handler {
	registered := storage.WebClient(ClientID, ClientSecret, publicURL+"/api/auth/handover/callback")
	s := &store{
		Storage: storage.NewStorageWithClients(users{people}, map[string]*storage.Client{ClientID: registered}),
		client:  client{Client: registered, leave: []string{publicURL + "/sign-in"}},
	}
	return exampleop.SetupServer(issuer, s, log, false)
}

// store is the provider's example storage, with a client that may be left to our sign-in page.
type store struct {
	*storage.Storage
	client client
}

// GetClientByClientID implements op.Storage.
func (s *store) GetClientByClientID(_ context.Context, id string) (op.Client, error) {
	if id != ClientID {
		return nil, fmt.Errorf("there is no client %s", id)
	}
	return s.client, nil
}

type client struct {
	*storage.Client
	leave []string
}

// PostLogoutRedirectURIs implements op.Client.
func (c client) PostLogoutRedirectURIs() []string { return c.leave }

type users struct{ people []Person }

// GetUserByID implements storage.UserStore.
func (u users) GetUserByID(id string) *storage.User {
	return u.find(func(p Person) bool { return p.ID == id })
}

// GetUserByUsername implements storage.UserStore.
func (u users) GetUserByUsername(name string) *storage.User {
	return u.find(func(p Person) bool { return p.Username == name })
}

// ExampleClientID implements storage.UserStore.
func (u users) ExampleClientID() string { return "service" }

func (u users) find(is func(Person) bool) *storage.User {
	for _, p := range u.people {
		if is(p) {
			return &storage.User{ID: p.ID, Username: p.Username, Password: Password, FirstName: "Pat", LastName: "Lee", Email: p.Email, EmailVerified: p.Verified}
		}
	}
	return nil
}
