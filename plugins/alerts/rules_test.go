package main

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/plugintest"
)

// TestRules_OfUsersWhoLostTheRight raises an alert that three users' rules ask for: one has lost the permission, one was moved to another group.
func TestRules_OfUsersWhoLostTheRight(t *testing.T) {
	h := plugintest.Start(t, ".", plugintest.Beside("../users", "../vehicles", "../geo"))
	admin, denied, moved := plugintest.As("alpha", "ORG_ADMIN"), plugintest.As("alpha", "FLEET_MANAGER"), plugintest.As("alpha", "GROUP_ADMIN")
	conn, device := h.Database(t), "conformance-1"
	fit(t, h, "alpha", device)
	rule := map[string]any{"name": "Everything", "zone": "UTC", "by_mail": true, "in_portal": true}
	for _, who := range []plugintest.Actor{admin, denied, moved} {
		made(t, h.Do(who, "POST /api/org/alpha/alerts/rules", rule), http.StatusCreated)
	}

	h.Deny(t, denied, "listAlerts")
	var far struct{ ID string }
	made(t, h.Do(admin, "POST /api/org/alpha/tree/nodes", `{"parent_id":"alpha","metadata":{"label":"Far away"}}`), http.StatusCreated).Decode(t, &far)
	if answer := h.Do(admin, "POST /api/org/alpha/tree/nodes/"+far.ID+"/users", map[string]string{"email": moved.Email()}); answer.Status >= 300 {
		t.Fatalf("the user is not moved: %d %s", answer.Status, answer.Body)
	}
	const notices = "GET /api/org/alpha/alerts/notices"
	plugintest.Within(t, time.Minute, "the permission stays", func() bool { return h.Do(denied, notices, nil).Status == http.StatusForbidden })

	h.Deliver(t, h.JetStream(t), deviceEvent("alpha", device, "told"))
	var told struct{ Unread int }
	plugintest.Within(t, time.Minute, "nobody is told", func() bool {
		made(t, h.Do(admin, notices, nil), http.StatusOK).Decode(t, &told)
		var waiting int
		err := conn.QueryRow(t.Context(), `SELECT count(*) FROM alerts.mail_line`).Scan(&waiting)
		return err == nil && told.Unread == 1 && waiting == 0
	})
	made(t, h.Do(moved, notices, nil), http.StatusOK).Decode(t, &told)
	if told.Unread != 0 {
		t.Error("a user who was moved has a notice")
	}
	rows, err := conn.Query(t.Context(), `SELECT recipient FROM outrider.mail ORDER BY 1`)
	must(t, err)
	mailed, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	if fmt.Sprint(mailed) != "["+admin.Email()+"]" {
		t.Errorf("mailed are %v", mailed)
	}
}
