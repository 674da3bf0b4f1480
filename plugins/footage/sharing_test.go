package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"outrider.dev/sdk/plugintest"
)

// shares shows a fileset to somebody who does not see its vehicle, and hides it again.
func (p *product) shares(t *testing.T, id string) {
	admin, manager := plugintest.As("alpha", "ORG_ADMIN"), plugintest.As("alpha", "FLEET_MANAGER")
	fileset, user := "/api/org/alpha/users/cloud/filesets/"+id, p.userID("fleet_manager@alpha.test")
	seen := "GET /api/org/alpha/vehicles/" + p.vehicle + "/devices/" + camera + "/cloud/filesets/requests/" + id
	asks := []string{seen, "GET /api/org/alpha/files/requests/" + id + "/preview", "GET /api/org/alpha/files/requests/" + id + "/download"}
	asks = append(asks, "GET /api/org/alpha/files/requests/"+p.firstFile(t, seen)+"/download")
	p.opensFromLists(t, id)
	for _, ask := range asks {
		p.want(t, manager, ask, http.StatusNotFound)
	}
	p.want(t, manager, "PUT "+fileset+"/share/user/"+user, http.StatusNotFound) // nobody shares with themselves what they do not see
	p.want(t, admin, "PUT "+fileset+"/share/user/nobody", http.StatusNotFound)
	p.want(t, admin, "PUT "+fileset+"/share/user/"+p.userIDIn("beta", "fleet_manager@beta.test"), http.StatusNotFound)
	p.want(t, admin, "PUT /api/org/alpha/users/cloud/filesets/none/share/user/"+user, http.StatusNotFound)
	p.want(t, plugintest.As("beta", "ORG_ADMIN"), "PUT "+fileset+"/share/user/"+user, http.StatusNotFound)
	p.want(t, plugintest.As("alpha", "THIRD_PARTY_USER"), "PUT "+fileset+"/share/user/"+user, http.StatusForbidden)

	for range 2 { // once more is no mistake
		p.want(t, admin, "PUT "+fileset+"/share/user/"+user, http.StatusNoContent)
	}
	for _, ask := range asks {
		p.want(t, manager, ask, http.StatusOK)
	}
	for _, list := range []string{"users/cloud/filesets/requests", "files/requests"} {
		if n := p.listed(t, manager, list); n != 1 {
			t.Errorf("%d filesets are on the fleet manager's %s", n, list)
		}
	}
	p.hears(t, manager, true)
	for _, path := range []string{"/unshare/user/", "/share/user/"} {
		p.want(t, admin, "DELETE "+fileset+path+user, http.StatusNoContent)
		for _, ask := range asks {
			p.want(t, manager, ask, http.StatusNotFound)
		}
	}
	p.hears(t, manager, false)
}

// opensFromLists looks whether listed files lead to their bytes, by a link for each one that is there.
func (p *product) opensFromLists(t *testing.T, id string) {
	t.Helper()
	for _, path := range []string{"files/requests", "users/cloud/filesets/requests"} {
		var list struct {
			Filesets []struct {
				ID    string                                    `json:"fileset_request_id"`
				Files []struct{ Status, File, Location string } `json:"file_requests"`
			}
		}
		p.Do(plugintest.As("alpha", "ORG_ADMIN"), "GET /api/org/alpha/"+path, nil).Decode(t, &list)
		there := 0
		for _, s := range list.Filesets {
			for _, f := range s.Files {
				if isThere := f.Status == "success"; f.File == "" || isThere != (f.Location != "") {
					t.Errorf("%s lists the file %+v", path, f)
				}
				if s.ID != id || f.Location == "" {
					continue
				}
				there++
				if status, body := p.fetch(f.Location, ""); status != http.StatusOK || len(body) == 0 {
					t.Errorf("%s leads to %d with %d bytes", path, status, len(body))
				}
			}
		}
		if there == 0 {
			t.Errorf("%s lists no file that is there", path)
		}
		switch without := p.Do(plugintest.As("alpha", "ORG_ADMIN"), "GET /api/org/alpha/"+path+"?locations=false", nil); {
		case without.Status != http.StatusOK || !strings.Contains(string(without.Body), id):
			t.Errorf("%s without locations = %d %s", path, without.Status, without.Body)
		case strings.Contains(string(without.Body), `"location"`):
			t.Errorf("%s without locations has some: %s", path, without.Body)
		}
	}
}

// firstFile is the id of a fileset's first file that is there; it has a name and a place, and is downloaded by its own id too.
func (p *product) firstFile(t *testing.T, seen string) string {
	t.Helper()
	var found struct {
		Files []struct {
			ID       string `json:"file_request_id"`
			Status   string `json:"status"`
			File     string `json:"file"`
			Location string `json:"location"`
		} `json:"file_requests"`
	}
	p.Do(plugintest.As("alpha", "ORG_ADMIN"), seen, nil).Decode(t, &found)
	for _, f := range found.Files {
		if f.Status != "success" {
			continue
		}
		if f.File == "" || f.Location == "" {
			t.Errorf("the file is %+v", f)
		}
		return f.ID
	}
	t.Fatal("no file is there")
	return ""
}

func (p *product) want(t *testing.T, as plugintest.Actor, request string, status int) {
	t.Helper()
	if answer := p.Do(as, request, nil); answer.Status != status {
		t.Errorf("%s by %v = %d %s, want %d", request, as, answer.Status, answer.Body, status)
	}
}

func (p *product) listed(t *testing.T, as plugintest.Actor, path string) int {
	t.Helper()
	var list struct {
		Total int `json:"total_records"`
	}
	p.Do(as, "GET /api/org/alpha/"+path, nil).Decode(t, &list)
	return list.Total
}

// hears subscribes a user and the administrator to a new fileset of the van, has it canceled, and looks who hears of it. It is shared with the
// user or not.
func (p *product) hears(t *testing.T, as plugintest.Actor, shared bool) {
	t.Helper()
	admin := plugintest.As("alpha", "ORG_ADMIN")
	var made struct {
		ID string `json:"fileset_request_id"`
	}
	p.Do(admin, "POST /api/org/alpha/vehicles/"+p.vehicle+"/devices/"+camera+"/cloud/filesets/requests",
		`{"file_requests":[{"file_type":"video","start_time":"2020-01-01T00:00:00","duration":"9","channel":"1"}]}`).Decode(t, &made)
	if shared {
		p.want(t, admin, "PUT /api/org/alpha/users/cloud/filesets/"+made.ID+"/share/user/"+p.userID(strings.ToLower(as.Email())), http.StatusNoContent)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	theirs, own := p.subscribe(ctx, t, as, made.ID), p.subscribe(ctx, t, admin, made.ID)
	p.want(t, admin, "POST /api/org/alpha/files/requests/"+made.ID+"/cancel", http.StatusOK)
	p.want(t, admin, "DELETE /api/org/alpha/vehicles/"+p.vehicle+"/devices/"+camera+"/cloud/filesets/requests/"+made.ID, http.StatusNoContent)
	awaitNews(ctx, t, own, made.ID)
	if shared {
		awaitNews(ctx, t, theirs, made.ID)
		return
	}
	if err := theirs.Write(ctx, websocket.MessageText, []byte(`{"action":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	for { // nothing about the fileset comes before the answer to what was asked after all was over
		_, raw, err := theirs.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), `"canceled"`) {
			t.Errorf("somebody hears of what they may not see: %s", raw)
		}
		if strings.Contains(string(raw), `"pong"`) {
			return
		}
	}
}

// subscribe opens a user's connection and subscribes it to a fileset, as browsers do.
func (p *product) subscribe(ctx context.Context, t *testing.T, as plugintest.Actor, id string) *websocket.Conn {
	t.Helper()
	conn, answer, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(p.URL, "http")+"/api/ws", &websocket.DialOptions{Subprotocols: []string{"outrider.v1", "bearer." + p.Token(as)}})
	if err != nil {
		t.Fatalf("%v %v", err, answer)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	if err := conn.Write(ctx, websocket.MessageText, []byte(`{"action":"getConnectionId"}`)); err != nil {
		t.Fatal(err)
	}
	_, connection, err := conn.Read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	body := map[string]any{"connectionId": string(connection), "context": "filesetRequest", "values": []string{id}, "orgId": "alpha"}
	if answer := p.Do(as, "POST /api/files/subscriptions", body); answer.Status >= 300 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return conn
}

// awaitNews reads until a fileset is told to be canceled.
func awaitNews(ctx context.Context, t *testing.T, conn *websocket.Conn, id string) {
	t.Helper()
	for {
		_, raw, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("nothing is heard of fileset %s: %v", id, err)
		}
		var news struct {
			Type  string `json:"subscription_type"`
			Value []struct {
				ID     string `json:"fileset_request_id"`
				Status string `json:"status"`
			} `json:"value"`
		}
		if json.Unmarshal(raw, &news) != nil || news.Type != "fileUpdateProgress" {
			continue
		}
		for _, v := range news.Value {
			if v.ID == id && v.Status == "canceled" {
				return
			}
		}
	}
}

func (p *product) userID(email string) string { return p.userIDIn("alpha", email) }

func (p *product) userIDIn(org, email string) string {
	p.t.Helper()
	var users []struct{ ID, Email string }
	p.Do(plugintest.As(org, "ORG_ADMIN"), "GET /api/org/"+org+"/user", nil).Decode(p.t, &users)
	for _, u := range users {
		if u.Email == email {
			return u.ID
		}
	}
	p.t.Fatalf("there is no user %s", email)
	return ""
}
