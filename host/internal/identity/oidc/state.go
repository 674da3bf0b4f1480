package oidc

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Life is how long somebody may take over there.
const Life = 10 * time.Minute

// state is a hand-over under way. It travels in a sealed cookie, so that any host of a cluster can finish it.
type state struct {
	ID       string    `json:"id"` // also what the issuer repeats as state
	Issuer   string    `json:"issuer"`
	Nonce    string    `json:"nonce"`
	Verifier string    `json:"verifier"` // of PKCE
	Return   string    `json:"return"`
	OrgID    string    `json:"org_id,omitempty"`
	Expires  time.Time `json:"expires"`
}

// seal encrypts and authenticates states by a key that all hosts share.
type seal struct{ aead cipher.AEAD }

func newSeal(key []byte) (seal, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return seal{}, fmt.Errorf("make a seal: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return seal{aead}, err
}

func (s seal) close(st state) (string, error) {
	plain, err := json.Marshal(st)
	if err != nil {
		return "", fmt.Errorf("write a state: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, plain, []byte(CookieName))), nil
}

func (s seal) open(cookie string, now time.Time) (state, error) {
	raw, err := base64.RawURLEncoding.DecodeString(cookie)
	if err != nil {
		return state{}, fmt.Errorf("decode a state: %w", err)
	}
	plain, err := s.aead.Open(nil, nil, raw, []byte(CookieName))
	if err != nil {
		return state{}, fmt.Errorf("open a state: %w", err)
	}
	var st state
	if err := json.Unmarshal(plain, &st); err != nil {
		return state{}, fmt.Errorf("read a state: %w", err)
	}
	if now.After(st.Expires) {
		return state{}, errors.New("the state has expired")
	}
	return st, nil
}

// loadKey reads the key that all hosts on this database share, and makes it if there is none.
func loadKey(ctx context.Context, pool *pgxpool.Pool) (key []byte, err error) {
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `LOCK TABLE outrider.handover_key IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.handover_key (key) SELECT $1 WHERE NOT EXISTS (SELECT FROM outrider.handover_key)`, fresh); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT key FROM outrider.handover_key ORDER BY id DESC LIMIT 1`).Scan(&key)
	})
	if err != nil {
		return nil, fmt.Errorf("load the key of hand-overs: %w", err)
	}
	return key, nil
}

// LocalPath is where somebody returns to: a path of this site, whatever was asked for. A browser reads a backslash as a slash, skips control
// characters and takes dots away, so what holds the first two is not taken, and what the third would turn into another host's address neither.
func LocalPath(wanted string) string {
	const first = "/"
	if len(wanted) > 1000 || !utf8.ValidString(wanted) || !strings.HasPrefix(wanted, "/") ||
		strings.ContainsFunc(wanted, func(r rune) bool { return r == '\\' || r <= ' ' || unicode.IsControl(r) }) {
		return first
	}
	asked, err := url.Parse(wanted)
	if err != nil || asked.Path != path.Clean(asked.Path) && asked.Path != path.Clean(asked.Path)+"/" {
		return first // with // or dots in it, written or escaped
	}
	here := &url.URL{Scheme: "https", Host: "here.invalid", Path: "/"}
	to := here.ResolveReference(asked)
	if to.Scheme != here.Scheme || to.Host != here.Host || to.User != nil {
		return first
	}
	if strings.HasPrefix(to.Path, "/sign-in") || strings.HasPrefix(to.Path, "/api/") || strings.Contains(to.Path, "\\") {
		return first
	}
	return (&url.URL{Path: to.Path, RawPath: to.RawPath, RawQuery: to.RawQuery, Fragment: to.Fragment, RawFragment: to.RawFragment}).String()
}
