package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/publishing"
	"outrider.dev/outrider/host/internal/streams"
)

// hostsAtOnce is how many hosts an external database has connections for.
const hostsAtOnce = 4

// startPostgres starts the embedded database unless another is configured, and opens it.
func (h *host) startPostgres(ctx context.Context) error {
	url := h.Config.Postgres.URL
	if url == "" {
		p, err := embedded.StartPostgres(ctx, h.parts, embedded.PostgresOptions{
			Binaries: h.Config.Postgres.Binaries, OSUser: h.Config.Postgres.OSUser, Port: h.Config.Postgres.Port,
		})
		if err != nil {
			return err
		}
		h.onStop(p.Stop)
		h.postgres = p
		url = p.URL()
	}
	var err error
	if url, err = h.Config.Postgres.TLS.PostgresURL(url); err != nil {
		return err
	}
	if h.database, err = database.Open(ctx, url); err != nil {
		return err
	}
	h.onStop(h.database.Close)
	if h.Config.Postgres.URL != "" {
		h.database.SharedBy(hostsAtOnce)
	}
	return nil
}

// startNATS starts the embedded event server unless another is configured, connects and makes the streams.
func (h *host) startNATS(ctx context.Context) error {
	options := []nats.Option{nats.Name("outrider host"), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond)}
	var err error
	if url := h.Config.NATS.URL; url != "" {
		h.events = streams.NewAccess(url, h.Config.NATS.PluginSecret, nil)
		var security *tls.Config
		if security, err = h.Config.NATS.TLS.Client(); err != nil {
			return fmt.Errorf("nats.tls: %w", err)
		}
		if security != nil {
			options = append(options, nats.Secure(security))
		}
		h.nats, err = connectNATS(url, options)
	} else {
		err = h.startEmbeddedNATS(ctx, options)
	}
	if err != nil {
		return err
	}
	h.onStop(h.nats.Close)
	h.streams, err = streams.Open(ctx, h.nats, streams.Sizes{Telemetry: h.Config.NATS.TelemetrySize, Others: h.Config.NATS.EventsSize, Replicas: h.Config.NATS.Replicas})
	if err != nil {
		return err
	}
	return h.startPublishing(ctx, options)
}

// startPublishing bounds what plugins publish.
func (h *host) startPublishing(ctx context.Context, options []nats.Option) error {
	connect := func(more ...nats.Option) (*nats.Conn, error) {
		if h.natsServer != nil {
			return h.natsServer.Connect(more...)
		}
		return connectNATS(h.Config.NATS.URL, slices.Concat(options, more))
	}
	n := h.Config.NATS
	h.publishing = publishing.New(publishing.Config{
		Limits:  publishing.Limits{Messages: n.PluginMessages, Bytes: n.PluginBytes, Percent: n.PluginPercent},
		Connect: connect, Fill: h.streams.Fill, Pool: h.database.Pool(), Log: h.Log, Now: time.Now,
	})
	h.onStop(h.publishing.Close)
	h.background.run("bounds of what plugins publish", h.publishing.Run)
	return h.publishing.Load(ctx)
}

// connectNATS connects to servers of somebody else's, and once more to those that take their time: they may be busy. The limit of one attempt stays
// short, since it holds for later ones too, when the next server is to be tried soon.
func connectNATS(url string, options []nats.Option) (connection *nats.Conn, err error) {
	for range 5 {
		connection, err = nats.Connect(url, options...)
		if slow, ok := errors.AsType[net.Error](err); !errors.Is(err, nats.ErrTimeout) && (!ok || !slow.Timeout()) {
			return connection, err
		}
	}
	return nil, err
}

func (h *host) startEmbeddedNATS(ctx context.Context, options []nats.Option) error {
	server, err := embedded.StartNATS(ctx, h.parts, embedded.NATSOptions{Port: h.Config.NATS.Port, SyncAlways: h.Config.NATS.SyncAlways})
	if err != nil {
		return err
	}
	h.onStop(func() { h.whileStopping(server.Stop) })
	h.natsServer = server
	secret, err := h.parts.Secrets.Value("nats.plugins")
	if err != nil {
		return err
	}
	h.events = streams.NewAccess(server.URL(), secret, server)
	h.nats, err = server.Connect(options...)
	return err
}

// startKeto starts the embedded permission server unless another is configured.
func (h *host) startKeto(ctx context.Context) error {
	read, write := h.Config.Keto.ReadURL, h.Config.Keto.WriteURL
	if read == "" {
		dsn, err := h.database.Keto(ctx)
		if err != nil {
			return err
		}
		k, err := embedded.StartKeto(ctx, h.parts, embedded.KetoOptions{
			Binary: h.Config.Keto.Binary, DSN: dsn, Namespaces: access.Namespaces, ReadDepth: access.MaxReadDepth, ReadWidth: access.MaxReadWidth,
		})
		if err != nil {
			return err
		}
		h.onStop(k.Stop)
		read, write = k.ReadURL(), k.WriteURL()
	}
	security, err := h.Config.Keto.TLS.Client()
	if err != nil {
		return fmt.Errorf("keto.tls: %w", err)
	}
	if h.keto, err = access.NewKeto(read, write, security); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	h.onStop(h.keto.Close)
	return nil
}
