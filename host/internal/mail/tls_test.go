package mail

import (
	"crypto/tls"
	"errors"
	"io"
	"log"
	"strings"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/hosttest"
)

// guarded is a post office that takes mails from those who know the password, which it asks for whether or not the way is protected.
type guarded struct{ *postOffice }

func (g guarded) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &guardedSession{session: &session{office: g.postOffice}}, nil
}

type guardedSession struct {
	*session
	known bool
}

func (s *guardedSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *guardedSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		s.known = user == "portal" && password == "secret"
		if !s.known {
			return errors.New("wrong")
		}
		return nil
	}), nil
}

func (s *guardedSession) Mail(from string, o *smtp.MailOptions) error {
	if !s.known {
		return smtp.ErrAuthRequired
	}
	return s.session.Mail(from, o)
}

// openGuarded runs a guarded post office: implicit for TLS from the first byte, else STARTTLS, or nothing without a configuration.
func openGuarded(t *testing.T, protection *tls.Config, implicit bool) (*postOffice, string) {
	t.Helper()
	office := &postOffice{}
	server := smtp.NewServer(guarded{office})
	server.AllowInsecureAuth, server.TLSConfig, server.ErrorLog = true, protection, log.New(io.Discard, "", 0)
	if !implicit {
		return office, serve(t, server, nil)
	}
	return office, serve(t, server, protection)
}

func TestDeliver_ByTLSAndPassword(t *testing.T) {
	authority, stranger := hosttest.NewAuthority(t), hosttest.NewAuthority(t)
	pair := authority.Issue(t, "portal")
	trusting := config.ClientTLS{CA: authority.File}
	for name, c := range map[string]struct {
		scheme, login string
		server        *tls.Config
		requires      bool
		client        config.ClientTLS
		problem       string // empty: the mail arrives
	}{
		"implicit":                       {scheme: "smtps", login: "portal:secret", server: authority.Server(t, pair, false), client: trusting},
		"implicit, another authority":    {scheme: "smtps", login: "portal:secret", server: authority.Server(t, pair, false), client: config.ClientTLS{CA: stranger.File}, problem: "certificate"},
		"implicit, the system's":         {scheme: "smtps", login: "portal:secret", server: authority.Server(t, pair, false), problem: "certificate"},
		"STARTTLS":                       {scheme: "smtp", login: "portal:secret", server: authority.Server(t, pair, false), client: trusting},
		"STARTTLS, another authority":    {scheme: "smtp", login: "portal:secret", server: authority.Server(t, pair, false), client: config.ClientTLS{CA: stranger.File}, problem: "certificate"},
		"a client's certificate":         {scheme: "smtps", login: "portal:secret", server: authority.Server(t, pair, true), client: config.ClientTLS{CA: authority.File, Cert: pair.Cert, Key: pair.Key}},
		"no client's certificate":        {scheme: "smtps", login: "portal:secret", server: authority.Server(t, pair, true), client: trusting, problem: "certificate"},
		"a wrong password":               {scheme: "smtps", login: "portal:guess", server: authority.Server(t, pair, false), client: trusting, problem: "454"},
		"no STARTTLS, though it must be": {scheme: "smtp", login: "portal:secret", requires: true, problem: "STARTTLS"},
		"an authority without STARTTLS":  {scheme: "smtp", login: "portal:secret", client: trusting, problem: "STARTTLS"},
		"a password in the clear":        {scheme: "smtp", login: "portal:secret", problem: "authentication mechanism"},
	} {
		t.Run(name, func(t *testing.T) {
			office, address := openGuarded(t, c.server, c.scheme == "smtps")
			protection, err := c.client.Client()
			if err != nil {
				t.Fatal(err)
			}
			d, err := Open(Settings{URL: c.scheme + "://" + c.login + "@" + address, From: sender, RequiresTLS: c.requires, TLS: protection})
			if err != nil {
				t.Fatal(err)
			}
			err = d.Deliver(t.Context(), message("k", "ann@demo.test"))
			if (err == nil) != (c.problem == "") || (err != nil && !strings.Contains(err.Error(), c.problem)) {
				t.Errorf("Deliver() = %v; want %q", err, c.problem)
			}
			if err != nil && (errors.Is(err, ErrRefused) || strings.Contains(err.Error(), "secret")) {
				t.Errorf("it is tried again, and tells no secret: %v", err)
			}
			if got := len(office.got()); (got == 1) != (c.problem == "") {
				t.Errorf("%d mails have come", got)
			}
		})
	}
}
