package oidc

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Skew is by how much clocks may differ.
const Skew = time.Minute

// oldest is how long ago a token may have been made.
const oldest = Life

// person is somebody as the issuer describes them.
type person struct {
	Subject, Email, FirstName, LastName string
	claims                              map[string]any
	idToken                             string
}

// exchange swaps the code for tokens and believes nothing in them that was not checked.
func (i *issuer) exchange(ctx context.Context, e *endpoints, st state, code, redirect string) (person, error) {
	ctx = oidc.ClientContext(ctx, i.client)
	token, err := i.oauth(e, redirect).Exchange(ctx, code, oauth2.VerifierOption(st.Verifier))
	if err != nil {
		return person{}, refuse(reasonOf(err), "swap a code at issuer %s: %w", i.id, withoutBody(err))
	}
	raw, _ := token.Extra("id_token").(string)
	// Keys are read anew each time: one that was withdrawn over there is good for nobody here from then on.
	// The verifier has no leeway for the expiry: its clock goes late by the skew.
	verifier := e.VerifierContext(ctx, &oidc.Config{ClientID: i.ClientID, SupportedSigningAlgs: algorithms, Now: func() time.Time { return i.now().Add(-Skew) }})
	id, err := verifier.Verify(ctx, raw)
	if err != nil {
		return person{}, refuse(reasonOf(err), "verify a token of issuer %s: %w", i.id, err)
	}
	if err := i.check(id, st, token.AccessToken); err != nil {
		return person{}, refuse(Untrusted, "check a token of issuer %s: %w", i.id, err)
	}
	claims := map[string]any{}
	if err := id.Claims(&claims); err != nil {
		return person{}, refuse(Untrusted, "read claims of issuer %s: %w", i.id, err)
	}
	if err := i.complete(ctx, e, id.Subject, token, claims); err != nil {
		return person{}, err
	}
	p := person{Subject: id.Subject, FirstName: text(claims, "given_name"), LastName: text(claims, "family_name"), claims: claims, idToken: raw}
	p.Email, err = i.email(claims)
	return p, err
}

// check is what the verifier leaves to us.
func (i *issuer) check(id *oidc.IDToken, st state, accessToken string) error {
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(st.Nonce)) != 1 {
		return errors.New("the nonce is another one")
	}
	var more struct {
		Party string `json:"azp"`
	}
	if err := id.Claims(&more); err != nil {
		return err
	}
	if more.Party != "" && more.Party != i.ClientID || len(id.Audience) > 1 && more.Party == "" {
		return errors.New("it was made for another party")
	}
	now := i.now()
	if id.IssuedAt.After(now.Add(Skew)) || id.IssuedAt.Before(now.Add(-oldest-Skew)) {
		return errors.New("it was not made just now")
	}
	if id.Subject == "" || len(id.Subject) > 255 {
		return errors.New("it has no subject")
	}
	if id.AccessTokenHash != "" {
		return id.VerifyAccessToken(accessToken)
	}
	return nil
}

// complete asks the issuer for what its token does not say: many give the e-mail address only this way.
func (i *issuer) complete(ctx context.Context, e *endpoints, subject string, token *oauth2.Token, claims map[string]any) error {
	if i.hasAll(claims) || e.UserInfoEndpoint() == "" {
		return nil
	}
	info, err := e.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return refuse(Unreachable, "ask issuer %s about somebody: %w", i.id, withoutBody(err))
	}
	if info.Subject != subject {
		return refuse(Untrusted, "issuer %s tells of somebody else", i.id)
	}
	more := map[string]any{}
	if err := info.Claims(&more); err != nil {
		return refuse(Untrusted, "read what issuer %s tells of somebody: %w", i.id, err)
	}
	for name, value := range more {
		if _, known := claims[name]; !known { // what is signed stands
			claims[name] = value
		}
	}
	return nil
}

func (i *issuer) hasAll(claims map[string]any) bool {
	needed := []string{i.accountClaim(), i.RoleClaim, i.GroupClaim}
	return !slices.ContainsFunc(needed, func(name string) bool { return name != "" && claims[name] == nil })
}

func (i *issuer) accountClaim() string {
	if i.AccountClaim == "" {
		return "email"
	}
	return i.AccountClaim
}

// email is the address of the account that is meant. The claim `email` counts only when the issuer has verified it: anybody can type any.
func (i *issuer) email(claims map[string]any) (string, error) {
	address := strings.ToLower(strings.TrimSpace(text(claims, i.accountClaim())))
	if address == "" {
		return "", refuse(NoAccount, "issuer %s names no account in %s", i.id, i.accountClaim())
	}
	if i.accountClaim() == "email" && claims["email_verified"] != true && claims["email_verified"] != "true" {
		return "", refuse(Unverified, "issuer %s has not verified the address", i.id)
	}
	return address, nil
}

// mapped is the first of a claim's values that the mapping knows. `*` is for everybody.
func mapped(claims map[string]any, claim string, mapping map[string]string) string {
	for _, value := range texts(claims[claim]) {
		if to, known := mapping[value]; known {
			return to
		}
	}
	return mapping["*"]
}

func texts(claim any) []string {
	switch value := claim.(type) {
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, each := range value {
			if s, ok := each.(string); ok {
				all = append(all, s)
			}
		}
		return all
	case json.Number:
		return []string{value.String()}
	default:
		return nil
	}
}

// askedTwice reports whether the issuer says of somebody that a second step was asked for.
func (i *issuer) askedTwice(claims map[string]any) bool {
	wanted := i.SecondStep
	if len(wanted) == 0 {
		wanted = []string{"mfa"} // RFC 8176
	}
	said := append(texts(claims["amr"]), texts(claims["acr"])...)
	return slices.Contains(wanted, "*") || slices.ContainsFunc(said, func(value string) bool { return slices.Contains(wanted, value) })
}

func text(claims map[string]any, name string) string {
	s, _ := claims[name].(string)
	return s
}

// reasonOf tells an issuer that is down from one whose answer does not hold.
func reasonOf(err error) Reason {
	if isUnreachable(err) {
		return Unreachable
	}
	return Untrusted
}

// withoutBody keeps what an issuer answered out of the log: it may repeat codes.
func withoutBody(err error) error {
	if retrieve, ok := errors.AsType[*oauth2.RetrieveError](err); ok && retrieve.Response != nil {
		return fmt.Errorf("%s (%s)", retrieve.Response.Status, retrieve.ErrorCode)
	}
	return err
}
