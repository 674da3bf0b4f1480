//go:build bench

package bench_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/sdk/plugintest"
)

// TestDirectoryGroup has a directory create, replace and patch a group of 5,000 members, who get and lose a role by it.
func TestDirectoryGroup(t *testing.T) {
	members := 5000
	if *quick {
		members = 500
	}
	host := plugintest.Start(t, "../plugins/users")
	d := &database{t: t, host: host, db: host.Database(t)}
	d.exec(`INSERT INTO outrider.account (email, password_hash, org_id, role, group_id) SELECT 'led-' || n || '@alpha.test', 'x', 'alpha', 'DRIVER', 'alpha' FROM generate_series(1, $1::int) n`, members)
	c := &directory{t: t, url: host.URL + "/scim/v2", key: makeKey(t, host.URL, host.Token(plugintest.As("alpha", "ORG_ADMIN")))}
	all := d.column(`SELECT id::text FROM outrider.account WHERE email LIKE 'led-%' ORDER BY id`)
	before := usage.Resident(host.PID())
	var group struct {
		ID string `json:"id"`
	}
	row := func(what string, took time.Duration) {
		boundRow(peopleGroup, fmt.Sprintf("a directory's group of %d members is %s", members, what), took, 5*time.Second)
	}
	row("created", c.ask(http.MethodPost, "/Groups", groupOf("Fleet manager", all), &group))
	path := "/Groups/" + group.ID
	row("left by half, as Okta does", c.ask(http.MethodPatch, path, patchOf(leaves(all[:members/2])...), nil))
	row("joined by half, as Entra ID does", c.ask(http.MethodPatch, path, patchOf(map[string]any{"op": "Add", "path": "members", "value": refs(all[:members/2])}), nil))
	row("replaced by the same", c.ask(http.MethodPut, path, groupOf("Fleet manager", all), nil))
	row("emptied", c.ask(http.MethodPut, path, groupOf("Fleet manager", nil), nil))
	grown := usage.Resident(host.PID()) - before
	if managers := d.column(`SELECT count(*)::text FROM outrider.account WHERE email LIKE 'led-%' AND role <> 'DRIVER'`); managers[0] != "0" {
		t.Fatalf("%s users have a role of an empty group", managers[0])
	}
	measured.Add(table.Row{Group: peopleGroup, What: "the same, by how much the host grew meanwhile", Target: "< 200 MB", Result: fmt.Sprintf("%d MB", grown), Passed: grown < 200})
}

// directory sends requests of SCIM.
type directory struct {
	t        *testing.T
	url, key string
}

func (c *directory) ask(method, path string, body, into any) time.Duration {
	c.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, bytes.NewReader(text))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.key)
	r.Header.Set("Content-Type", "application/scim+json")
	began := time.Now()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err = io.ReadAll(answer.Body)
	took := time.Since(began)
	if err != nil || answer.StatusCode >= http.StatusMultipleChoices {
		c.t.Fatalf("%s %s: %s %.500s %v", method, path, answer.Status, text, err)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			c.t.Fatal(err)
		}
	}
	return took
}

func groupOf(name string, members []string) map[string]any {
	return map[string]any{"schemas": []string{"urn:ietf:params:scim:schemas:core:2.0:Group"}, "displayName": name, "members": refs(members)}
}

func refs(members []string) []map[string]string {
	list := make([]map[string]string, len(members))
	for i, id := range members {
		list[i] = map[string]string{"value": id}
	}
	return list
}

func leaves(members []string) []any {
	list := make([]any, len(members))
	for i, id := range members {
		list[i] = map[string]any{"op": "remove", "path": `members[value eq "` + id + `"]`}
	}
	return list
}

func patchOf(operations ...any) map[string]any {
	return map[string]any{"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:PatchOp"}, "Operations": operations}
}
