package app

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"outrider.dev/outrider/host/internal/admin"
	"outrider.dev/outrider/host/internal/mail"
)

// openMail makes the queue of mails; deliverMail sends them.
func (h *host) openMail(context.Context) error {
	config := h.Config.Mail
	protection, err := config.TLS.Client()
	if err != nil {
		return fmt.Errorf("protect the way to the mail server: %w", err)
	}
	deliverer, err := mail.Open(mail.Settings{
		URL: config.URL, From: config.From, Folder: h.mailFolder(), RequiresTLS: config.StartTLS == "required", TLS: protection, Files: stored{h},
	})
	if err != nil {
		return err
	}
	h.mail = mail.NewQueue(h.database.Pool(), deliverer, h.Log)
	return nil
}

// deliverMail sends what is queued, from when the files that mails take along can be read.
func (h *host) deliverMail() { h.background.run("mail", h.mail.Run) }

// mailFolder is where mails go that no server takes.
func (h *host) mailFolder() string { return filepath.Join(h.parts.DataDir, "mail") }

// mails are what the console shows of them.
func (h *host) mails() admin.Mails {
	shown := admin.Mails{Queue: h.mail}
	if h.Config.Mail.URL == "" {
		shown.Folder = mail.Folder(h.mailFolder())
	}
	return shown
}

// stored reads what mails take along.
type stored struct{ host *host }

// Read implements mail.Files.
func (s stored) Read(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	return s.host.files.Read(ctx, key, offset, length)
}
