package app

import (
	"context"
	"path/filepath"

	"outrider.dev/outrider/host/internal/mail"
)

// openMail begins to send what plugins ask for.
func (h *host) openMail(context.Context) error {
	deliverer, err := mail.Open(h.Config.SMTPURL, h.Config.MailFrom, filepath.Join(h.parts.DataDir, "mail"))
	if err != nil {
		return err
	}
	h.mail = mail.NewQueue(h.database.Pool(), deliverer, h.Log)
	h.background.run("mail", h.mail.Run)
	return nil
}
