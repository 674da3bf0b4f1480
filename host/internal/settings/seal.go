package settings

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// secret is one that is set, and since when.
type secret struct {
	Value string    `json:"value"`
	At    time.Time `json:"at"`
}

// errSealed says that secrets were encrypted with another key than this host's.
var errSealed = errors.New("the secrets cannot be read with this host's key")

// sealer encrypts secrets for the database.
type sealer struct{ aead cipher.AEAD }

// newSealer derives its key from a secret text.
func newSealer(text string) (sealer, error) {
	key := sha256.Sum256([]byte("settings of plugins\x00" + text))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return sealer{}, fmt.Errorf("make the key of settings: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return sealer{}, fmt.Errorf("make the key of settings: %w", err)
	}
	return sealer{aead}, nil
}

// seal encrypts secrets, bound to organisation and plugin: a row that is copied to another is worthless there.
func (s sealer) seal(orgID, plugin string, secrets map[string]secret) ([]byte, error) {
	if len(secrets) == 0 {
		return []byte{}, nil
	}
	plain, err := json.Marshal(secrets)
	if err != nil {
		return nil, err
	}
	return s.aead.Seal(nil, nil, plain, boundTo(orgID, plugin)), nil
}

func (s sealer) open(orgID, plugin string, sealed []byte) (map[string]secret, error) {
	secrets := map[string]secret{}
	if len(sealed) == 0 {
		return secrets, nil
	}
	plain, err := s.aead.Open(nil, nil, sealed, boundTo(orgID, plugin))
	if err != nil {
		return nil, errSealed
	}
	return secrets, json.Unmarshal(plain, &secrets)
}

func boundTo(orgID, plugin string) []byte { return []byte(orgID + "\x00" + plugin) }
