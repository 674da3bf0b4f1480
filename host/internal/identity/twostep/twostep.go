package twostep

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"outrider.dev/sdk/fault"
)

const (
	issuer  = "Outrider"
	period  = 30 // seconds of a code
	skew    = 1  // codes before and after that are taken, for clocks that are wrong
	digits  = otp.DigitsSix
	hashing = otp.AlgorithmSHA1 // the only one that all apps know
)

// Keeper seals and checks the secrets of apps. It is safe for concurrent use.
type Keeper struct {
	aead cipher.AEAD
	now  func() time.Time
}

// New derives the key of the secrets from a text that all hosts share.
func New(secret string, now func() time.Time) (*Keeper, error) {
	key := sha256.Sum256([]byte("two-step sign-in\x00" + secret))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return nil, fmt.Errorf("make the key of two-step sign-in: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("make the key of two-step sign-in: %w", err)
	}
	return &Keeper{aead: aead, now: now}, nil
}

// Enrolment is what an app has to be told.
type Enrolment struct {
	Secret string `json:"secret"` // to type
	URI    string `json:"uri"`    // otpauth://
	QR     QR     `json:"qr"`     // the same, to scan
}

// Begin makes a secret for an account, which asks for nothing until Confirm. Fault: conflict if the account has a confirmed one.
func (k *Keeper) Begin(ctx context.Context, tx pgx.Tx, accountID, email string) (Enrolment, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: email, Period: period, SecretSize: 20, Digits: digits, Algorithm: hashing})
	if err != nil {
		return Enrolment{}, fmt.Errorf("make a secret: %w", err)
	}
	tag, err := tx.Exec(ctx, `INSERT INTO outrider.two_step (account_id, secret, created_at) VALUES ($1, $2, $3)
		ON CONFLICT ON CONSTRAINT two_step_pk DO UPDATE SET secret = EXCLUDED.secret, created_at = EXCLUDED.created_at, used_step = 0
		WHERE two_step.confirmed_at IS NULL`, accountID, k.aead.Seal(nil, nil, []byte(key.Secret()), []byte(accountID)), k.now())
	if err != nil {
		return Enrolment{}, fmt.Errorf("keep the secret of %s: %w", accountID, err)
	}
	if tag.RowsAffected() == 0 {
		return Enrolment{}, fault.New(fault.Conflict, "An authenticator app is set up already.")
	}
	qr, err := draw(key.URL())
	return Enrolment{Secret: key.Secret(), URI: key.URL(), QR: qr}, err
}

// Confirm turns a secret on once its app gave a good code, and reports whether it did.
func (k *Keeper) Confirm(ctx context.Context, tx pgx.Tx, accountID, code string) (good bool, err error) {
	if good, err = k.spend(ctx, tx, accountID, code, false); err != nil || !good {
		return false, err
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.two_step SET confirmed_at = $2 WHERE account_id = $1`, accountID, k.now()); err != nil {
		return false, fmt.Errorf("turn on the codes of %s: %w", accountID, err)
	}
	return true, nil
}

// Check spends a code of the account's app. Of two who use one code at once one succeeds.
func (k *Keeper) Check(ctx context.Context, tx pgx.Tx, accountID, code string) (good bool, err error) {
	return k.spend(ctx, tx, accountID, code, true)
}

func (k *Keeper) spend(ctx context.Context, tx pgx.Tx, accountID, code string, confirmed bool) (bool, error) {
	var sealed []byte
	err := tx.QueryRow(ctx, `SELECT secret FROM outrider.two_step WHERE account_id = $1 AND (confirmed_at IS NOT NULL) = $2`, accountID, confirmed).Scan(&sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("find the secret of %s: %w", accountID, err)
	}
	secret, err := k.aead.Open(nil, nil, sealed, []byte(accountID))
	if err != nil {
		return false, fmt.Errorf("read the secret of %s: it was encrypted with another key than this host's: %w", accountID, err)
	}
	step, good, err := stepOf(string(secret), plain(code), k.now())
	if err != nil || !good {
		return false, err
	}
	tag, err := tx.Exec(ctx, `UPDATE outrider.two_step SET used_step = $2 WHERE account_id = $1 AND used_step < $2`, accountID, step)
	if err != nil {
		return false, fmt.Errorf("spend a code of %s: %w", accountID, err)
	}
	return tag.RowsAffected() == 1, nil
}

// stepOf finds the step that a code belongs to, in the same time whichever it is.
func stepOf(secret, code string, now time.Time) (step int64, good bool, err error) {
	current := now.Unix() / period
	for at := current - skew; at <= current+skew; at++ {
		right, err := hotp.GenerateCodeCustom(secret, uint64(at), hotp.ValidateOpts{Digits: digits, Algorithm: hashing})
		if err != nil {
			return 0, false, fmt.Errorf("compute a code: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 1 {
			step, good = at, true
		}
	}
	return step, good, nil
}

// plain is a code without what people put between its characters.
func plain(code string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, strings.TrimSpace(code))
}
