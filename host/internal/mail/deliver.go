package mail

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// permanent is where the codes begin of what a server will never take (RFC 5321, 4.2.1).
const permanent = 500

// Settings are how mails leave the host.
type Settings struct {
	URL         string // smtp:// or smtps://, with user and password; empty: mails are written into Folder
	From        string
	Folder      string
	RequiresTLS bool        // by smtp://: nothing is sent without STARTTLS, as it is with TLS set
	TLS         *tls.Config // nil: the system's authorities
	Files       Files       // what mails may take along; nil: nothing
}

// Open is a deliverer as the settings say. A password is never sent in the clear.
func Open(s Settings) (Deliverer, error) {
	if s.URL == "" {
		return outbox{Folder(s.Folder), s.From, s.Files}, nil
	}
	u, err := url.Parse(s.URL)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("open the mail server: smtp.url is not one") // its text may hold a password
	}
	var options []gomail.Option
	implicit, policy := gomail.WithSSLPort(false), gomail.WithTLSPortPolicy // at the usual ports: 465; 587, and 25 where nobody answers there
	if port, err := strconv.Atoi(u.Port()); err == nil {
		implicit, policy = gomail.WithSSL(), gomail.WithTLSPolicy // at this port alone: what listens at another is another server
		options = append(options, gomail.WithPort(port))
	}
	switch {
	case u.Scheme == "smtps":
		options = append(options, implicit)
	case s.RequiresTLS || s.TLS != nil:
		options = append(options, policy(gomail.TLSMandatory))
	default:
		options = append(options, policy(gomail.TLSOpportunistic))
	}
	if s.TLS != nil {
		named := s.TLS.Clone()
		named.ServerName = u.Hostname()
		options = append(options, gomail.WithTLSConfig(named))
	}
	if password, ok := u.User.Password(); ok {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return server{u.Hostname(), s.From, s.Files, options, greetTimeout}, nil
}

// compose writes the mail. Its id follows from the key, so that one that was sent twice after a crash is seen to be the same.
func compose(ctx context.Context, m Message, from string, files Files) (*gomail.Msg, error) {
	message := gomail.NewMsg()
	if err := message.From(from); err != nil {
		return nil, fmt.Errorf("%w: sender: %w", ErrRefused, err)
	}
	if err := message.To(m.To); err != nil {
		return nil, fmt.Errorf("%w: recipient: %w", ErrRefused, err)
	}
	message.Subject(m.Subject)
	message.SetDate()
	message.SetMessageIDWithValue(idOf(m) + "@outrider")
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		message.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return message, attach(ctx, message, files, m.Attachments)
}

func idOf(m Message) string {
	sum := sha256.Sum256([]byte(m.OrgID + "\x00" + m.Plugin + "\x00" + m.Key))
	return hex.EncodeToString(sum[:12])
}

// server delivers by SMTP, one connection a mail.
type server struct {
	host, from string
	files      Files
	options    []gomail.Option
	greet      time.Duration // see greetTimeout
}

// Deliver implements Deliverer.
func (s server) Deliver(ctx context.Context, m Message) error {
	message, err := compose(ctx, m, s.from, s.files)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.host, append(slices.Clone(s.options), gomail.WithTimeout(s.greet))...)
	if err != nil {
		return fmt.Errorf("open the mail server: %w", err)
	}
	sent := make(chan error, 1)
	go func() { sent <- send(ctx, client, message) }()
	select {
	case err := <-sent:
		return err
	case <-ctx.Done(): // a host that stops waits for no slow server: the connection ends with the process, or after sendTimeout
		return fmt.Errorf("send the mail: %w", context.Cause(ctx))
	}
}

func send(ctx context.Context, client *gomail.Client, message *gomail.Msg) error {
	dialled, cancel := context.WithTimeout(ctx, dialTimeout) // of the connection alone
	defer cancel()
	if err := client.DialWithContext(dialled); err != nil {
		return fmt.Errorf("connect to the mail server: %w", err)
	}
	defer client.Close() // what was sent was acknowledged
	if err := gomail.WithTimeout(sendTimeout)(client); err != nil {
		return fmt.Errorf("bound the sending: %w", err)
	}
	switch err := client.Send(message); {
	case err == nil, message.IsDelivered(): // the server has it, whatever became of the connection then
		return nil
	case isRefusal(message.SendError()):
		return fmt.Errorf("%w: %w", ErrRefused, err)
	default:
		return fmt.Errorf("send the mail: %w", err)
	}
}

// isRefusal reports whether a server said that it will never take a mail. Who only hangs up has said nothing: it is tried again.
func isRefusal(err error) bool {
	failed, ok := errors.AsType[*gomail.SendError](err)
	return ok && failed.ErrorCode() >= permanent
}
