package oidc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/fault"
)

// account is who a person is here: the account that was linked at the first use, else the one of the address, else a new one.
func (s *Service) account(ctx context.Context, tx pgx.Tx, i *issuer, p person) (id string, err error) {
	// Two first uses of one subject wait for each other.
	if err := rowlock.Wait(ctx, tx, rowlock.Share("handover", i.URL, p.Subject)); err != nil {
		return "", fmt.Errorf("wait for another hand-over: %w", err)
	}
	var home string
	err = tx.QueryRow(ctx, `UPDATE outrider.identity_link l SET seen_at = $3 FROM outrider.account a
		WHERE l.issuer = $1 AND l.subject = $2 AND a.id = l.account_id RETURNING a.id::text, a.org_id`, i.URL, p.Subject, s.Now()).Scan(&id, &home)
	if err == nil {
		if err := i.vouchesFor(home); err != nil {
			return "", err
		}
		return id, s.follow(ctx, tx, i, p, id)
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("find a link of issuer %s: %w", i.id, err)
	}
	err = tx.QueryRow(ctx, `SELECT id::text, org_id FROM outrider.account WHERE email = $1`, p.Email).Scan(&id, &home)
	if errors.Is(err, pgx.ErrNoRows) {
		if id, err = s.create(ctx, tx, i, p); err != nil {
			return "", err
		}
		return id, s.link(ctx, tx, i, p, id)
	}
	if err != nil {
		return "", fmt.Errorf("find an account: %w", err)
	}
	if err := i.vouchesFor(home); err != nil {
		return "", err
	}
	if err := s.link(ctx, tx, i, p, id); err != nil {
		return "", err
	}
	return id, s.follow(ctx, tx, i, p, id)
}

// follow gives an account the role that follows from the claims, where the configuration says that roles follow them.
func (s *Service) follow(ctx context.Context, tx pgx.Tx, i *issuer, p person, accountID string) error {
	if i.FollowRoles == "" {
		return nil
	}
	for _, roles := range i.rolesOf(p) {
		known, changed, err := s.Follow(ctx, tx, accountID, roles, i.URL)
		if err != nil {
			return fmt.Errorf("follow the role that issuer %s names: %w", i.id, err)
		}
		if changed {
			s.Log.Info("a role follows an issuer", "issuer", i.id, "account", accountID, "of", roles)
		}
		if known {
			return nil
		}
	}
	if i.FollowRoles == config.FollowOrRefuse {
		return refuse(NoAccount, "no role follows from what issuer %s says of account %s", i.id, accountID)
	}
	return nil
}

// rolesOf are the roles that follow from the claims: where roles follow them all that match, of which the most powerful counts, since issuers list groups in any order; then everybody's.
func (i *issuer) rolesOf(p person) (choices [][]string) {
	if i.FollowRoles == "" {
		if role := mapped(p.claims, i.RoleClaim, i.Roles); role != "" {
			choices = append(choices, []string{role})
		}
		return choices
	}
	var matching []string
	for _, value := range texts(p.claims[i.RoleClaim]) {
		if role := i.Roles[value]; role != "" {
			matching = append(matching, role)
		}
	}
	for _, roles := range [][]string{matching, {i.Roles["*"]}} {
		if strings.Join(roles, "") != "" {
			choices = append(choices, roles)
		}
	}
	return choices
}

// vouchesFor refuses an account of an organisation that the issuer has nothing to say about.
func (i *issuer) vouchesFor(orgID string) error {
	if len(i.Organisations) > 0 && !slices.Contains(i.Organisations, orgID) {
		return refuse(NoAccount, "issuer %s may not sign accounts of %s in", i.id, orgID)
	}
	return nil
}

// link remembers who the subject is here. An account that belongs to another subject of the issuer stays with that one: an address that was
// given to somebody new over there opens nothing here.
func (s *Service) link(ctx context.Context, tx pgx.Tx, i *issuer, p person, accountID string) error {
	tag, err := tx.Exec(ctx, `INSERT INTO outrider.identity_link (issuer, subject, account_id, linked_at, seen_at)
		VALUES ($1, $2, $3, $4, $4) ON CONFLICT ON CONSTRAINT identity_link_account_unique DO NOTHING`, i.URL, p.Subject, accountID, s.Now())
	if err != nil {
		return fmt.Errorf("link a subject of issuer %s: %w", i.id, err)
	}
	if tag.RowsAffected() == 0 {
		return refuse(NoAccount, "account %s belongs to another subject of issuer %s", accountID, i.id)
	}
	_, err = tx.Exec(ctx, `INSERT INTO outrider.audit_entry (at, actor_id, org_id, action, target, detail)
		SELECT $1, a.id, a.org_id, 'identity.link', a.id::text, jsonb_build_object('issuer', $3::text, 'subject', $4::text) FROM outrider.account a WHERE a.id = $2`,
		s.Now(), accountID, i.URL, p.Subject)
	if err != nil {
		return fmt.Errorf("note a link of issuer %s: %w", i.id, err)
	}
	return nil
}

// create makes an account where the configuration allows it and the claims say which role.
func (s *Service) create(ctx context.Context, tx pgx.Tx, i *issuer, p person) (string, error) {
	choices := i.rolesOf(p)
	if !i.Create || len(choices) == 0 {
		return "", refuse(NoAccount, "nobody here is meant by a subject of issuer %s", i.id)
	}
	group := mapped(p.claims, i.GroupClaim, i.Groups)
	if group == "" {
		group = i.Organisation // the root group
	}
	id, err := s.Create(ctx, tx, NewAccount{Email: p.Email, FirstName: p.FirstName, LastName: p.LastName, OrgID: i.Organisation, Roles: choices[0], GroupID: group})
	if errors.Is(err, ErrNoRole) {
		return "", refuse(NoAccount, "organisation %s has none of the roles %v that issuer %s names", i.Organisation, choices[0], i.id)
	}
	if err != nil {
		return "", fmt.Errorf("make an account for a subject of issuer %s: %w", i.id, err)
	}
	return id, nil
}

func isSignedOut(err error) bool { return fault.KindOf(err) == fault.SignedOut }
