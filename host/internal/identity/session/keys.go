package session

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/fault"
)

// AccessLife is how long an access token is good.
const AccessLife = 10 * time.Minute

const (
	issuer     = "outrider"
	keyLife    = 30 * 24 * time.Hour // then a new one signs
	keyGrace   = time.Hour           // for which the old one still verifies
	reloadKeys = time.Second         // at most so often for keys that are not known
)

// Keys signs and verifies access tokens with keys that all hosts share. It implements access.Verifier.
type Keys struct {
	pool *pgxpool.Pool
	now  func() time.Time

	mu     sync.RWMutex
	known  map[string]ed25519.PrivateKey
	newest string
	made   time.Time // of the newest
	loaded time.Time
}

// NewKeys loads lazily.
func NewKeys(pool *pgxpool.Pool, now func() time.Time) *Keys {
	return &Keys{pool: pool, now: now, known: map[string]ed25519.PrivateKey{}}
}

// claims are what an access token says.
type claims struct {
	jwt.RegisteredClaims
	SessionID string `json:"sid"`
	OrgID     string `json:"org"`
}

// Sign returns an access token for the subject, good for AccessLife, or until the subject's own end if that comes before.
func (k *Keys) Sign(ctx context.Context, who access.Subject) (string, error) {
	id, key, err := k.signer(ctx)
	if err != nil {
		return "", err
	}
	now := k.now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Subject: who.UserID, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(endOf(who, now)),
		},
		SessionID: who.SessionID, OrgID: who.OrgID,
	})
	token.Header["kid"] = id
	text, err := token.SignedString(key)
	if err != nil {
		return "", fmt.Errorf("sign an access token: %w", err)
	}
	return text, nil
}

// endOf is when an access token that is made now ends.
func endOf(who access.Subject, now time.Time) time.Time {
	end := now.Add(AccessLife)
	if !who.ExpiresAt.IsZero() && who.ExpiresAt.Before(end) {
		return who.ExpiresAt
	}
	return end
}

// Verify returns whom a token speaks for. Its fault kind is signed_out for a token that is not good (any more), unavailable when the
// keys cannot be read.
func (k *Keys) Verify(ctx context.Context, token string) (access.Subject, error) {
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		id, _ := t.Header["kid"].(string)
		return k.verifier(ctx, id)
	}, jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer), jwt.WithExpirationRequired(), jwt.WithTimeFunc(k.now))
	if fault.KindOf(err) == fault.Unavailable {
		return access.Subject{}, err
	}
	if err != nil {
		return access.Subject{}, fault.Wrap(fault.SignedOut, err, "Your session is over. Please sign in again.")
	}
	return access.Subject{UserID: c.Subject, OrgID: c.OrgID, SessionID: c.SessionID, ExpiresAt: c.ExpiresAt.Time}, nil
}

func (k *Keys) verifier(ctx context.Context, id string) (ed25519.PublicKey, error) {
	if key, ok := k.find(id); ok {
		return key.Public().(ed25519.PublicKey), nil
	}
	k.mu.RLock()
	recent := k.now().Sub(k.loaded) < reloadKeys
	k.mu.RUnlock()
	if !recent {
		if err := k.load(ctx); err != nil {
			return nil, fault.Wrap(fault.Unavailable, err, "Access cannot be checked right now. Please try again.")
		}
	}
	key, ok := k.find(id)
	if !ok {
		return nil, errors.New("signed with a key that does not exist")
	}
	return key.Public().(ed25519.PublicKey), nil
}

func (k *Keys) find(id string) (ed25519.PrivateKey, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	key, ok := k.known[id]
	return key, ok
}

func (k *Keys) signer(ctx context.Context) (string, ed25519.PrivateKey, error) {
	for range 2 {
		k.mu.RLock()
		id, key, fresh := k.newest, k.known[k.newest], k.now().Sub(k.made) < keyLife
		k.mu.RUnlock()
		if id != "" && fresh {
			return id, key, nil
		}
		if err := k.rotate(ctx); err != nil {
			return "", nil, err
		}
	}
	return "", nil, errors.New("find a signing key: none is fresh")
}

// rotate makes a new key unless another host just did, and prunes those that no living token was signed with.
func (k *Keys) rotate(ctx context.Context) error {
	now := k.now()
	seed := make([]byte, ed25519.SeedSize)
	if _, err := rand.Read(seed); err != nil {
		return fmt.Errorf("make a signing key: %w", err)
	}
	err := pgx.BeginFunc(ctx, k.pool, func(tx pgx.Tx) error {
		if err := rowlock.Wait(ctx, tx, "signing_key"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.signing_key (id, seed, created_at) SELECT $1, $2, $3
			WHERE NOT EXISTS (SELECT FROM outrider.signing_key WHERE created_at > $4)`, rand.Text(), seed, now, now.Add(-keyLife)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM outrider.signing_key WHERE created_at < $1`, now.Add(-keyLife-keyGrace))
		return err
	})
	if err != nil {
		return fmt.Errorf("rotate signing keys: %w", err)
	}
	return k.load(ctx)
}

func (k *Keys) load(ctx context.Context) error {
	rows, err := k.pool.Query(ctx, `SELECT id, seed, created_at FROM outrider.signing_key ORDER BY created_at`)
	if err != nil {
		return fmt.Errorf("read signing keys: %w", err)
	}
	known, newest, made := map[string]ed25519.PrivateKey{}, "", time.Time{}
	var id string
	var seed []byte
	var at time.Time
	if _, err := pgx.ForEachRow(rows, []any{&id, &seed, &at}, func() error {
		if len(seed) != ed25519.SeedSize {
			return fmt.Errorf("signing key %s has %d bytes", id, len(seed))
		}
		known[id], newest, made = ed25519.NewKeyFromSeed(seed), id, at
		return nil
	}); err != nil {
		return fmt.Errorf("read signing keys: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known, k.newest, k.made, k.loaded = known, newest, made, k.now()
	return nil
}
