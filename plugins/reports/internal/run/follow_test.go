package run

import "testing"

// TestServerSays has people read what the mail server says, without the names of the sender's log.
func TestServerSays(t *testing.T) {
	for problem, want := range map[string]string{
		`the mail server refuses this mail: sending SMTP RCPT TO command: 550 "5.2.2 Mailbox full", affected recipient(s): <a@b.test>, affected message ID: <811a@outrider>`: "550 5.2.2 Mailbox full",
		`send the mail: sending SMTP DATA command: 452 4.3.1 Insufficient storage`:                                                                                           "452 4.3.1 Insufficient storage",
		`send the mail: closing SMTP DATA writer: 451 "4.3.0 mail queue is full", affected message ID: <811a@outrider>`:                                                      "451 4.3.0 mail queue is full",
		`connect to the mail server: dial tcp 127.0.0.1:25: connect: connection refused`:                                                                                     `connect to the mail server: dial tcp 127.0.0.1:25: connect: connection refused`,
	} {
		if got := serverSays(problem); got != want {
			t.Errorf("of %q people read %q, want %q", problem, got, want)
		}
	}
}
