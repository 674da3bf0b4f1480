package oidctest

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"
)

// Forger is an issuer whose tokens say what a test wants.
type Forger struct {
	*httptest.Server

	mu      sync.Mutex
	key     *rsa.PrivateKey
	kid     string
	claims  jwt.MapClaims
	method  jwt.SigningMethod
	with    any // another key than the published one
	refuses int // status of the token endpoint
}

// StartForger starts one that answers well until it is told otherwise.
func StartForger(t testing.TB) *Forger {
	t.Helper()
	f := &Forger{}
	f.Rotate(t)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", f.discovery)
	mux.HandleFunc("GET /keys", f.keys)
	mux.HandleFunc("POST /token", f.token)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

// Rotate signs with a new key from now on, and publishes that one alone.
func (f *Forger) Rotate(t testing.TB) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.key, f.kid, f.method, f.with = key, rand.Text(), jwt.SigningMethodRS256, nil
}

// Good are claims of a token that holds, for who is signed in now.
func (f *Forger) Good(nonce, email string, now time.Time) jwt.MapClaims {
	return jwt.MapClaims{
		"iss": f.URL, "sub": "subject of " + email, "aud": ClientID, "nonce": nonce, "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
		"email": email, "email_verified": true,
	}
}

// Answer makes the next tokens say claims, signed by method with key (nil: the published one).
func (f *Forger) Answer(claims jwt.MapClaims, method jwt.SigningMethod, key any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.claims, f.method, f.with, f.refuses = claims, method, key, 0
}

// Refuse makes the token endpoint answer a status.
func (f *Forger) Refuse(status int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refuses = status
}

func (f *Forger) discovery(w http.ResponseWriter, _ *http.Request) {
	write(w, map[string]any{
		"issuer": f.URL, "authorization_endpoint": f.URL + "/auth", "token_endpoint": f.URL + "/token", "jwks_uri": f.URL + "/keys",
		"response_types_supported": []string{"code"}, "id_token_signing_alg_values_supported": []string{"RS256", "none", "HS256"},
	})
}

func (f *Forger) keys(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	write(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: f.key.Public(), KeyID: f.kid, Algorithm: "RS256", Use: "sig"}}})
}

func (f *Forger) token(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses != 0 {
		w.WriteHeader(f.refuses)
		return
	}
	signed, err := f.signed(f.claims, f.method, f.with)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	write(w, map[string]any{"access_token": "opaque", "token_type": "Bearer", "expires_in": 300, "id_token": signed})
}

// Sign is a token that says claims, signed by method with key (nil: the published one).
func (f *Forger) Sign(t testing.TB, claims jwt.MapClaims, method jwt.SigningMethod, key any) string {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	signed, err := f.signed(claims, method, key)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func (f *Forger) signed(claims jwt.MapClaims, method jwt.SigningMethod, key any) (string, error) {
	token := jwt.NewWithClaims(method, claims)
	token.Header["kid"] = f.kid
	if key == nil {
		key = f.key
	}
	return token.SignedString(key)
}

func write(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // the client is gone: nobody is left to tell
}
