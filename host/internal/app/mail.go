package app

import (
	"context"
	"fmt"
	"path/filepath"

	"outrider.dev/outrider/host/internal/admin"
	"outrider.dev/outrider/host/internal/mail"
)

// openMail begins to send what plugins ask for.
func (h *host) openMail(context.Context) error {
	config := h.Config.Mail
	protection, err := config.TLS.Client()
	if err != nil {
		return fmt.Errorf("protect the way to the mail server: %w", err)
	}
	deliverer, err := mail.Open(mail.Settings{
		URL: config.URL, From: config.From, Folder: h.mailFolder(), RequiresTLS: config.StartTLS == "required", TLS: protection,
	})
	if err != nil {
		return err
	}
	h.mail = mail.NewQueue(h.database.Pool(), deliverer, h.Log)
	h.background.run("mail", h.mail.Run)
	return nil
}

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
