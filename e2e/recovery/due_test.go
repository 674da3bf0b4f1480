//go:build bench

package recovery_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/mail"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/plugintest"
)

const (
	dueAtOnce = 200
	sentEach  = 2 // recipients of a schedule
	onTheWay  = 4 // mails that the host has on their way at once
)

// TestEachReportIsMailedOnceAfterTheHostIsKilled kills the host twice while 200 schedules fall due: each has one run, and each of its recipients one mail of it. What the mail server took just before
// its host died comes again, with the same Message-ID. A run whose host died is taken over minutes later, so it takes more than ten minutes, and runs by
// `go test -tags bench -timeout 30m -run EachReport ./e2e/recovery` alone.
func TestEachReportIsMailedOnceAfterTheHostIsKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it finds processes in /proc")
	}
	p := newProduct(t)
	for _, id := range []string{"contacts", "users", "reports"} {
		p.pack(id)
	}
	letters := startMailbox(t)
	p.settings = []string{"OUTRIDER_SMTP_URL=" + letters.url, "OUTRIDER_PLUGINS_VEHICLES_DEMO_HISTORY=0"}
	p.start()
	t.Cleanup(func() { p.stop() })
	p.schedule(p.signIn(), dueAtOnce)
	p.fallDue(t)

	plugintest.Within(t, patience, "no report is being made", func() bool { return p.count(t, `SELECT 1 FROM reports.run`) > 0 })
	died := []time.Time{p.dies()}
	p.start()
	plugintest.Within(t, patience, "no mails come after the first death", func() bool { return letters.addresses() > dueAtOnce*sentEach/4 })
	died = append(died, p.dies())
	p.start()

	plugintest.Within(t, 2*patience, "not all mails come", func() bool {
		return letters.addresses() == dueAtOnce*sentEach && p.count(t, `SELECT 1 FROM outrider.mail WHERE plugin = 'reports' AND sent_at IS NULL`) == 0
	})
	plugintest.Within(t, patience, "the runs do not end", func() bool {
		return p.count(t, `SELECT 1 FROM reports.run WHERE state = 'done' AND check_ms IS NULL`) == dueAtOnce
	})
	if runs := p.count(t, `SELECT 1 FROM reports.run`); runs != dueAtOnce {
		t.Errorf("%d schedules had %d runs", dueAtOnce, runs)
	}
	letters.check(t, died)
}

// schedule makes reports that fall due together when the test says so.
func (p *product) schedule(token string, many int) {
	p.t.Helper()
	for n := range many {
		var to []map[string]string
		for m := range sentEach {
			to = append(to, map[string]string{"kind": "address", "id": fmt.Sprintf("r%d-%d@due.test", n, m)})
		}
		draft := map[string]any{
			"name": fmt.Sprintf("Number %d", n), "report_type": "mileage", "all_vehicles": true, "filters": map[string]any{"time_granularity": "day"}, "formats": []string{"csv"}, "frequency": "weekly",
			"period": "last_week", "run_at": "06:00", "day_of_week": 1, "zone": "Europe/London", "recipients": to,
		}
		if status, err := p.call(token, http.MethodPost, "/api/reports/scheduled", draft, &struct{}{}); status != http.StatusCreated {
			p.t.Fatalf("schedule %d: %v", n, err)
		}
	}
}

// fallDue has every schedule be due now, as if its hour had come.
func (p *product) fallDue(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.databaseURL())
	if err == nil {
		_, err = conn.Exec(t.Context(), `UPDATE reports.schedule SET next_ms = $1`, time.Now().UnixMilli())
		defer conn.Close(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// dies kills the host, and says when it was dead.
func (p *product) dies() time.Time {
	p.t.Helper()
	p.kill("")
	<-p.ended
	return time.Now()
}

// count is how many rows there are, -1 while the database does not answer.
func (p *product) count(t *testing.T, query string) int {
	t.Helper()
	found, err := p.query(t.Context(), query)
	if err != nil {
		return -1
	}
	return found["1"]
}

// mailbox is a mail server beside the product, which outlives it.
type mailbox struct {
	url  string
	mu   sync.Mutex
	came map[string][]letter // by recipient
}

type letter struct {
	id string
	at time.Time
}

func startMailbox(t *testing.T) *mailbox {
	t.Helper()
	m := &mailbox{came: map[string][]letter{}}
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

// addresses are how many recipients have got something.
func (m *mailbox) addresses() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.came)
}

// check tells of recipients who got two mails. A repeat has the first one's Message-ID, and was on its way when a host died.
func (m *mailbox) check(t *testing.T, died []time.Time) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	repeated, ids := 0, map[string]string{}
	for address, letters := range m.came {
		for n, one := range letters[1:] {
			repeated++
			between := func(death time.Time) bool { return letters[n].at.Before(death) && one.at.After(death) }
			if one.id != letters[0].id || !slices.ContainsFunc(died, between) {
				t.Errorf("%s got two mails, %s at %s and %s at %s", address, letters[0].id, letters[n].at, one.id, one.at)
			}
		}
		if other, known := ids[letters[0].id]; known || letters[0].id == "" {
			t.Errorf("%s and %s have the Message-ID %q", address, other, letters[0].id)
		}
		ids[letters[0].id] = address
	}
	if most := onTheWay * len(died); repeated > most {
		t.Errorf("%d mails came again, where at most %d were on their way when the host died", repeated, most)
	}
	t.Logf("%d recipients, %d mails that were on their way when the host died came again", len(m.came), repeated)
}

// NewSession implements smtp.Backend.
func (m *mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &delivery{box: m}, nil }

type delivery struct {
	box *mailbox
	to  []string
}

func (d *delivery) Reset()                               { d.to = nil }
func (d *delivery) Logout() error                        { return nil }
func (d *delivery) Mail(string, *smtp.MailOptions) error { return nil }
func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.to = append(d.to, to)
	return nil
}

func (d *delivery) Data(r io.Reader) error {
	parsed, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	d.box.mu.Lock()
	defer d.box.mu.Unlock()
	for _, to := range d.to {
		d.box.came[to] = append(d.box.came[to], letter{parsed.Header.Get("Message-Id"), time.Now()})
	}
	return nil
}
