package mail

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

const extension = ".eml"

// outbox writes mails into a folder, as files that mail programs open.
type outbox struct {
	folder Folder
	from   string
	files  Files
}

// Deliver implements Deliverer. A mail appears in the folder whole.
func (o outbox) Deliver(ctx context.Context, m Message) error {
	message, err := compose(ctx, m, o.from, o.files)
	if err != nil {
		return err
	}
	folder := string(o.folder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make the outbox: %w", err)
	}
	begun, id := filepath.Join(folder, idOf(m)+".part"), idOf(m)
	if err := message.WriteToFile(begun); err != nil {
		return fmt.Errorf("write the mail: %w", err)
	}
	if err := os.Rename(begun, filepath.Join(folder, id+extension)); err != nil {
		return fmt.Errorf("keep the mail: %w", err)
	}
	return nil
}
