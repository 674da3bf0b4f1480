package settings

import (
	"encoding/json"
	"time"

	"outrider.dev/outrider/host/internal/secrets"
)

// secret is one that is set, and since when.
type secret struct {
	Value string    `json:"value"`
	At    time.Time `json:"at"`
}

// sealer encrypts secrets for the database.
type sealer struct{ secrets.Sealer }

// newSealer derives its key from a secret text.
func newSealer(text string) (sealer, error) {
	s, err := secrets.NewSealer("settings of plugins", text)
	return sealer{s}, err
}

// seal encrypts secrets, bound to organisation and plugin.
func (s sealer) seal(orgID, plugin string, set map[string]secret) ([]byte, error) {
	if len(set) == 0 {
		return []byte{}, nil
	}
	plain, err := json.Marshal(set)
	if err != nil {
		return nil, err
	}
	return s.Seal(plain, boundTo(orgID, plugin)), nil
}

func (s sealer) open(orgID, plugin string, sealed []byte) (map[string]secret, error) {
	set := map[string]secret{}
	if len(sealed) == 0 {
		return set, nil
	}
	plain, err := s.Open(sealed, boundTo(orgID, plugin))
	if err != nil {
		return nil, err
	}
	return set, json.Unmarshal(plain, &set)
}

func boundTo(orgID, plugin string) string { return orgID + "\x00" + plugin }
