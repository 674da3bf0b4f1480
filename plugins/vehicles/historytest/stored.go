// Package historytest reads the samples of a whole installation for tests of the product, whichever way they are kept.
package historytest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

// Stored counts "device time_ms" of every sample that is kept, of all organisations, over a connection that sees them all. A row that repeats a packed sample
// is that sample: it joins its span at the next turn.
func Stored(ctx context.Context, conn *pgx.Conn) (map[string]int, error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("begin to read samples: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // nothing was written
	counts, err := packed(ctx, tx)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `SELECT device_id, time_ms FROM vehicles.sample`)
	if err != nil {
		return nil, fmt.Errorf("read samples: %w", err)
	}
	open, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		DeviceID string
		TimeMs   int64
	}])
	if err != nil {
		return nil, fmt.Errorf("read samples: %w", err)
	}
	alone := map[string]int{}
	for _, r := range open {
		alone[line(r.DeviceID, r.TimeMs)]++
	}
	for key, n := range alone {
		counts[key] = max(counts[key], n)
	}
	return counts, nil
}

func packed(ctx context.Context, tx pgx.Tx) (map[string]int, error) {
	rows, err := tx.Query(ctx, `SELECT device_id, data FROM vehicles.packed`)
	if err != nil {
		return nil, fmt.Errorf("read packed samples: %w", err)
	}
	spans, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		DeviceID string
		Data     []byte
	}])
	if err != nil {
		return nil, fmt.Errorf("read packed samples: %w", err)
	}
	counts := map[string]int{}
	for _, s := range spans {
		readings, err := history.Unpack(s.Data, s.DeviceID)
		if err != nil {
			return nil, fmt.Errorf("read packed samples of device %s: %w", s.DeviceID, err)
		}
		for _, r := range readings {
			counts[line(s.DeviceID, r.TimeMs)]++
		}
	}
	return counts, nil
}

func line(deviceID string, timeMs int64) string { return fmt.Sprintf("%s %d", deviceID, timeMs) }
