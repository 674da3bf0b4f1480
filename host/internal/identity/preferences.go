package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// maxPreferences bounds one user's document, in bytes.
const maxPreferences = 256 << 10

// readPreferences is a user's document; {} before the first save.
func readPreferences(ctx context.Context, q queryer, accountID string) ([]byte, error) {
	var document []byte
	err := q.QueryRow(ctx, `SELECT document FROM outrider.preference WHERE account_id = $1`, accountID).Scan(&document)
	if errors.Is(err, pgx.ErrNoRows) {
		return []byte("{}"), nil
	}
	if err != nil {
		return nil, fmt.Errorf("read preferences of %s: %w", accountID, err)
	}
	return document, nil
}

// mergePreferences applies a patch inside tx as merge does. The row is locked meanwhile, so two tabs that save different things both keep
// theirs.
func mergePreferences(ctx context.Context, tx pgx.Tx, accountID string, change map[string]any) ([]byte, error) {
	if change == nil {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body", Message: "must be an object"})
	}
	if err := checkGlobal(change); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO outrider.preference (account_id) VALUES ($1) ON CONFLICT DO NOTHING`, accountID); err != nil {
		return nil, fmt.Errorf("begin preferences of %s: %w", accountID, err)
	}
	var stored map[string]any
	if err := tx.QueryRow(ctx, `SELECT document FROM outrider.preference WHERE account_id = $1 FOR UPDATE`, accountID).Scan(&stored); err != nil {
		return nil, fmt.Errorf("lock preferences of %s: %w", accountID, err)
	}
	merged, err := json.Marshal(merge(stored, change))
	if err != nil {
		return nil, fmt.Errorf("write preferences of %s: %w", accountID, err)
	}
	if len(merged) > maxPreferences {
		return nil, fault.New(fault.Invalid, "The preferences are too large.")
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.preference SET document = $2, updated_at = now() WHERE account_id = $1`, accountID, merged); err != nil {
		return nil, fmt.Errorf("save preferences of %s: %w", accountID, err)
	}
	if _, global := change["global"]; !global {
		return merged, nil
	}
	return merged, access.Announce(ctx, tx, access.Change{UserID: accountID}) // locale and units travel with each request
}

// checkGlobal refuses what the rest of the product could not read: locale, units and speeding bands.
func checkGlobal(change map[string]any) error {
	value, given := change["global"]
	if !given || value == nil {
		return nil
	}
	global, ok := value.(map[string]any)
	if !ok {
		return wrongPreference("global", "must be an object")
	}
	if locale, given := global["locale"]; given && locale != nil {
		text, _ := locale.(string)
		canonical, known := access.CanonicalLocale(text)
		if !known {
			return wrongPreference("global.locale", "is not a locale of the product")
		}
		global["locale"] = canonical
	}
	if units, given := global["units"]; given && units != nil {
		if text, _ := units.(string); !slices.Contains(access.Units, text) {
			return wrongPreference("global.units", "must be Metric, Imperial GB or Imperial US")
		}
	}
	if speeding, ok := global["speeding"].(map[string]any); ok && speeding["bands"] != nil {
		return checkBands(speeding["bands"])
	}
	return nil
}

func checkBands(value any) error {
	bands, _ := value.([]any)
	if len(bands) != 4 {
		return wrongPreference("global.speeding.bands", "must be four numbers")
	}
	last := -1.0
	for _, b := range bands {
		n, ok := b.(float64)
		if !ok || n < last || n < 0 {
			return wrongPreference("global.speeding.bands", "must be four numbers, none less than the one before")
		}
		last = n
	}
	return nil
}

func wrongPreference(field, message string) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body." + field, Message: message})
}
