package embedded

import (
	"errors"
	"fmt"

	"github.com/nats-io/nats-server/v2/server"
)

// Reopen closes the streams' files and reads them again. A stream remembers for good that a write failed: after a full disk, or a shortage of file
// descriptors, this is what has it take messages again. Connections and users stay; what is asked of JetStream meanwhile is not answered and asked again by clients.
func (n *NATS) Reopen() error {
	n.reopening.Lock()
	defer n.reopening.Unlock()
	if err := n.server.ShutdownJetStream(); err != nil {
		return fmt.Errorf("close the streams: %w", err)
	}
	err := n.server.EnableJetStream(&server.JetStreamConfig{
		StoreDir: n.options.StoreDir, SyncAlways: n.options.SyncAlways, SyncInterval: n.options.SyncInterval,
		MaxMemory: n.options.JetStreamMaxMemory, MaxStore: n.options.JetStreamMaxStore, Strict: !n.options.NoJetStreamStrict,
	})
	if err != nil { // half open it would refuse everything, and not be opened again
		return errors.Join(fmt.Errorf("open the streams again: %w", err), n.server.ShutdownJetStream())
	}
	return nil
}
