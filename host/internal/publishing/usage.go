package publishing

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// window is how long what a plugin published counts against its share of a stream: as long as the stream of events keeps it.
const window = 7 * 24 * time.Hour

type amount struct{ messages, bytes int64 }

type key struct{ plugin, stream string }

// usage is what plugins published into each stream: as the database knows it from all hosts, and what it has not been told yet.
type usage struct {
	pool *pgxpool.Pool

	mu     sync.Mutex
	week   map[key]amount
	today  map[key]amount
	untold map[key]amount
}

func newUsage(pool *pgxpool.Pool) *usage {
	return &usage{pool: pool, week: map[key]amount{}, today: map[key]amount{}, untold: map[key]amount{}}
}

func (a amount) plus(b amount) amount { return amount{a.messages + b.messages, a.bytes + b.bytes} }

// take counts a message, unless the plugin would have published more than most bytes within a week.
func (u *usage) take(k key, size, most int64) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if held := u.week[k].bytes + u.untold[k].bytes; most > 0 && held+size > most {
		return fmt.Errorf("the plugin published %d bytes into the stream %s within a week, and may publish %d", held, k.stream, most)
	}
	u.untold[k] = u.untold[k].plus(amount{1, size})
	return nil
}

// of is what a plugin published today and within a week.
func (u *usage) of(k key) (today, week amount) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.today[k].plus(u.untold[k]), u.week[k].plus(u.untold[k])
}

// sync tells the database what was counted since, and reads what all hosts counted.
func (u *usage) sync(ctx context.Context, now time.Time) (err error) {
	u.mu.Lock()
	told := u.untold
	u.untold = map[key]amount{}
	for k, a := range told { // until the database has it
		u.week[k], u.today[k] = u.week[k].plus(a), u.today[k].plus(a)
	}
	u.mu.Unlock()
	if err := u.write(ctx, told, now); err != nil {
		u.mu.Lock()
		defer u.mu.Unlock()
		for k, a := range told {
			u.untold[k] = u.untold[k].plus(a)
			minus := amount{-a.messages, -a.bytes}
			u.week[k], u.today[k] = u.week[k].plus(minus), u.today[k].plus(minus)
		}
		return fmt.Errorf("write what plugins published: %w", err)
	}
	today, week, err := u.read(ctx, now)
	if err != nil {
		return fmt.Errorf("read what plugins published: %w", err)
	}
	u.mu.Lock()
	u.today, u.week = today, week
	u.mu.Unlock()
	return nil
}

func (u *usage) write(ctx context.Context, told map[key]amount, now time.Time) error {
	if len(told) == 0 {
		return nil
	}
	batch := &pgx.Batch{}
	for k, a := range told {
		batch.Queue(`INSERT INTO outrider.plugin_published AS p (plugin, stream, day, messages, bytes) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (plugin, stream, day) DO UPDATE SET messages = p.messages + excluded.messages, bytes = p.bytes + excluded.bytes`,
			k.plugin, k.stream, now.UTC(), a.messages, a.bytes)
	}
	batch.Queue(`DELETE FROM outrider.plugin_published WHERE day < $1`, now.UTC().Add(-2*window))
	return u.pool.SendBatch(ctx, batch).Close()
}

func (u *usage) read(ctx context.Context, now time.Time) (today, week map[key]amount, err error) {
	today, week = map[key]amount{}, map[key]amount{}
	rows, err := u.pool.Query(ctx, `SELECT plugin, stream, sum(messages)::bigint, sum(bytes)::bigint,
			coalesce(sum(messages) FILTER (WHERE day = $1::date), 0)::bigint, coalesce(sum(bytes) FILTER (WHERE day = $1::date), 0)::bigint
		FROM outrider.plugin_published WHERE day > $2::date GROUP BY plugin, stream`, now.UTC(), now.UTC().Add(-window))
	if err != nil {
		return nil, nil, err
	}
	var k key
	var w, t amount
	_, err = pgx.ForEachRow(rows, []any{&k.plugin, &k.stream, &w.messages, &w.bytes, &t.messages, &t.bytes}, func() error {
		today[k], week[k] = t, w
		return nil
	})
	return today, week, err
}
