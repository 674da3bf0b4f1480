package backup

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"outrider.dev/outrider/host/internal/child"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/secrets"
)

// streams starts the event server in the data folder for as long as it takes to give it the streams.
func (r restoring) streams(ctx context.Context) error {
	store, err := secrets.Open(filepath.Join(r.dir, "secrets.json"))
	if err != nil {
		return err
	}
	ports, err := embedded.OpenPorts(r.dir)
	if err != nil {
		return err
	}
	spawner := child.NewSpawner()
	defer spawner.Close()
	server, err := embedded.StartNATS(ctx, embedded.Parts{DataDir: r.dir, Spawner: spawner, Secrets: store, Ports: ports, Log: r.log}, embedded.NATSOptions{})
	if err != nil {
		return err
	}
	defer server.Stop()
	conn, err := server.Connect()
	if err != nil {
		return fmt.Errorf("connect to NATS: %w", err)
	}
	defer conn.Close()
	back, err := openStreams(conn)
	if err != nil {
		return err
	}
	for _, s := range r.manifest.Streams {
		name := partStream(s.Name)
		part, listed := r.manifest.Parts[name]
		if !listed {
			return fmt.Errorf("the backup has no %s", name)
		}
		err := part.open(ctx, r.bucket, r.manifest.key(name), func(from io.Reader) error { return back.restore(ctx, s.Name, s.Config, from) })
		if err != nil {
			return fmt.Errorf("restore stream %s: %w", s.Name, err)
		}
	}
	return nil
}
