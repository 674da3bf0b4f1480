package scim_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

const aGroup = `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"displayName":"`

func TestGroupsGiveRoles(t *testing.T) {
	w := start(t)
	driver := w.UserID(t, "driver@alpha.test")
	is := func(want string) {
		t.Helper()
		if got := w.value(t, `SELECT role || ' ' || group_id FROM outrider.account WHERE id = $1`, driver); got != want {
			t.Errorf("the user is %q instead of %q", got, want)
		}
	}
	place := w.value(t, `SELECT group_id FROM outrider.account WHERE id = $1`, driver)
	managers, _ := w.ask(t, "POST /Groups", aGroup+`Fleet manager","externalId":"8aa1a0c0","members":[]}`, 201)
	w.ask(t, "POST /Groups", aGroup+`fleet Manager"}`, 409)
	id, _ := managers["id"].(string)
	member := `[{"value":"` + driver + `"}]`
	w.ask(t, "PATCH /Groups/"+id, patch(`{"op":"Add","path":"members","value":`+member+`}`), 200)
	is("FLEET_MANAGER " + place)
	w.ask(t, "PATCH /Groups/"+id, patch(`{"op":"Add","path":"members","value":`+member+`}`), 200) // once more: as Entra ID does
	found, _ := w.ask(t, "GET /Groups?excludedAttributes=members&filter="+url.QueryEscape(`displayName eq "Fleet manager" and members[value eq "`+driver+`"]`), "", 200)
	if list, _ := found["Resources"].([]any); len(list) != 1 || list[0].(map[string]any)["members"] != nil {
		t.Errorf("found %v", found)
	}
	user, _ := w.ask(t, "GET /Users/"+driver, "", 200)
	if groups, _ := user["groups"].([]any); len(groups) != 1 {
		t.Errorf("groups of the user: %v", user["groups"])
	}

	// A second group is stronger, and a third one is a place.
	admins, _ := w.ask(t, "POST /Groups", aGroup+`GROUP_ADMIN","members":`+member+`}`, 201)
	is("GROUP_ADMIN " + place)
	south, _ := w.ask(t, "POST /Groups", aGroup+`alpha-south","members":`+member+`}`, 201)
	is("GROUP_ADMIN alpha-south")
	w.ask(t, "DELETE /Groups/"+admins["id"].(string), "", 204)
	is("FLEET_MANAGER alpha-south")
	for _, leave := range []string{`{"op":"Remove","path":"members","value":` + member + `}`, `{"op":"remove","path":"members[value eq \"` + driver + `\"]"}`} {
		w.ask(t, "PATCH /Groups/"+id, patch(leave), 200)
		is("DRIVER alpha-south")
		w.ask(t, "PUT /Groups/"+id, aGroup+`Fleet manager","members":`+member+`}`, 200)
		is("FLEET_MANAGER alpha-south")
	}
	for name, operation := range map[string]string{
		"Managers":       `{"op":"replace","value":{"id":"` + id + `","displayName":"Managers"}}`, // as Okta says it
		"Night managers": `{"op":"Replace","path":"displayName","value":"Night managers"}`,        // as Entra ID does
		"Day managers":   `{"op":"replace","path":"urn:ietf:params:scim:schemas:core:2.0:Group:displayName","value":"Day managers"}`,
	} {
		if renamed, _ := w.ask(t, "PATCH /Groups/"+id, patch(operation), 200); renamed["displayName"] != name {
			t.Errorf("the group is called %v after %s", renamed["displayName"], operation)
		}
	}
	is("FLEET_MANAGER alpha-south")
	w.ask(t, "DELETE /Groups/"+south["id"].(string), "", 204)
	is("FLEET_MANAGER alpha-south")
	w.ask(t, "DELETE /Groups/"+id, "", 204)
	is("DRIVER alpha-south")
}

func TestGroupsGiveNoMore(t *testing.T) {
	w := start(t)
	boss, stranger := w.UserID(t, "org_admin@alpha.test"), w.UserID(t, "driver@beta.test")
	drivers, _ := w.ask(t, "POST /Groups", aGroup+`Driver"}`, 201)
	id := drivers["id"].(string)
	w.ask(t, "PATCH /Groups/"+id, patch(`{"op":"add","path":"members","value":[{"value":"`+stranger+`"}]}`), 400)
	w.ask(t, "PATCH /Groups/"+id, patch(`{"op":"add","path":"members","value":[{"value":"`+boss+`"}]}`), 409)
	support, _ := w.ask(t, "POST /Groups", aGroup+`SYS_ADMIN","members":[{"value":"`+w.UserID(t, "driver@alpha.test")+`"}]}`, 201)
	if got := w.value(t, `SELECT role FROM outrider.provisioned_group WHERE id = $1`, support["id"]); got != "" {
		t.Errorf("a group gives %s", got)
	}
	w.keyOf(t, "org_admin@beta.test", "")
	w.ask(t, "GET /Groups/"+id, "", 404)
	w.ask(t, "DELETE /Groups/"+id, "", 404)
	w.ask(t, "PUT /Groups/"+id, aGroup+`Mine"}`, 404)
}

// Groups in groups are refused in a sentence that names field and reason, and the change has no other effect.
func TestGroupsInGroupsAreRefused(t *testing.T) {
	w := start(t)
	driver := w.UserID(t, "driver@alpha.test")
	inner, _ := w.ask(t, "POST /Groups", aGroup+`Night shift"}`, 201)
	outer, _ := w.ask(t, "POST /Groups", aGroup+`All shifts"}`, 201)
	id := inner["id"].(string)
	users := `{"value":"` + driver + `","type":"User"}`
	for name, c := range map[string]struct{ request, body, place string }{
		"created":         {"POST /Groups", aGroup + `More","members":[` + users + `,{"value":"` + id + `","type":"Group"}]}`, "members[1]"},
		"replaced":        {"PUT /Groups/" + outer["id"].(string), aGroup + `All shifts","members":[{"value":"` + id + `","$ref":"https://portal.test/scim/v2/Groups/` + id + `"}]}`, "members[0]"},
		"added":           {"PATCH /Groups/" + outer["id"].(string), patch(`{"op":"add","path":"members","value":[` + users + `,{"value":"` + id + `","type":"group"}]}`), "members[1]"},
		"known by its id": {"PATCH /Groups/" + outer["id"].(string), patch(`{"op":"add","path":"members","value":[` + users + `,{"value":"` + id + `"}]}`), "members"},
	} {
		problem, _ := w.ask(t, c.request, c.body, 400)
		if detail, _ := problem["detail"].(string); problem["scimType"] != "invalidValue" || !strings.Contains(detail, c.place+": is a group. Members are users") {
			t.Errorf("%s: %v", name, problem)
		}
	}
	if got := w.value(t, `SELECT count(*)::text FROM outrider.provisioned_member`); got != "0" {
		t.Errorf("%s members came in", got)
	}
	w.ask(t, "PATCH /Groups/"+outer["id"].(string), patch(`{"op":"remove","path":"members","value":[{"value":"`+id+`","type":"Group"}]}`), 200) // it is not there any more, as wanted
}

func TestVersions(t *testing.T) {
	w := start(t)
	driver := w.UserID(t, "driver@alpha.test")
	_, header := w.ask(t, "GET /Users/"+driver, "", 200)
	change := patch(`{"op":"replace","path":"name.givenName","value":"Ann"}`)
	w.ask(t, "PATCH /Users/"+driver, change, 200, "If-Match", header.Get("Etag"))
	w.ask(t, "PATCH /Users/"+driver, patch(`{"op":"replace","path":"name.givenName","value":"Bo"}`), 412, "If-Match", header.Get("Etag"))
	made, _ := w.ask(t, "POST /Groups", aGroup+`Night shift"}`, 201)
	errs := make(chan error, 2)
	for _, email := range []string{"driver@alpha.test", "fleet_manager@alpha.test"} { // none of two changes at once is lost
		body := patch(`{"op":"add","path":"members","value":[{"value":"` + w.UserID(t, email) + `"}]}`)
		go func() {
			defer func() { errs <- nil }()
			w.ask(t, "PATCH /Groups/"+made["id"].(string), body, 200)
		}()
	}
	<-errs
	<-errs
	if got := w.value(t, `SELECT count(*)::text FROM outrider.provisioned_member`); got != "2" {
		t.Errorf("%s members", got)
	}
}

// A group of thousands is replaced and changed at once, whichever way its directory writes it, and everybody's role follows.
func TestLargeGroup(t *testing.T) {
	w := start(t)
	const many = 3000
	var ids []string
	rows, err := w.DB.Pool().Query(t.Context(), `INSERT INTO outrider.account (email, password_hash, org_id, role, group_id)
		SELECT 'led-' || n || '@alpha.test', 'x', 'alpha', 'DRIVER', 'alpha' FROM generate_series(1, $1::int) n RETURNING id::text`, many)
	if err == nil {
		ids, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		t.Fatal(err)
	}
	refs := func(ids []string) string { return `[{"value":"` + strings.Join(ids, `"},{"value":"`) + `"}]` }
	are := func(members, managers string) {
		t.Helper()
		if got := w.value(t, `SELECT count(*)::text FROM outrider.provisioned_member`); got != members {
			t.Errorf("%s members instead of %s", got, members)
		}
		if got := w.value(t, `SELECT count(*)::text FROM outrider.account WHERE email LIKE 'led-%' AND role = 'FLEET_MANAGER'`); got != managers {
			t.Errorf("%s managers instead of %s", got, managers)
		}
	}
	made, _ := w.ask(t, "POST /Groups", aGroup+`Fleet manager","members":`+refs(ids)+`}`, 201)
	are("3000", "3000")
	group := "/Groups/" + made["id"].(string)
	if list, _ := made["members"].([]any); len(list) != many {
		t.Errorf("the answer has %d members", len(list))
	}
	w.ask(t, "PUT "+group, aGroup+`Fleet manager","members":`+refs(ids[:2000])+`}`, 200)
	are("2000", "2000")
	leave := make([]string, 1000)
	for i := range leave {
		leave[i] = `{"op":"remove","path":"members[value eq \"` + ids[i] + `\"]"}`
	}
	w.ask(t, "PATCH "+group, patch(strings.Join(leave, ",")), 200)
	are("1000", "1000")
	w.ask(t, "PATCH "+group, patch(`{"op":"Remove","path":"members","value":`+refs(ids[1000:1500])+`},{"op":"Add","path":"members","value":`+refs(ids)+`}`), 200)
	are("3000", "3000")
	w.ask(t, "DELETE "+group, "", 204)
	are("0", "0")
}
