// Package password hashes passwords with Argon2id and holds the rules for new ones.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"
)

// The cost of one hash: 19 MiB and two passes on one lane, about 30 ms.
const (
	memoryKiB = 19 * 1024
	passes    = 2
	saltBytes = 16
	hashBytes = 32
)

// MinLength is the least number of characters of a new password.
const MinLength = 8

// maxBytes keeps a request from buying much hashing with a giant password.
const maxBytes = 1024

// The texts of the rules, as the product's specification words them.
const (
	TextRequired = "This field is required."
	TextMin      = "This field must be at least 8 characters."
	TextVerify   = "The password must contain at least: 1 uppercase letter, 1 lowercase letter and 1 number"
	TextSame     = "The new password must be not same as old password."
)

// Hasher hashes and verifies, a few at a time: each costs 19 MiB while it lasts.
type Hasher struct {
	turns *semaphore.Weighted
	decoy string
}

// NewHasher allows so many hashes at once.
func NewHasher(atOnce int64) (*Hasher, error) {
	h := &Hasher{turns: semaphore.NewWeighted(atOnce)}
	decoy, err := hash(rand.Text())
	if err != nil {
		return nil, err
	}
	h.decoy = decoy
	return h, nil
}

// Hash returns the text to store, with algorithm, cost and salt in it.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.turns.Acquire(ctx, 1); err != nil {
		return "", fmt.Errorf("wait for a turn to hash: %w", err)
	}
	defer h.turns.Release(1)
	return hash(password)
}

// Verify reports whether the password belongs to the stored text. An empty text (no such account) takes as long as a real one
// and is always false.
func (h *Hasher) Verify(ctx context.Context, stored, password string) (bool, error) {
	if err := h.turns.Acquire(ctx, 1); err != nil {
		return false, fmt.Errorf("wait for a turn to hash: %w", err)
	}
	defer h.turns.Release(1)
	if len(password) > maxBytes {
		stored, password = "", ""
	}
	if stored == "" {
		_, err := verify(h.decoy, password)
		return false, err
	}
	return verify(stored, password)
}

func hash(password string) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make a salt: %w", err)
	}
	sum := argon2.IDKey([]byte(password), salt, passes, memoryKiB, 1, hashBytes)
	text := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, memoryKiB, passes, text.EncodeToString(salt), text.EncodeToString(sum)), nil
}

func verify(stored, password string) (bool, error) {
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, errors.New("read a stored password: unknown form")
	}
	var memory, time uint32
	var threads uint8
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &threads); err != nil {
		return false, fmt.Errorf("read the cost of a stored password: %w", err)
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("read the salt of a stored password: %w", err)
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("read a stored password: %w", err)
	}
	got := argon2.IDKey([]byte(password), salt, time, memory, threads, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

// Problem is the text of the first rule that a new password breaks, empty if it is good.
func Problem(password string) string {
	var upper, lower, number bool
	for _, r := range password {
		upper = upper || unicode.IsUpper(r)
		lower = lower || unicode.IsLower(r)
		number = number || unicode.IsDigit(r)
	}
	switch {
	case password == "":
		return TextRequired
	case utf8.RuneCountInString(password) < MinLength:
		return TextMin
	case !upper || !lower || !number:
		return TextVerify
	case len(password) > maxBytes:
		return "This field must be at most 1024 bytes."
	default:
		return ""
	}
}
