package app

import (
	"context"
	"fmt"
	"path/filepath"

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
		URL: config.URL, From: config.From, Folder: filepath.Join(h.parts.DataDir, "mail"), RequiresTLS: config.StartTLS == "required", TLS: protection,
	})
	if err != nil {
		return err
	}
	h.mail = mail.NewQueue(h.database.Pool(), deliverer, h.Log)
	h.background.run("mail", h.mail.Run)
	return nil
}
