package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

// mailsThatWait are those that a mail server does not take yet: they leave by themselves, so asking to send them again would bring them twice.
func mailsThatWait(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	l.mails.away.Store(true)
	t.Cleanup(func() { l.mails.away.Store(false) })
	s := l.save(admin, aSchedule(map[string]any{"name": "Later", "recipients": []map[string]string{{"kind": "address", "id": "later@customer.test"}}}))
	l.fallDue(s.ID)
	r := l.ended(s.ID, 0)
	answer := l.Do(admin, "POST /api/reports/scheduled/"+s.ID+"/runs/"+r.ID+"/resend", map[string]any{})
	if answer.Status != http.StatusConflict || !strings.Contains(string(answer.Body), "still on their way") {
		t.Errorf("sent again while it waits: %d %s", answer.Status, answer.Body)
	}
	plugintest.Within(t, time.Minute, "what the server says is not shown", func() bool {
		mails := l.runs(s.ID)[0].Mails
		return len(mails) == 1 && mails[0].State == "waiting" && strings.Contains(mails[0].Problem, "come back later")
	})
	l.mails.away.Store(false)
	if _, err := l.Database(t).Exec(t.Context(), `UPDATE outrider.mail SET next_at = now() WHERE recipient = 'later@customer.test' AND next_at IS NOT NULL`); err != nil { // as if its pause were over
		t.Fatal(err)
	}
	if last := l.ended(s.ID, 1); last.Mails[0].State != "sent" || len(l.mails.to("later@customer.test")) != 1 {
		t.Errorf("%+v, with %d mails", last, len(l.mails.to("later@customer.test")))
	}
}

// takenOver is a run that cannot be noted as made after its mails were handed over: whoever makes it again tells the addresses of then, not those that contacts have by now.
func takenOver(t *testing.T, l *lab) {
	admin, db := plugintest.As("alpha", "ORG_ADMIN"), l.Database(t)
	person := map[string]any{"firstName": "Helen", "lastName": "Ogden", "email": "then@customer.test"}
	var made struct{ ID string }
	l.Do(admin, "POST /api/org/alpha/users/contacts", person).Decode(t, &made)
	for _, sql := range []string{
		`CREATE FUNCTION reports.not_done() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`,
		`CREATE TRIGGER not_done BEFORE UPDATE ON reports.run FOR EACH ROW WHEN (NEW.state = 'done') EXECUTE FUNCTION reports.not_done()`,
	} {
		if _, err := db.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	drop := func() {
		if _, err := db.Exec(t.Context(), `DROP FUNCTION IF EXISTS reports.not_done() CASCADE`); err != nil {
			t.Error(err)
		}
	}
	defer drop()
	s := l.save(admin, aSchedule(map[string]any{"name": "Taken over", "recipients": []map[string]string{{"kind": "contact", "id": made.ID}}}))
	l.fallDue(s.ID)
	plugintest.Within(t, time.Minute, "it is not tried again", func() bool {
		runs := l.runs(s.ID)
		return len(runs) == 1 && runs[0].State == "waiting" && runs[0].Reason != "" && len(l.mails.to("then@customer.test")) == 1
	})
	person["email"] = "now@customer.test"
	if answer := l.Do(admin, "PUT /api/org/alpha/users/contacts/"+made.ID, person); answer.Status >= 300 {
		t.Fatalf("change the contact: %d %s", answer.Status, answer.Body)
	}
	drop()
	if _, err := db.Exec(t.Context(), `UPDATE reports.run SET next_ms = 1 WHERE schedule_id = $1`, s.ID); err != nil { // as if its pause were over
		t.Fatal(err)
	}
	last := l.ended(s.ID, 1)
	if last.State != "done" || len(last.Mails) != 1 || len(l.mails.to("then@customer.test")) != 1 || len(l.mails.to("now@customer.test")) != 0 {
		t.Errorf("%+v; %d mails to the address of then, %d to that of now", last, len(l.mails.to("then@customer.test")), len(l.mails.to("now@customer.test")))
	}
}
