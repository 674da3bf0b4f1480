package main

import (
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-smtp"
)

// mailServer is an SMTP server that keeps what it is sent, and refuses nobody@….
type mailServer struct {
	url     string
	mu      sync.Mutex
	letters map[string][]string // by recipient
	away    atomic.Bool         // it takes nothing for now
}

func startMailServer(t *testing.T) *mailServer {
	t.Helper()
	m := &mailServer{letters: map[string][]string{}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(m)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	m.url = "smtp://" + listener.Addr().String()
	return m
}

// to are the mails that came for an address.
func (m *mailServer) to(address string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.letters[address]...)
}

// countsOf are how many mails each address of a domain got.
func (m *mailServer) countsOf(domain string) map[string]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	counts := map[string]int{}
	for address, letters := range m.letters {
		if strings.HasSuffix(address, domain) {
			counts[address] = len(letters)
		}
	}
	return counts
}

// NewSession implements smtp.Backend.
func (m *mailServer) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &mailSession{server: m}, nil
}

type mailSession struct {
	server *mailServer
	to     []string
}

func (s *mailSession) Reset()                               { s.to = nil }
func (s *mailSession) Logout() error                        { return nil }
func (s *mailSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasPrefix(to, "nobody@") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
	}
	if s.server.away.Load() {
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "come back later"}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *mailSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	for _, to := range s.to {
		s.server.letters[to] = append(s.server.letters[to], string(raw))
	}
	return err
}
