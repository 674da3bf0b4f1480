package session

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// mostSuccessors bounds how far a repeated token is followed: a client renews once in minutes, and the grace is half of one.
const mostSuccessors = 50

// seal hides the successor of a token from whoever does not hold the token.
func seal(token, successor string) ([]byte, error) {
	aead, err := sealOf(token)
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, []byte(successor), nil), nil
}

func unseal(token string, sealed []byte) (string, error) {
	aead, err := sealOf(token)
	if err != nil {
		return "", err
	}
	successor, err := aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return "", fmt.Errorf("read the successor of a refresh token: %w", err)
	}
	return string(successor), nil
}

func sealOf(token string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(token), nil, "successor of a refresh token", 32)
	if err != nil {
		return nil, fmt.Errorf("make a seal: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("make a seal: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// succeeded is the token that stands at the end of the line of one that was used: of the session's one lineage the only one that is good.
func (s *Service) succeeded(ctx context.Context, tx pgx.Tx, token string) (string, error) {
	for range mostSuccessors {
		var sealed []byte
		var used bool
		err := tx.QueryRow(ctx, `SELECT successor, used_at IS NOT NULL FROM outrider.refresh_token WHERE hash = $1`, digest(token)).Scan(&sealed, &used)
		if err != nil {
			return "", fmt.Errorf("find the successor of a refresh token: %w", err)
		}
		if !used {
			return token, nil
		}
		if token, err = unseal(token, sealed); err != nil {
			return "", err
		}
	}
	return "", errors.New("follow a refresh token: it was renewed too often")
}
