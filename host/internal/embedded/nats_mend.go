package embedded

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// mend sets aside what lies in the streams' folder and the server could not read: files that a crash has cut. They would keep the host from making the
// same anew. A consumer then starts again at the oldest message that is kept, which consumers are used to; what only a stream's damaged files held is lost
// with them, unless somebody reads it out of the folder that the log names.
func (n *NATS) mend(log *slog.Logger) error {
	known, err := n.known()
	if err != nil {
		return fmt.Errorf("look for damaged streams: %w", err)
	}
	root := filepath.Join(n.options.StoreDir, server.JetStreamStoreDir)
	streams, err := filepath.Glob(filepath.Join(root, "*", "streams", "*"))
	if err != nil {
		return err
	}
	for _, stream := range streams {
		if account := filepath.Dir(filepath.Dir(stream)); !known[account] {
			continue // nobody has asked for it yet
		}
		if !known[stream] {
			if err := n.setAside(log, stream, "the files of a stream are damaged"); err != nil {
				return err
			}
			continue
		}
		consumers, err := filepath.Glob(filepath.Join(stream, "obs", "*"))
		if err != nil {
			return err
		}
		for _, consumer := range consumers {
			if known[consumer] {
				continue
			}
			if err := n.setAside(log, consumer, "the files of a consumer are damaged: it starts again at the oldest message"); err != nil {
				return err
			}
		}
	}
	return nil
}

// known are the folders of the accounts, streams and consumers that the server has read.
func (n *NATS) known() (map[string]bool, error) {
	seen, err := n.server.Jsz(&server.JSzOptions{Accounts: true, Streams: true, Consumer: true, Limit: 1 << 20})
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, account := range seen.AccountDetails {
		known[filepath.Join(n.options.StoreDir, server.JetStreamStoreDir, account.Name)] = true
		for _, s := range account.Streams {
			stream := filepath.Join(n.options.StoreDir, server.JetStreamStoreDir, account.Name, "streams", s.Name)
			known[stream] = true
			for _, c := range s.Consumer {
				known[filepath.Join(stream, "obs", c.Name)] = true
			}
		}
	}
	return known, nil
}

func (n *NATS) setAside(log *slog.Logger, path, what string) error {
	name := filepath.Base(path)
	if parent := filepath.Dir(path); filepath.Base(parent) == "obs" {
		name = filepath.Base(filepath.Dir(parent)) + "." + name
	}
	folder := filepath.Join(n.options.StoreDir, "damaged-"+time.Now().UTC().Format("20060102T150405"))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("set damaged files aside: %w", err)
	}
	if err := os.Rename(path, filepath.Join(folder, name)); err != nil {
		return fmt.Errorf("set damaged files aside: %w", err)
	}
	log.Error(what, "part", "nats", "name", name, "set_aside_in", folder)
	return nil
}
