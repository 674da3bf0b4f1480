package webhooks

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	atOnce     = 96 // deliveries of a host under way
	atOnceEach = 4  // of one webhook, on all hosts together
	failsOne   = 1  // of one that failed last: whoever is slow or down takes no place from others
	dueEvery   = time.Second
	claimed    = time.Minute // a host that took a delivery and died is given up on
)

// delivery is one that this host has taken.
type delivery struct {
	Seq       int64
	OrgID     string
	WebhookID string
	EventID   string
	Kind      string
	Body      string
	About     map[string]string
	Attempts  int
	Fresh     bool // never tried
	BeganAt   time.Time
	URL       string
	MakerID   string
	Group     string
	Secret    []byte
	Version   int64 // of the webhook when it was taken
}

// dispatch sends what is due until ctx ends, and waits for what is under way.
func (s *Service) dispatch(ctx context.Context) error {
	var group sync.WaitGroup
	defer group.Wait()
	tick := time.NewTicker(dueEvery)
	defer tick.Stop()
	free := make(chan struct{}, atOnce)
	for {
		taken, err := s.claim(ctx, cap(free)-len(free))
		if err != nil && ctx.Err() == nil {
			s.Log.Warn("webhooks wait", "error", err)
		}
		for _, d := range taken {
			free <- struct{}{}
			group.Go(func() {
				s.deliver(ctx, d)
				<-free
				s.Wake()
			})
		}
		if len(taken) > 0 {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-s.wake:
		}
	}
}

// claim takes what is due, of each webhook no more than it may have under way.
func (s *Service) claim(ctx context.Context, free int) ([]delivery, error) {
	if free <= 0 || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	now := s.Now()
	rows, err := s.Pool.Query(ctx, `WITH due AS (
			SELECT one.seq, w.url, COALESCE(w.made_by::text, '') AS maker, w.group_id, w.secret, w.version FROM outrider.webhook w CROSS JOIN LATERAL (
				SELECT d.seq FROM outrider.webhook_delivery d WHERE d.webhook_id = w.id AND d.next_at <= $1 AND (w.enabled AND w.paused = '' OR d.kind = $6) ORDER BY d.next_at, d.seq
				LIMIT GREATEST(0, CASE WHEN w.failures > 0 THEN $4::int ELSE $3::int END -
					(SELECT count(*) FROM outrider.webhook_delivery busy WHERE busy.webhook_id = w.id AND busy.taken_at > $2))
				FOR UPDATE SKIP LOCKED) one
			LIMIT $5)
		UPDATE outrider.webhook_delivery d SET taken_at = $1, next_at = $1 + $7::interval FROM due WHERE d.seq = due.seq
		RETURNING d.seq, d.org_id, d.webhook_id::text, d.event_id, d.kind, d.body, d.about, d.attempts, d.tries = '[]', d.began_at, due.url, due.maker, due.group_id, due.secret, due.version`,
		now, now.Add(-claimed), atOnceEach, failsOne, free, KindTest, claimed)
	if err != nil {
		return nil, fmt.Errorf("take deliveries: %w", err)
	}
	taken, err := pgx.CollectRows(rows, pgx.RowToStructByPos[delivery])
	if err != nil {
		return nil, fmt.Errorf("take deliveries: %w", err)
	}
	return taken, nil
}
