package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"errors"
	"fmt"
)

// ErrSealed says that something was encrypted with another key than this host's, or for another place.
var ErrSealed = errors.New("the secrets cannot be read with this host's key")

// Sealer encrypts secrets for the database with AES-256-GCM. It is safe for concurrent use.
type Sealer struct{ aead cipher.AEAD }

// NewSealer derives a key from a secret text, another one for each purpose.
func NewSealer(purpose, text string) (Sealer, error) {
	key := sha256.Sum256([]byte(purpose + "\x00" + text))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return Sealer{}, fmt.Errorf("make the key of %s: %w", purpose, err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return Sealer{}, fmt.Errorf("make the key of %s: %w", purpose, err)
	}
	return Sealer{aead}, nil
}

// Seal encrypts, bound to where it is kept: a row that is copied to another is worthless there.
func (s Sealer) Seal(plain []byte, place string) []byte {
	return s.aead.Seal(nil, nil, plain, []byte(place))
}

// Open reads what Seal has made for a place; ErrSealed.
func (s Sealer) Open(sealed []byte, place string) ([]byte, error) {
	plain, err := s.aead.Open(nil, nil, sealed, []byte(place))
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}
