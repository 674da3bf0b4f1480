// Command historytest writes how often each sample of an installation is kept, packed or not, for tests of the whole product: {"device time_ms": 1, …} as JSON.
// Its argument is the address of the database, as a role that sees the rows of all organisations.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "historytest:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if len(os.Args) != 2 {
		return fmt.Errorf("usage: historytest <address of the database>")
	}
	conn, err := pgx.Connect(ctx, os.Args[1])
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	counts, err := stored(ctx, conn)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(counts)
}

// stored counts every sample. A row that repeats a packed sample is that sample: it joins its span at the next turn.
func stored(ctx context.Context, conn *pgx.Conn) (map[string]int, error) {
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
