package media

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Path is where links lead.
const Path = "/api/media/"

// MaxLife bounds the life of a link.
const MaxLife = 24 * time.Hour

// MaxMailedLife bounds the life of a link that goes to people by mail.
const MaxMailedLife = 14 * 24 * time.Hour

// keyBytes is the least length of a signing key.
const keyBytes = 32

// Verb is what a link allows.
type Verb string

// The verbs. GET allows HEAD as well; PUT is a device's whole upload; Archive leads to what another part of the host writes for it, not to a file.
const (
	Get     Verb = "GET"
	Put     Verb = "PUT"
	Archive Verb = "ARCHIVE"
)

// Link is what a token says, and nobody but the host can make one say.
type Link struct {
	Verb        Verb      `json:"v"`
	OrgID       string    `json:"o"`
	Key         string    `json:"k"`           // of the stored object
	ContentType string    `json:"t,omitempty"` // empty: application/octet-stream
	Name        string    `json:"n,omitempty"` // of the file when it is saved; empty: shown in the page
	UserID      string    `json:"u,omitempty"` // whose session SessionID is
	SessionID   string    `json:"s,omitempty"` // set: the link ends with this session
	Plugin      string    `json:"i,omitempty"` // whose upload it is
	DeviceID    string    `json:"d,omitempty"` // the uploader
	MaxBytes    int64     `json:"m,omitempty"` // of an upload
	SHA256      string    `json:"h,omitempty"` // hexadecimal; set: what is served whole is this, or breaks off
	Mailed      bool      `json:"l,omitempty"` // goes to people by mail: may live MaxMailedLife
	Expires     time.Time `json:"-"`           // second precision
	ExpiresUnix int64     `json:"e"`           // Unix seconds; set by Sign from Expires
}

// ErrLink means that a token was not made by this product, was changed, or is too old. Which of these it is helps only an attacker.
var ErrLink = errors.New("the link is not valid or has expired")

// Signer makes and reads tokens. All hosts of an installation share its keys.
type Signer struct {
	keys [][]byte
	now  func() time.Time
}

// NewSigner signs with the first key and accepts all of them, so that a key can be replaced while its links live. A key has at least 32 bytes.
func NewSigner(now func() time.Time, keys ...[]byte) (*Signer, error) {
	if len(keys) == 0 {
		return nil, errors.New("make media signer: no key")
	}
	for n, key := range keys {
		if len(key) < keyBytes {
			return nil, fmt.Errorf("make media signer: key %d has %d bytes, and needs %d", n, len(key), keyBytes)
		}
	}
	return &Signer{keys: keys, now: now}, nil
}

// Sign makes the token of a link, which must end within MaxLife, one that is mailed within MaxMailedLife.
func (s *Signer) Sign(l Link) (string, error) {
	longest := MaxLife
	if l.Mailed && l.Verb == Get {
		longest = MaxMailedLife
	}
	switch life := l.Expires.Sub(s.now()); {
	case l.Verb != Get && l.Verb != Put && l.Verb != Archive:
		return "", fmt.Errorf("sign link to %s: verb %q is not known", l.Key, l.Verb)
	case l.SessionID != "" && l.UserID == "":
		return "", fmt.Errorf("sign link to %s: a session without its user", l.Key)
	case l.Key == "" || l.OrgID == "":
		return "", errors.New("sign link: no key or no organisation")
	case life <= 0 || life > longest:
		return "", fmt.Errorf("sign link to %s: it would live %s; allowed is up to %s", l.Key, life, longest)
	}
	l.ExpiresUnix = l.Expires.Unix()
	claims, err := json.Marshal(l)
	if err != nil {
		return "", fmt.Errorf("sign link to %s: %w", l.Key, err)
	}
	body := base64.RawURLEncoding.EncodeToString(claims)
	return body + "." + base64.RawURLEncoding.EncodeToString(sum(s.keys[0], body)), nil
}

// URL is the path of a link, to be given to a browser of this installation.
func (s *Signer) URL(l Link) (string, error) {
	token, err := s.Sign(l)
	if err != nil {
		return "", err
	}
	return Path + token, nil
}

// Verify reads a token; it returns ErrLink for everything that it does not accept.
func (s *Signer) Verify(token string) (Link, error) {
	body, signature, ok := strings.Cut(token, ".")
	given, err := base64.RawURLEncoding.Strict().DecodeString(signature)
	if !ok || err != nil || !s.signed(body, given) {
		return Link{}, ErrLink
	}
	claims, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return Link{}, ErrLink
	}
	var l Link
	if err := json.Unmarshal(claims, &l); err != nil {
		return Link{}, ErrLink
	}
	l.Expires = time.Unix(l.ExpiresUnix, 0)
	if !s.now().Before(l.Expires) {
		return Link{}, ErrLink
	}
	return l, nil
}

func (s *Signer) signed(body string, given []byte) bool {
	for _, key := range s.keys {
		if hmac.Equal(given, sum(key, body)) {
			return true
		}
	}
	return false
}

// sum binds the signature to this use, so that the key's other signatures are no links.
func sum(key []byte, body string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("outrider media link 1\n"))
	mac.Write([]byte(body))
	return mac.Sum(nil)
}
