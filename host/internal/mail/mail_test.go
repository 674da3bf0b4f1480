package mail

import (
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugintest"
)

func TestMain(m *testing.M) { os.Exit(hosttest.Run(m)) }

// postOffice is an SMTP server that is busy at first.
type postOffice struct {
	mu       sync.Mutex
	busy     int
	messages []string
}

func (p *postOffice) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{office: p}, nil }

func (p *postOffice) got() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.messages...)
}

type session struct{ office *postOffice }

func (s *session) Reset()                               {}
func (s *session) Logout() error                        { return nil }
func (s *session) Mail(string, *smtp.MailOptions) error { return nil }
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasPrefix(to, "nobody") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	s.office.mu.Lock()
	defer s.office.mu.Unlock()
	if s.office.busy > 0 {
		s.office.busy--
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "busy"}
	}
	raw, err := io.ReadAll(r)
	s.office.messages = append(s.office.messages, string(raw))
	return err
}

func openOffice(t *testing.T, busy int) (*postOffice, string) {
	t.Helper()
	office := &postOffice{busy: busy}
	return office, "smtp://" + serve(t, smtp.NewServer(office), nil)
}

// serve runs a server on a port of its own, by TLS with a configuration, and says where.
func serve(t *testing.T, server *smtp.Server, implicit *tls.Config) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if implicit != nil {
		listener = tls.NewListener(listener, implicit)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String()
}

const sender = "Outrider <outrider@portal.test>"

// running is a queue of a new database that delivers until the test ends.
func running(t *testing.T, address, folder string) (*Queue, *pgxpool.Pool) {
	t.Helper()
	return runningWith(t, address, folder, 10*time.Millisecond)
}

// runningWith is running with another first pause after a failure.
func runningWith(t *testing.T, address, folder string, pause time.Duration) (*Queue, *pgxpool.Pool) {
	t.Helper()
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	deliverer, err := Open(Settings{URL: address, From: sender, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	q := NewQueue(db.Pool(), deliverer, slog.New(slog.DiscardHandler))
	q.pause = pause
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- q.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return q, db.Pool()
}

func message(key, to string) Message {
	return Message{Plugin: "alerts", Key: key, OrgID: "demo", To: to, Subject: "Grüße", Text: "Hello", HTML: "<p>Hello</p>"}
}

func TestQueue_SendsOnceThoughTheServerIsBusyAtFirst(t *testing.T) {
	office, address := openOffice(t, 1)
	q, pool := running(t, address, "")
	for round, want := range []bool{true, false} {
		if queued, err := q.Add(t.Context(), message("k1", "Ann <ann@demo.test>")); queued != want || err != nil {
			t.Fatalf("round %d: queued = %v, %v", round, queued, err)
		}
	}
	if _, err := q.Add(t.Context(), message("k2", "nobody@demo.test")); err != nil {
		t.Fatal(err)
	}
	plugintest.Eventually(t, "the mail is not sent, or the refused one not given up", func() bool {
		var sent, refused int
		err := pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE sent_at IS NOT NULL AND body_text = '' AND attempts = 2),
			count(*) FILTER (WHERE next_at IS NULL AND sent_at IS NULL AND attempts = 1 AND problem LIKE '%no such mailbox%') FROM outrider.mail`).Scan(&sent, &refused)
		return err == nil && sent == 1 && refused == 1
	})
	got := office.got()
	if len(got) != 1 || !strings.Contains(got[0], "ann@demo.test") || !strings.Contains(got[0], "multipart/alternative") || !strings.Contains(got[0], "Auto-Submitted") {
		t.Errorf("the server has %d mails: %v", len(got), got)
	}
}

func TestQueue_WritesIntoAFolderWithoutAServer(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "mail")
	q, _ := running(t, "", folder)
	if _, err := q.Add(t.Context(), message("k", "ann@demo.test")); err != nil {
		t.Fatal(err)
	}
	plugintest.Eventually(t, "there is no file", func() bool {
		found, _ := filepath.Glob(filepath.Join(folder, "*.eml"))
		return len(found) == 1
	})
	messages, total, err := Folder(folder).List(0, 10)
	if err != nil || total != 1 || messages[0].To != "ann@demo.test" {
		t.Fatalf("the folder lists %v of %d: %v", messages, total, err)
	}
	if _, content, err := Folder(folder).Read(messages[0].ID); err != nil || content.Text == "" || content.HTML == "" {
		t.Errorf("it holds %q, %v", content, err)
	}
}

func TestFolder_ListsTheNewestFirstAndOnlyMails(t *testing.T) {
	folder := Folder(t.TempDir())
	box, now := outbox{folder, "Outrider <outrider@localhost>", nil}, time.Now()
	for i, subject := range []string{"eldest", "Überfahrt: zwei Fahrzeuge für Zoë", "newest"} {
		m := message(subject, "ann@demo.test")
		m.Subject, m.Text, m.HTML = subject, "Zoë said =20 "+strings.Repeat("long ", 40), "<p>Zoë</p>"
		if err := box.Deliver(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		at := now.Add(time.Duration(i) * time.Minute)
		if err := os.Chtimes(filepath.Join(string(folder), idOf(m)+extension), at, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"notes.txt", "0123456789abcdef01234567.part", strings.Repeat("a", 24) + extension} {
		if err := os.WriteFile(filepath.Join(string(folder), name), []byte("no mail"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(string(folder), strings.Repeat("a", 24)+extension), now.Add(-time.Hour), now.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	page, total, err := folder.List(1, 1)
	if err != nil || total != 4 || len(page) != 1 || page[0].Subject != "Überfahrt: zwei Fahrzeuge für Zoë" {
		t.Fatalf("the second is %v of %d: %v", page, total, err)
	}
	if all, _, err := folder.List(0, 10); err != nil || len(all) != 3 || all[0].Subject != "newest" {
		t.Errorf("all are %v: %v", all, err)
	}
	_, content, err := folder.Read(page[0].ID)
	if err != nil || strings.TrimSpace(content.Text) != strings.TrimSpace("Zoë said =20 "+strings.Repeat("long ", 40)) || strings.TrimSpace(content.HTML) != "<p>Zoë</p>" {
		t.Errorf("it says %q, %v", content, err)
	}
	for _, id := range []string{"../../secret", strings.Repeat("b", 24)} {
		if _, _, err := folder.Read(id); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestQueue_RefusesWhatIsNoMail(t *testing.T) {
	q := NewQueue(nil, nil, slog.Default())
	for name, change := range map[string]func(*Message){
		"two recipients":      func(m *Message) { m.To = "a@x.test, b@x.test" },
		"a header in the To":  func(m *Message) { m.To = "a@x.test\r\nBcc: b@x.test" },
		"a header in subject": func(m *Message) { m.Subject = "Hi\nBcc: b@x.test" },
		"no words":            func(m *Message) { m.Text = "" },
		"no key":              func(m *Message) { m.Key = "" },
		"too long":            func(m *Message) { m.HTML = strings.Repeat("x", maxBody) },
		"not text":            func(m *Message) { m.Text = "\xff" },
	} {
		m := message("k", "ann@demo.test")
		change(&m)
		if _, err := q.Add(t.Context(), m); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
