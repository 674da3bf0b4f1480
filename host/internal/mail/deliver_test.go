package mail

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// A server that does not answer at the port that is named is away, whatever listens at the ports that are usual for mail.
func TestDeliver_AsksTheNamedPortAlone(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"smtp", "smtps"} {
		d, err := Open(Settings{URL: scheme + "://" + address, From: sender})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Deliver(context.WithoutCancel(t.Context()), message("k1", "ann@demo.test")); err == nil || !strings.Contains(err.Error(), address) {
			t.Errorf("%s: %v does not name %s", scheme, err, address)
		}
	}
}

// hanging is a server that hangs up at some point of its talk.
type hanging struct {
	at string
	postOffice
}

func (h *hanging) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &hangingSession{session{&h.postOffice}, h.at, c}, nil
}

type hangingSession struct {
	session
	at   string
	conn *smtp.Conn
}

func (s *hangingSession) hangUp(at string) {
	if s.at == at {
		_ = s.conn.Conn().Close() // its other end sees no answer
	}
}

func (s *hangingSession) Rcpt(to string, o *smtp.RcptOptions) error {
	s.hangUp("recipient")
	return s.session.Rcpt(to, o)
}

func (s *hangingSession) Data(r io.Reader) error {
	err := s.session.Data(r)
	s.hangUp("data")
	return err
}

func (s *hangingSession) Reset() { s.hangUp("acknowledged") }

// A server that hangs up has not refused a mail: it is tried again, unless the server had acknowledged it.
func TestDeliver_ToAServerThatHangsUp(t *testing.T) {
	for at, isSent := range map[string]bool{"recipient": false, "data": false, "acknowledged": true} {
		t.Run(at, func(t *testing.T) {
			server := &hanging{at: at}
			d, err := Open(Settings{URL: "smtp://" + serve(t, smtp.NewServer(server), nil), From: sender})
			if err != nil {
				t.Fatal(err)
			}
			err = d.Deliver(context.WithoutCancel(t.Context()), message("k1", "ann@demo.test"))
			if isSent != (err == nil) || errors.Is(err, ErrRefused) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A server that takes the connection and says nothing more is given up long before one that is slow to acknowledge a mail: until then it keeps other mails from leaving.
func TestDeliver_ToAServerThatNeverGreets(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	opened, err := Open(Settings{URL: "smtp://" + listener.Addr().String(), From: sender})
	if err != nil {
		t.Fatal(err)
	}
	d := opened.(server)
	if d.greet >= sendTimeout {
		t.Errorf("it is waited for %s, as long as for a mail", d.greet)
	}
	d.greet = 50 * time.Millisecond
	limited, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err = d.Deliver(limited, message("k1", "ann@demo.test"))
	if err == nil || errors.Is(err, ErrRefused) || limited.Err() != nil {
		t.Errorf("%v, want a mail that is tried again, before the minute is over", err)
	}
}
