package oidc

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/oauth2"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/identity/session"
)

// CallbackPath is where issuers send people back to; with the public URL before it, it is registered there.
const CallbackPath = "/api/auth/handover/callback"

// NewAccount is somebody to make an account for, with the most powerful of some roles.
type NewAccount struct {
	Email, FirstName, LastName, OrgID, GroupID string
	Roles                                      []string // given ones, or the organisation's own by their names
}

// ErrNoRole says that an organisation has none of the roles that an issuer names.
var ErrNoRole = errors.New("the organisation has none of these roles")

// Config is what Service needs; every field is required, but Now.
type Config struct {
	SignIn    config.SignIn
	PublicURL string
	Pool      *pgxpool.Pool
	Sessions  *session.Service
	// Create makes an account inside tx, and Committed is called after its commit: identity. ErrNoRole: it has no role to give.
	Create    func(ctx context.Context, tx pgx.Tx, a NewAccount) (id string, err error)
	Committed func()
	// Follow gives an account inside tx the most powerful of the roles that an issuer names, and reports whether its organisation has one of them, and whether that is another one than it had:
	// identity.FollowRole.
	Follow func(ctx context.Context, tx pgx.Tx, accountID string, roles []string, issuer string) (known, changed bool, err error)
	Log    *slog.Logger
	Now    func() time.Time
}

// Service begins and finishes hand-overs. It is safe for concurrent use.
type Service struct {
	Config
	issuers map[string]*issuer
	seal    seal
}

// New makes a Service; it asks no issuer yet.
func New(ctx context.Context, c Config) (*Service, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	s := &Service{Config: c, issuers: map[string]*issuer{}}
	for id, each := range c.SignIn.Issuers {
		i, err := newIssuer(id, each, c.Now)
		if err != nil {
			return nil, err
		}
		s.issuers[id] = i
	}
	key, err := loadKey(ctx, c.Pool)
	if err != nil {
		return nil, err
	}
	s.seal, err = newSeal(key)
	return s, err
}

// Choice is an issuer as the sign-in page offers it.
type Choice struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Choices are the issuers in the order of their names.
func (s *Service) Choices() []Choice {
	all := []Choice{}
	for _, id := range slices.Sorted(maps.Keys(s.issuers)) {
		all = append(all, Choice{id, s.issuers[id].title()})
	}
	return all
}

// Request is how a hand-over begins.
type Request struct {
	Issuer string // its id or its URL; may be empty when there is one
	Return string // a local path; anything else leads to the first page
	OrgID  string // for support roles: the organisation to enter
	Hint   string // who probably comes, for the issuer's form
}

// Begin is where the browser goes, and the cookie that it has to bring back.
func (s *Service) Begin(ctx context.Context, r Request) (address, cookie string, err error) {
	i := s.find(r.Issuer)
	if i == nil {
		return "", "", refuse(Untrusted, "find an issuer: none is called so")
	}
	e, err := i.discover(ctx)
	if err != nil {
		return "", "", err
	}
	st := state{
		ID: rand.Text(), Issuer: i.id, Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(),
		Return: LocalPath(r.Return), OrgID: clip(r.OrgID), Expires: s.Now().Add(Life),
	}
	cookie, err = s.seal.close(st)
	if err != nil {
		return "", "", err
	}
	options := []oauth2.AuthCodeOption{oidc.Nonce(st.Nonce), oauth2.S256ChallengeOption(st.Verifier)}
	if r.Hint != "" {
		options = append(options, oauth2.SetAuthURLParam("login_hint", clip(r.Hint)))
	}
	return i.oauth(e, s.redirect()).AuthCodeURL(st.ID, options...), cookie, nil
}

// Answer is what the browser brought back.
type Answer struct {
	Cookie, State, Code, Error, Issuer string
}

// Finished is a hand-over that succeeded.
type Finished struct {
	Tokens session.Tokens
	Return string
}

// Finish checks what came back and begins the session. Return is set in an error's case too, if it is known.
func (s *Service) Finish(ctx context.Context, a Answer, from session.Client) (Finished, error) {
	st, err := s.seal.open(a.Cookie, s.Now())
	if err != nil {
		return Finished{Return: "/"}, refuse(Expired, "finish a hand-over: %w", err)
	}
	done := Finished{Return: st.Return}
	if subtle.ConstantTimeCompare([]byte(a.State), []byte(st.ID)) != 1 {
		return done, refuse(Expired, "finish a hand-over: the state is another one")
	}
	if err := s.once(ctx, st); err != nil {
		return done, err
	}
	p, i, err := s.identify(ctx, a, st)
	if err != nil {
		return done, err
	}
	done.Tokens, err = s.Sessions.SignInFederated(ctx, session.Federated{
		OrgID: st.OrgID, Issuer: i.URL, IDToken: p.idToken, Subject: p.Subject, SID: text(p.claims, "sid"), SecondStep: i.askedTwice(p.claims),
		Account: func(tx pgx.Tx) (string, error) { return s.account(ctx, tx, i, p) },
	}, from)
	s.Committed()
	return done, reasoned(err)
}

// identify is who came, by the issuer's word.
func (s *Service) identify(ctx context.Context, a Answer, st state) (person, *issuer, error) {
	i := s.issuers[st.Issuer]
	if i == nil {
		return person{}, nil, refuse(Untrusted, "finish a hand-over: issuer %s is not configured any more", st.Issuer)
	}
	e, err := i.discover(ctx)
	if err != nil {
		return person{}, nil, err
	}
	if a.Issuer != i.URL && (a.Issuer != "" || e.NamesSelf) { // RFC 9207: another issuer's answer under this one's name
		return person{}, nil, refuse(Untrusted, "finish a hand-over: it is another issuer's answer")
	}
	if a.Error != "" || a.Code == "" {
		return person{}, nil, refuse(Refused, "issuer %s refuses: %.100q", i.id, a.Error)
	}
	p, err := i.exchange(ctx, e, st, a.Code, s.redirect())
	return p, i, err
}

// once lets a hand-over come back one time, to whichever host.
func (s *Service) once(ctx context.Context, st state) error {
	tag, err := s.Pool.Exec(ctx, `INSERT INTO outrider.handover_done (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, st.ID, st.Expires)
	if err != nil {
		return fmt.Errorf("note a hand-over: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return refuse(Expired, "finish a hand-over: it was finished before")
	}
	return nil
}

// EndSession is where the issuer of a session ends its own, and sends the browser on to next. Empty: it offers nothing.
func (s *Service) EndSession(ctx context.Context, issuerURL, idToken, next string) string {
	i := s.find(issuerURL)
	if i == nil || issuerURL == "" {
		return ""
	}
	e, err := i.discover(ctx)
	if err != nil || e.EndSession == "" {
		return ""
	}
	u, err := url.Parse(e.EndSession)
	if err != nil {
		return ""
	}
	query := u.Query()
	query.Set("id_token_hint", idToken)
	query.Set("client_id", i.ClientID)
	query.Set("post_logout_redirect_uri", next)
	u.RawQuery = query.Encode()
	return u.String()
}

// find is the issuer of an id or a URL, or the only one.
func (s *Service) find(name string) *issuer {
	for id, i := range s.issuers {
		if id == name || i.URL == name || name == "" && len(s.issuers) == 1 {
			return i
		}
	}
	return nil
}

func (s *Service) redirect() string { return strings.TrimRight(s.PublicURL, "/") + CallbackPath }

func clip(text string) string { return strings.ToValidUTF8(text[:min(len(text), 200)], "") }

// reasoned gives errors of the session their reason.
func reasoned(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*refusal](err); ok {
		return err
	}
	if _, ok := errors.AsType[*session.TooMany](err); ok {
		return refuse(TooMany, "begin a session: %w", err)
	}
	if errors.Is(err, session.ErrOrganisation) {
		return refuse(Organisation, "begin a session: %w", err)
	}
	if isSignedOut(err) {
		return refuse(NoAccount, "begin a session: %w", err)
	}
	return err
}
