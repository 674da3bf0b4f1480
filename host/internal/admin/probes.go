package admin

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"gocloud.dev/blob"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/disk"
)

// Postgres probes the database: connections against their limit, size, and whether it replicates.
func Postgres(pool *pgxpool.Pool) Probe {
	return Probe{"postgres", func(ctx context.Context) (Facts, error) {
		began := time.Now()
		if err := pool.Ping(ctx); err != nil {
			return Facts{}, err
		}
		facts := Facts{Latency: time.Since(began)}
		var used, most, replicas int
		var size, deadlocks int64
		var hit *float64
		var since time.Time
		err := pool.QueryRow(ctx, `SELECT current_setting('server_version'), (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
			current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int, pg_database_size(current_database()),
			(SELECT count(*) FROM pg_stat_replication), pg_postmaster_start_time(), d.deadlocks,
			d.blks_hit::float8 / NULLIF(d.blks_hit + d.blks_read, 0) FROM pg_stat_database d WHERE d.datname = current_database()`).
			Scan(&facts.Version, &used, &most, &size, &replicas, &since, &deadlocks, &hit)
		if err != nil {
			return Facts{}, fmt.Errorf("ask the database about itself: %w", err)
		}
		facts.Values = []Fact{
			{Name: "connections", Kind: "count", Value: float64(used), Of: float64(most)},
			{Name: "size", Kind: "bytes", Value: float64(size)},
			{Name: "since", Kind: "time", Value: float64(since.Unix())},
			{Name: "replicas", Kind: "count", Value: float64(replicas)},
			{Name: "deadlocks", Kind: "count", Value: float64(deadlocks)},
		}
		if hit != nil {
			facts.Values = append(facts.Values, Fact{Name: "cacheHits", Kind: "percent", Value: *hit * 100})
		}
		if used*10 >= most*9 {
			facts.Warning = "connections"
		}
		return facts, nil
	}}
}

// NATS probes the event system.
func NATS(conn *nats.Conn) Probe {
	return Probe{"nats", func(ctx context.Context) (Facts, error) {
		latency, err := conn.RTT()
		if err != nil {
			return Facts{}, fmt.Errorf("NATS is %s: %w", conn.Status(), err)
		}
		js, err := jetstream.New(conn)
		if err != nil {
			return Facts{}, err
		}
		account, err := js.AccountInfo(ctx)
		if err != nil {
			return Facts{}, fmt.Errorf("ask JetStream about itself: %w", err)
		}
		return Facts{Version: conn.ConnectedServerVersion(), Latency: latency, Values: []Fact{
			{Name: "streams", Kind: "count", Value: float64(account.Streams)},
			{Name: "consumers", Kind: "count", Value: float64(account.Consumers)},
			{Name: "stored", Kind: "bytes", Value: float64(account.Store), Of: max(0, float64(account.Limits.MaxStore))},
			{Name: "reconnects", Kind: "count", Value: float64(conn.Stats().Reconnects)},
			{Name: "server", Kind: "text", Text: conn.ConnectedServerName()},
		}}, nil
	}}
}

// Keto probes the permission server, and how old the host's snapshot of its decisions may be.
func Keto(keto *access.Keto, decisions *access.Service, bound time.Duration) Probe {
	return Probe{"keto", func(ctx context.Context) (Facts, error) {
		began := time.Now()
		version, err := keto.Version(ctx)
		if err != nil {
			return Facts{}, err
		}
		age := decisions.Age()
		facts := Facts{Version: version, Latency: time.Since(began), Values: []Fact{
			{Name: "snapshotAge", Kind: "seconds", Value: max(0, age.Seconds()), Of: bound.Seconds()},
		}}
		if age < 0 || age > bound {
			facts.Warning = "snapshotAge"
		}
		return facts, nil
	}}
}

// Media probes where files are kept.
func Media(bucket *blob.Bucket, kind string) Probe {
	return Probe{"media", func(ctx context.Context) (Facts, error) {
		began := time.Now()
		ok, err := bucket.IsAccessible(ctx)
		if err == nil && !ok {
			err = errors.New("the storage cannot be reached")
		}
		if err != nil {
			return Facts{}, err
		}
		return Facts{Latency: time.Since(began), Values: []Fact{{Name: "kind", Kind: "text", Text: kind}}}, nil
	}}
}

// Disk probes the file system of the data folder.
func Disk(dir string, watch *disk.Watch) Probe {
	return Probe{"disk", func(context.Context) (Facts, error) {
		free, total, reserve, err := watch.Room()
		if err != nil {
			return Facts{}, err
		}
		facts := Facts{Values: []Fact{
			{Name: "free", Kind: "bytes", Value: float64(free), Of: float64(total)},
			{Name: "reserve", Kind: "bytes", Value: float64(reserve)},
			{Name: "folder", Kind: "text", Text: dir},
		}}
		switch level := watch.Level(); {
		case level == disk.Full:
			facts.Warning = "full"
		case level == disk.Low, free < total/10:
			facts.Warning = "free"
		}
		return facts, nil
	}}
}

// soonExpired is when a certificate wants renewal.
const soonExpired = 21 * 24 * time.Hour

// Certificate probes the certificate of a listener by its file.
func Certificate(name, certFile, keyFile string, now func() time.Time) Probe {
	return Probe{"certificate." + name, func(context.Context) (Facts, error) {
		pair, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			return Facts{}, fmt.Errorf("read the certificate: %w", err)
		}
		leaf, err := x509.ParseCertificate(pair.Certificate[0])
		if err != nil {
			return Facts{}, fmt.Errorf("read the certificate: %w", err)
		}
		facts := Facts{Values: []Fact{{Name: "expires", Kind: "time", Value: float64(leaf.NotAfter.Unix())}, {Name: "subject", Kind: "text", Text: leaf.Subject.CommonName}}}
		if now().Add(soonExpired).After(leaf.NotAfter) {
			facts.Warning = "expires"
		}
		return facts, nil
	}}
}
