package twostep

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/fault"
)

// State is how an account signs in.
type State struct {
	App           bool       `json:"app" doc:"Codes of an authenticator app are asked for"`
	AppSince      *time.Time `json:"app_since,omitempty"`
	RecoveryCodes int        `json:"recovery_codes" doc:"How many are left"`
	Passkeys      []Passkey  `json:"passkeys" nullable:"false"`
	Required      bool       `json:"required" doc:"The organisation asks for a second step of people of this role"`
}

// Passkey is a passkey of an account, as its owner knows it.
type Passkey struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	CreatedAt time.Time  `json:"created_date"`
	UsedAt    *time.Time `json:"last_used,omitempty"`
}

// On reports whether a second step is asked for.
func (s State) On() bool { return s.App || len(s.Passkeys) > 0 }

// Queryer is a pool or a transaction.
type Queryer interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// StateOf reads how an account signs in.
func StateOf(ctx context.Context, q Queryer, accountID string) (State, error) {
	s := State{}
	err := q.QueryRow(ctx, `SELECT t.confirmed_at, (SELECT count(*) FROM outrider.recovery_code c WHERE c.account_id = a.id), a.role = ANY (o.two_step_roles)
		FROM outrider.account a JOIN outrider.organisation o ON o.id = a.org_id LEFT JOIN outrider.two_step t ON t.account_id = a.id
		WHERE a.id = $1`, accountID).Scan(&s.AppSince, &s.RecoveryCodes, &s.Required)
	if err != nil {
		return State{}, fmt.Errorf("read how %s signs in: %w", accountID, err)
	}
	s.App = s.AppSince != nil
	rows, err := q.Query(ctx, `SELECT id::text, name, created_at, used_at FROM outrider.passkey WHERE account_id = $1 ORDER BY created_at, id`, accountID)
	if err != nil {
		return State{}, fmt.Errorf("list passkeys of %s: %w", accountID, err)
	}
	if s.Passkeys, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Passkey]); err != nil {
		return State{}, fmt.Errorf("list passkeys of %s: %w", accountID, err)
	}
	return s, nil
}

// RemoveApp turns the codes of an app off. Fault: conflict where a second step is required and none would be left.
func RemoveApp(ctx context.Context, tx pgx.Tx, accountID string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.two_step WHERE account_id = $1`, accountID); err != nil {
		return fmt.Errorf("turn off the codes of %s: %w", accountID, err)
	}
	return Removed(ctx, tx, accountID)
}

// Removed is to be called inside the transaction that took something away: recovery codes go with the last of it, unless something is required.
func Removed(ctx context.Context, tx pgx.Tx, accountID string) error {
	s, err := StateOf(ctx, tx, accountID)
	if err != nil || s.On() {
		return err
	}
	if s.Required {
		return fault.New(fault.Conflict, "Your organisation requires two-step sign-in. Set up another way first.")
	}
	return forgetRecovery(ctx, tx, accountID)
}

// Reset takes everything away, whatever is required: its owner signs in with the password, and is led to a new one where it is required.
func Reset(ctx context.Context, tx pgx.Tx, accountID string) error {
	for _, sql := range []string{
		`DELETE FROM outrider.two_step WHERE account_id = $1`, `DELETE FROM outrider.passkey WHERE account_id = $1`, `DELETE FROM outrider.sign_in_ticket WHERE account_id = $1`,
	} {
		if _, err := tx.Exec(ctx, sql, accountID); err != nil {
			return fmt.Errorf("reset two-step sign-in of %s: %w", accountID, err)
		}
	}
	return forgetRecovery(ctx, tx, accountID)
}

func forgetRecovery(ctx context.Context, tx pgx.Tx, accountID string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.recovery_code WHERE account_id = $1`, accountID); err != nil {
		return fmt.Errorf("forget the recovery codes of %s: %w", accountID, err)
	}
	return nil
}
