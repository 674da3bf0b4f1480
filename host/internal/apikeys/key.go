// Package apikeys makes API keys of organisations, which programs send instead of a person's access token, and finds whose key one is. What a key may is
// decided by package access, from the maker's own grants.
package apikeys

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// Prefix begins every key, so that keys that leaked can be searched for.
const Prefix = "ork_"

const (
	secretLength = 32 // characters of base 32: 160 random bits
	sumLength    = 6  // of a check sum, so that what is no key costs no look-up
	hintLength   = len(Prefix) + 4
)

// makeKey makes a key.
func makeKey() string {
	var secret string
	for len(secret) < secretLength {
		secret += rand.Text()
	}
	secret = secret[:secretLength]
	return Prefix + secret + sumOf(secret)
}

func sumOf(secret string) string {
	sum := sha256.Sum256([]byte("outrider api key\x00" + secret))
	return strings.ToUpper(hex.EncodeToString(sum[:]))[:sumLength]
}

func hashOf(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

// IsKey reports whether a token is meant to be an API key.
func IsKey(token string) bool { return strings.HasPrefix(token, Prefix) }

// wellFormed reports whether a key was made by makeKey.
func wellFormed(key string) bool {
	secret, ok := strings.CutPrefix(key, Prefix)
	return ok && len(secret) == secretLength+sumLength && sumOf(secret[:secretLength]) == secret[secretLength:]
}

// Verifier finds whom API keys speak for, and passes access tokens on.
type Verifier struct {
	Pool   *pgxpool.Pool
	Tokens access.Verifier
}

// Verify implements access.Verifier. Whether a key was revoked is the decision's to say, which knows at once.
func (v Verifier) Verify(ctx context.Context, token string) (access.Subject, error) {
	if !IsKey(token) {
		return v.Tokens.Verify(ctx, token)
	}
	if !wellFormed(token) {
		return access.Subject{}, errNoKey()
	}
	var who access.Subject
	err := v.Pool.QueryRow(ctx, `SELECT account_id::text, org_id, id::text, expires_at FROM outrider.api_key WHERE hash = $1`, hashOf(token)).
		Scan(&who.UserID, &who.OrgID, &who.SessionID, &who.ExpiresAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return access.Subject{}, errNoKey()
	}
	if err != nil {
		return access.Subject{}, fault.Wrap(fault.Unavailable, fmt.Errorf("find an API key: %w", err), "Access cannot be checked right now. Please try again.")
	}
	return who, nil
}

func errNoKey() error { return fault.New(fault.SignedOut, "This API key is not valid.") }
