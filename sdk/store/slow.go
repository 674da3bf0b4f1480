package store

import (
	"context"
	"log/slog"
	"time"

	"gorm.io/gorm/logger"
)

// slowLog writes slow statements, without their parameters. Errors go to the caller, who knows whether they are news.
type slowLog struct{ log *slog.Logger }

var _ logger.Interface = slowLog{}

func (l slowLog) LogMode(logger.LogLevel) logger.Interface   { return l }
func (l slowLog) Info(context.Context, string, ...any)       {}
func (l slowLog) Warn(_ context.Context, m string, _ ...any) { l.log.Warn(m) }

// Error is called for mistakes in how gorm is used, which the caller gets as an error too.
func (l slowLog) Error(context.Context, string, ...any) {}

func (l slowLog) Trace(ctx context.Context, begin time.Time, statement func() (string, int64), _ error) {
	took := time.Since(begin)
	if took < slowQuery {
		return
	}
	sql, rows := statement()
	l.log.WarnContext(ctx, "slow statement", "sql", sql, "rows", rows, "duration_ms", took.Milliseconds())
}

// ParamsFilter keeps values out of the log.
func (l slowLog) ParamsFilter(_ context.Context, sql string, _ ...any) (string, []any) {
	return sql, nil
}
