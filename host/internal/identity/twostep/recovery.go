package twostep

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// RecoveryCodes is how many recovery codes an account gets.
const RecoveryCodes = 10

// recoveryLength of a code, in characters of base 32: 80 bits, so that a plain hash cannot be searched.
const recoveryLength = 16

// NewRecovery replaces the recovery codes of an account and returns the new ones, which nobody can read again.
func NewRecovery(ctx context.Context, tx pgx.Tx, accountID string) ([]string, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.recovery_code WHERE account_id = $1`, accountID); err != nil {
		return nil, fmt.Errorf("remove the recovery codes of %s: %w", accountID, err)
	}
	codes, hashes := make([]string, RecoveryCodes), make([][]byte, RecoveryCodes)
	for i := range codes {
		text := strings.ToLower(rand.Text()[:recoveryLength])
		codes[i], hashes[i] = text[:4]+"-"+text[4:8]+"-"+text[8:12]+"-"+text[12:], recoveryHash(text)
	}
	if _, err := tx.Exec(ctx, `INSERT INTO outrider.recovery_code (account_id, hash) SELECT $1, unnest($2::bytea[])`, accountID, hashes); err != nil {
		return nil, fmt.Errorf("keep the recovery codes of %s: %w", accountID, err)
	}
	return codes, nil
}

// FirstRecovery makes recovery codes if the account has none.
func FirstRecovery(ctx context.Context, tx pgx.Tx, accountID string) (codes []string, err error) {
	var has bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.recovery_code WHERE account_id = $1)`, accountID).Scan(&has); err != nil {
		return nil, fmt.Errorf("look for recovery codes of %s: %w", accountID, err)
	}
	if has {
		return nil, nil
	}
	return NewRecovery(ctx, tx, accountID)
}

// IsRecovery reports whether what somebody typed has the length of a recovery code; codes of an app are shorter.
func IsRecovery(code string) bool { return len(plain(code)) == recoveryLength }

// UseRecovery spends a recovery code of the account and reports whether it was one. Of two who use one code at once one succeeds.
func UseRecovery(ctx context.Context, tx pgx.Tx, accountID, code string) (good bool, err error) {
	tag, err := tx.Exec(ctx, `DELETE FROM outrider.recovery_code WHERE account_id = $1 AND hash = $2`, accountID, recoveryHash(strings.ToLower(plain(code))))
	if err != nil {
		return false, fmt.Errorf("use a recovery code of %s: %w", accountID, err)
	}
	return tag.RowsAffected() == 1, nil
}

func recoveryHash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}
