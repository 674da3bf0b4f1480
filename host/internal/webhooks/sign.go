package webhooks

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers of Standard Webhooks (standardwebhooks.com).
const (
	HeaderID        = "webhook-id"
	HeaderTimestamp = "webhook-timestamp"
	HeaderSignature = "webhook-signature"
)

// secretPrefix begins every secret, so that those that leaked can be searched for.
const secretPrefix = "whsec_"

// keys are what a webhook is signed with.
type keys struct {
	Current []byte    `json:"current"`
	Old     []byte    `json:"old,omitempty"`
	Until   time.Time `json:"until,omitzero"` // how long Old signs, too
}

func makeKeys() keys {
	raw := make([]byte, 32)
	rand.Read(raw)
	return keys{Current: raw}
}

// rotated are new keys beside which the former one signs for a while.
func (k keys) rotated(now time.Time) keys {
	next := makeKeys()
	next.Old, next.Until = k.Current, now.Add(bothSign).UTC()
	return next
}

// shown is the secret as receivers enter it.
func (k keys) shown() string { return secretPrefix + base64.StdEncoding.EncodeToString(k.Current) }

// sign writes the headers of a message: id, time and body are signed together.
func (k keys) sign(header http.Header, id string, at time.Time, body string) {
	seconds := strconv.FormatInt(at.Unix(), 10)
	signed := []byte(id + "." + seconds + "." + body)
	signatures := []string{signature(k.Current, signed)}
	if len(k.Old) > 0 && at.Before(k.Until) {
		signatures = append(signatures, signature(k.Old, signed))
	}
	header.Set(HeaderID, id)
	header.Set(HeaderTimestamp, seconds)
	header.Set(HeaderSignature, strings.Join(signatures, " "))
}

func signature(key, signed []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write(signed)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func (s *Service) seal(k keys, webhookID string) ([]byte, error) {
	plain, err := json.Marshal(k)
	if err != nil {
		return nil, err
	}
	return s.sealer.Seal(plain, webhookID), nil
}

func (s *Service) open(sealed []byte, webhookID string) (k keys, err error) {
	plain, err := s.sealer.Open(sealed, webhookID)
	if err == nil {
		err = json.Unmarshal(plain, &k)
	}
	if err != nil {
		return keys{}, fmt.Errorf("read the secret of webhook %s: %w", webhookID, err)
	}
	return k, nil
}
