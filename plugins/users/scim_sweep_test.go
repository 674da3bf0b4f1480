package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

const (
	scimGroup = `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"displayName":"Night shift"}`
	scimUser  = `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"driver@alpha.test","active":true}`
	scimPatch = `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"replace","path":"active","value":true}]}`
)

// mayProvision are the roles that lead users by a directory.
var mayProvision = []string{"SYS_ADMIN", "SUPPORT_ADMIN", "SUPPORT_LEAD", "ORG_ADMIN"}

// directory is a host whose operations on a directory's users and groups are swept, with a user and a group of alpha.
type directory struct {
	*plugintest.Host
	user, group string
}

// TestScim sends every operation below /scim/v2, as the host publishes them, as nobody, as every role, and with API keys of every reach. What gets past the lock names a version
// that is not there, or somebody who is there already, so that nothing changes.
func TestScim(t *testing.T) {
	h := plugintest.Start(t, ".", plugintest.Beside("../vehicles"))
	d := directory{Host: h, group: provisionedGroup(t, h, "alpha")}
	if err := h.Database(t).QueryRow(t.Context(), `SELECT id::text FROM outrider.account WHERE email = 'driver@alpha.test'`).Scan(&d.user); err != nil {
		t.Fatal(err)
	}
	operations := slices.DeleteFunc(h.Operations(func(template string) bool { return strings.HasPrefix(template, "/scim/") }), func(o plugintest.Operation) bool {
		return !strings.HasPrefix(o.Template, "/scim/")
	})
	if len(operations) < 17 {
		t.Fatalf("the host publishes %d operations of directories", len(operations))
	}
	keys := map[string]string{
		"key":     d.key(t, "alpha", "", "provisionUsers"),
		"without": d.key(t, "alpha", "", "listUsers", "createUser", "updateUserRole", "updateUserStatus"),
		"foreign": d.key(t, "beta", "", "provisionUsers"),
		"south":   d.key(t, "alpha", "alpha-south", "provisionUsers"),
	}
	before := d.everybody(t)
	for _, o := range operations {
		t.Run(strings.ReplaceAll(o.Key(), "/", "·"), func(t *testing.T) {
			d.locked(t, o, keys)
			d.ofOthers(t, o, keys)
			d.nonsense(t, o, keys["key"])
		})
	}
	if after := d.everybody(t); after != before {
		t.Errorf("the sweep changed the users:\n%s\n%s", before, after)
	}
}

// locked asks as nobody, with tokens that are none, as every role and with keys.
func (d directory) locked(t *testing.T, o plugintest.Operation, keys map[string]string) {
	t.Helper()
	path, body, open := d.request(o)
	for name, token := range map[string]string{"nobody": "", "a made-up token": "not.a.token", "a made-up key": "ork_0123456789abcdef0123456789abcdef"} {
		d.want(t, o, name, token, path, body, http.StatusUnauthorized)
	}
	for _, role := range plugintest.Roles {
		status := http.StatusForbidden
		if slices.Contains(mayProvision, role) {
			status = open
		}
		d.want(t, o, role, d.Token(plugintest.As("alpha", role)), path, body, status)
	}
	d.want(t, o, "a key without the permission", keys["without"], path, body, http.StatusForbidden)
	d.want(t, o, "a key", keys["key"], path, body, open)
	if answer := d.send(t, o.Method, path+"?key="+keys["key"], "", body); answer.status < 400 || answer.status >= 500 {
		t.Errorf("a key in the address = %d", answer.status)
	}
}

// ofOthers asks with keys that do not reach the user and the group: of another organisation, and of a group that neither is in.
func (d directory) ofOthers(t *testing.T, o plugintest.Operation, keys map[string]string) {
	t.Helper()
	path, body, _ := d.request(o)
	for _, name := range []string{"foreign", "south"} {
		if o.IDs["id"] != "" {
			status := []int{http.StatusNotFound}
			if name == "south" && o.IDs["id"] == "provisioned group" {
				status = append(status, http.StatusForbidden) // groups are the whole organisation's
			}
			d.want(t, o, name, keys[name], path, body, status...)
		} else if answer := d.send(t, o.Method, path, keys[name], body); o.Method == http.MethodGet && strings.Contains(answer.body, "driver@alpha.test") || strings.Contains(answer.body, d.group) {
			t.Errorf("%s reads what is alpha's: %s", name, answer.body)
		}
	}
}

// nonsense asks for ids that are none, and sends bodies that are none.
func (d directory) nonsense(t *testing.T, o plugintest.Operation, key string) {
	t.Helper()
	path, body, _ := d.request(o)
	if o.IDs["id"] != "" {
		for _, id := range []string{"%", "'", "\x00", "..", "-1", "null", "💥", "{}", strings.Repeat("x", 3000), "00000000-0000-0000-0000-000000000000", "'; DROP TABLE x; --"} {
			d.refused(t, o, key, strings.NewReplacer(d.user, url.PathEscape(id), d.group, url.PathEscape(id)).Replace(path), body)
		}
	}
	if body == "" {
		return
	}
	for _, odd := range []string{
		"", "{", "not JSON", "\xff", "null", "17", "[]", `{}`, `{"schemas":17}`, strings.Repeat("[", 20_000), `{"Operations":{}}`, `{"schemas":["urn:x"],"Operations":[17]}`,
		`{"userName":17,"displayName":{}}`, `{"userName":"x","members":"y"}`, "{\"displayName\":\"\xff\"}", `{"displayName":"\u0000"}`,
	} {
		d.refused(t, o, key, path, odd)
	}
}

// request is a good request for an operation that changes nothing, and what it is answered with where it gets past the lock.
func (d directory) request(o plugintest.Operation) (path, body string, open int) {
	name := "User"
	if strings.Contains(o.Template, "/Schemas/") {
		name = "urn:ietf:params:scim:schemas:core:2.0:User"
	}
	id := map[string]string{"user": d.user, "provisioned group": d.group}[o.IDs["id"]]
	path = strings.NewReplacer("{id}", id, "{name}", name).Replace(o.Template)
	body = map[bool]string{true: scimGroup, false: scimUser}[strings.Contains(o.Template, "/Groups")]
	switch o.Method {
	case http.MethodGet:
		return path, "", http.StatusOK
	case http.MethodDelete:
		return path, "", http.StatusPreconditionFailed
	case http.MethodPatch:
		if strings.Contains(o.Template, "/Groups") {
			return path, strings.Replace(scimPatch, `"path":"active","value":true`, `"path":"displayName","value":"Day shift"`, 1), http.StatusPreconditionFailed
		}
		return path, scimPatch, http.StatusPreconditionFailed
	case http.MethodPost:
		return path, body, http.StatusConflict
	}
	return path, body, http.StatusPreconditionFailed
}

func (d directory) want(t *testing.T, o plugintest.Operation, who, token, path, body string, statuses ...int) {
	t.Helper()
	answer := d.send(t, o.Method, path, token, body)
	if !slices.Contains(statuses, answer.status) {
		t.Errorf("%s = %d, want %v: %.300s", who, answer.status, statuses, answer.body)
	}
	if answer.status >= http.StatusBadRequest && !answer.isScimError() {
		t.Errorf("%s is refused in another form: %.300s", who, answer.body)
	}
}

func (d directory) refused(t *testing.T, o plugintest.Operation, token, path, body string) {
	t.Helper()
	if answer := d.send(t, o.Method, path, token, body); answer.status < http.StatusBadRequest || answer.status >= http.StatusInternalServerError || !answer.isScimError() {
		t.Errorf("%.120s with %.100q = %d, want 4xx in the form of SCIM: %.300s", path, body, answer.status, answer.body)
	}
}

type scimAnswer struct {
	status int
	body   string
}

// isScimError reports whether an answer has the form of RFC 7644, section 3.12.
func (a scimAnswer) isScimError() bool {
	var problem struct {
		Schemas []string
		Status  string
		Detail  string
	}
	return json.Unmarshal([]byte(a.body), &problem) == nil && slices.Contains(problem.Schemas, "urn:ietf:params:scim:api:messages:2.0:Error") && problem.Status != ""
}

func (d directory) send(t *testing.T, method, path, token, body string) scimAnswer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, d.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("If-Match", `W/"0"`) // no version
	request.Header.Set("Content-Type", "application/scim+json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return scimAnswer{answer.StatusCode, string(read)}
}

// key makes an API key of an organisation's administrator.
func (d directory) key(t *testing.T, org, group string, permissions ...string) string {
	t.Helper()
	answer := d.Do(plugintest.As(org, "ORG_ADMIN"), "POST /api/org/"+org+"/api-keys", map[string]any{
		"name": "Directory", "permissions": permissions, "group": group, "expires_date": time.Now().Add(24 * time.Hour).UTC(),
	})
	var made struct{ Key string }
	if answer.Status != http.StatusCreated {
		t.Fatalf("make a key of %s: %d %s", org, answer.Status, answer.Body)
	}
	answer.Decode(t, &made)
	return made.Key
}

// everybody is what the users and groups of alpha are.
func (d directory) everybody(t *testing.T) string {
	t.Helper()
	var state string
	err := d.Database(t).QueryRow(t.Context(), `SELECT (SELECT string_agg(format('%s %s %s %s %s', email, role, group_id, disabled, version), E'\n' ORDER BY email) FROM outrider.account WHERE org_id = 'alpha')
		|| (SELECT string_agg(format('%s %s %s %s', org_id, display_name, role, version), E'\n' ORDER BY id) FROM outrider.provisioned_group WHERE org_id = 'alpha')`).Scan(&state)
	if err != nil {
		t.Fatal(err)
	}
	return state
}
