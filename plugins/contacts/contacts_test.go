package main

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

type person struct{ Name, Email string }

type people struct {
	Contacts []struct {
		ID, FirstName, LastName, Email, Type string
		Tags                                 []string
	} `json:"Contacts"`
	TotalRecords int `json:"total_records"`
}

// TestContacts runs the plugin as users have it: who is seen, who may be removed, who is meant by a list, and where a contact is used.
func TestContacts(t *testing.T) {
	h := plugintest.Start(t, ".", plugintest.Beside("../users", "../vehicles"))
	admin := plugintest.As("alpha", "ORG_ADMIN")
	helen := made(t, h, "alpha", "users/contacts", map[string]any{"firstName": "Helen", "lastName": "Ogden", "email": "Helen@ogden.example", "tags": []string{"Customer", " customer ", "Neston"}})
	js := h.JetStream(t)
	told := func(u events.UserChanged) {
		t.Helper()
		h.Deliver(t, js, plugintest.Event{Subject: "event.identity.user", OrgID: "alpha", Data: u})
	}
	karen := events.UserChanged{ID: "karen", Name: "Karen Molloy", FirstName: "Karen", LastName: "Molloy", Telephone: "01625 1", Mobile: "07700 2", Email: "k@alpha.test", Role: "FLEET_MANAGER", GroupID: "alpha-north"}
	told(karen)
	told(events.UserChanged{ID: "nobody", Email: "nameless@alpha.test", Role: "DRIVER", GroupID: "alpha-north"})

	t.Run("the combined name is searched whatever its case, and who has no name is hidden", func(t *testing.T) {
		for q, want := range map[string]int{"hELEN oG": 1, "olloy": 1, "nameless": 0, "zzz": 0} {
			if found := contactsOf(t, h, admin, "?q="+strings.ReplaceAll(q, " ", "%20")); found.TotalRecords != want {
				t.Errorf("%q finds %d, want %d", q, found.TotalRecords, want)
			}
		}
		if found := h.Do(admin, "GET /api/org/alpha/users/contacts?q=olloy", nil); !strings.Contains(string(found.Body), `"telephone":"01625 1","mobile":"07700 2"`) {
			t.Errorf("a user's numbers are not shown: %s", found.Body)
		}
		if found := contactsOf(t, h, admin, "?filter=tags:eq:Customer"); found.TotalRecords != 1 || len(found.Contacts[0].Tags) != 2 {
			t.Errorf("tags are kept as %+v", found.Contacts)
		}
	})
	t.Run("a contact has all of its parts, and says whether it is a user", func(t *testing.T) {
		parts := map[string]any{"firstName": "Edgar", "lastName": "Swale", "telephone": "01625 3", "mobile": "07700 4", "email": "edgar@swale.example", "tags": []string{"Insurer", "Neston"}}
		id := made(t, h, "alpha", "users/contacts", parts)
		parts["id"], parts["type"], parts["tags"] = id, "External", []any{"Insurer", "Neston"}
		var found struct {
			Contacts []map[string]any `json:"Contacts"`
		}
		h.Do(admin, "GET /api/org/alpha/users/contacts?q=Swale", nil).Decode(t, &found)
		if len(found.Contacts) != 1 || !reflect.DeepEqual(found.Contacts[0], parts) {
			t.Errorf("the contact is %v, want %v", found.Contacts, parts)
		}
		h.Do(admin, "GET /api/org/alpha/users/contacts?q=olloy", nil).Decode(t, &found)
		if len(found.Contacts) != 1 || found.Contacts[0]["type"] != "Internal" {
			t.Errorf("the user is %v", found.Contacts)
		}
		status(t, h, admin, "DELETE /api/org/alpha/users/contacts/"+id, nil, http.StatusNoContent, "")
	})
	t.Run("users cannot be changed or removed here", func(t *testing.T) {
		body := map[string]any{"firstName": "K", "lastName": "M", "email": "k@m.example"}
		status(t, h, admin, "PUT /api/org/alpha/users/contacts/karen", body, http.StatusForbidden, "")
		status(t, h, admin, "DELETE /api/org/alpha/users/contacts/karen", nil, http.StatusForbidden, "")
		status(t, h, admin, "POST /api/org/alpha/contacts/remove", map[string]any{"ids": []string{"karen"}}, http.StatusConflict, "none of the selected contacts can be removed")
	})
	t.Run("an address is one contact", func(t *testing.T) {
		body := map[string]any{"firstName": "Other", "lastName": "Ogden", "email": "hELEN@ogden.example"}
		status(t, h, admin, "POST /api/org/alpha/users/contacts", body, http.StatusConflict, "There is a contact with this e-mail address already.")
	})
	t.Run("bad values name their fields", func(t *testing.T) {
		for field, value := range map[string]string{"firstName": " ", "lastName": "", "email": "a@b.example\r\nBcc: x@y.example"} {
			body := map[string]any{"firstName": "A", "lastName": "B", "email": "a@b.example"}
			body[field] = value
			status(t, h, admin, "POST /api/org/alpha/users/contacts", body, http.StatusUnprocessableEntity, "body."+field)
		}
		status(t, h, admin, "POST /api/org/alpha/users/contacts", map[string]string{"lastName": "Ogden", "email": "nameless@ogden.example"}, http.StatusUnprocessableEntity, "Required.")
	})
	t.Run("a list is who is on it now, each address once", func(t *testing.T) {
		id := made(t, h, "alpha", "contacts/lists", map[string]any{"name": "Weekly", "members": []map[string]string{{"kind": "contact", "id": helen}, {"kind": "user", "id": "karen"}}})
		asked := map[string]any{"recipients": []map[string]string{{"kind": "contact", "id": helen}, {"kind": "list", "id": id}, {"kind": "address", "id": "helen@OGDEN.example"}, {"kind": "user", "id": "gone"}}}
		if got, want := resolved(t, h, admin, asked), "Helen Ogden <Helen@ogden.example> | Karen Molloy <k@alpha.test> |  | gone"; got != want {
			t.Errorf("resolved to %q, want %q", got, want)
		}
		changed := karen
		changed.Email = "karen@alpha.test"
		told(changed)
		changed.Disabled = false
		if got := resolved(t, h, admin, asked); !strings.Contains(got, "<karen@alpha.test>") {
			t.Errorf("after a new address the list is %q", got)
		}
		changed.Disabled = true
		told(changed)
		if got := resolved(t, h, admin, asked); strings.Contains(got, "karen") {
			t.Errorf("with a disabled user the list is %q", got)
		}
	})
	t.Run("where a contact is used", func(t *testing.T) {
		h.Deliver(t, js, plugintest.Event{Subject: "event.reports.recipients", OrgID: "alpha", Data: events.RecipientsChanged{
			ID: "s1", Name: "Weekly mileage", Path: "/scheduled-reports?id=s1", Recipients: []events.Recipient{{Kind: "contact", ID: helen}},
		}})
		answer := h.Do(admin, "POST /api/org/alpha/contacts/usage", map[string]any{"ids": []string{helen}})
		if answer.Status != http.StatusOK || !strings.Contains(string(answer.Body), `"thing":"Weekly mileage"`) {
			t.Errorf("used in %d %s", answer.Status, answer.Body)
		}
		h.Deliver(t, js, plugintest.Event{Subject: "event.reports.recipients", OrgID: "alpha", Data: events.RecipientsChanged{ID: "s1", Name: "Weekly mileage", Recipients: []events.Recipient{}}})
		if answer := h.Do(admin, "POST /api/org/alpha/contacts/usage", map[string]any{"ids": []string{helen}}); !strings.Contains(string(answer.Body), `"usage":[]`) {
			t.Errorf("once nobody is told it is used in %s", answer.Body)
		}
	})
	t.Run("a file is tried, then taken", func(t *testing.T) { takesFiles(t, h, admin) })
	t.Run("tags", func(t *testing.T) {
		status(t, h, admin, "PUT /api/org/alpha/contacts/tags/customer", map[string]any{"name": "Client"}, http.StatusOK, `"changed":1`)
		status(t, h, admin, "DELETE /api/org/alpha/contacts/tags/NESTON", nil, http.StatusNoContent, "")
		if found := contactsOf(t, h, admin, "?q=Helen"); fmt.Sprint(found.Contacts[0].Tags) != "[Client]" {
			t.Errorf("tags are %v", found.Contacts[0].Tags)
		}
	})
}

func takesFiles(t *testing.T, h *plugintest.Host, admin plugintest.Actor) {
	t.Helper()
	const table = "Vorname;Nachname;E-Mail;Telefon;Tags\n\"Ann \"\"A\"\"\";Other;ann@other.example;'+44 151 1;Insurer\nNo;Mail;;;\nHelen;Ogden;helen@ogden.example;0151;\nAnn;Again;ANN@other.example;;\n=cmd();Name;f@x.example;;\n"
	try := map[string]any{"text": table, "preview": true}
	status(t, h, admin, "POST /api/org/alpha/contacts/import", try, http.StatusOK, `"counts":{"changed":1,"invalid":1,"new":2,"repeat":1,"same":0}`)
	if found := contactsOf(t, h, admin, "?q=ann"); found.TotalRecords != 0 {
		t.Error("a preview keeps contacts")
	}
	try["preview"] = false
	status(t, h, admin, "POST /api/org/alpha/contacts/import", try, http.StatusOK, `"new":2`)
	status(t, h, admin, "POST /api/org/alpha/contacts/import", try, http.StatusOK, `"counts":{"changed":0,"invalid":1,"new":0,"repeat":1,"same":3}`)
	const cards = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Tang;Howard;;;\r\nFN:Howard Tang\r\nEMAIL;TYPE=INTERNET:h@insurewell.example\r\nTEL;TYPE=CELL:07700 1\r\nCATEGORIES:Insurer\r\nEND:VCARD\r\n"
	status(t, h, admin, "POST /api/org/alpha/contacts/import", map[string]any{"text": cards}, http.StatusOK, `"format":"vcard"`)
	if found := contactsOf(t, h, admin, "?q=Howard%20Tang&filter=tags:eq:Insurer"); found.TotalRecords != 1 {
		t.Errorf("a card is kept as %+v", found)
	}
	for name, text := range map[string]string{"no head": "a@b.example\n", "rubbish": "BEGIN:VCARD\nnothing", "an open quote": "email,name\n\"a@b"} {
		status(t, h, admin, "POST /api/org/alpha/contacts/import", map[string]any{"text": text}, http.StatusUnprocessableEntity, "body.text")
		_ = name
	}
	var many strings.Builder
	many.WriteString("First name,Last name,Email\n")
	for i := range 5_000 {
		fmt.Fprintf(&many, "Person,%d,p%d@many.example\n", i, i)
	}
	status(t, h, admin, "POST /api/org/alpha/contacts/import", map[string]any{"text": many.String()}, http.StatusOK, `"new":5000`)
	if found := contactsOf(t, h, admin, "?q=many.example"); found.TotalRecords != 5_000 {
		t.Errorf("of 5,000 contacts %d are kept", found.TotalRecords)
	}
}

func contactsOf(t *testing.T, h *plugintest.Host, as plugintest.Actor, query string) (found people) {
	t.Helper()
	answer := h.Do(as, "GET /api/org/alpha/users/contacts"+query, nil)
	if answer.Status != http.StatusOK {
		t.Fatalf("list contacts: %d %s", answer.Status, answer.Body)
	}
	answer.Decode(t, &found)
	return found
}

func status(t *testing.T, h *plugintest.Host, as plugintest.Actor, request string, body any, want int, part string) {
	t.Helper()
	if answer := h.Do(as, request, body); answer.Status != want || !strings.Contains(string(answer.Body), part) {
		t.Errorf("%s = %d %s, want %d with %s", request, answer.Status, answer.Body, want, part)
	}
}

// resolved writes who is meant by recipients on one line.
func resolved(t *testing.T, h *plugintest.Host, as plugintest.Actor, asked any) string {
	t.Helper()
	answer := h.Do(as, "POST /api/org/alpha/contacts/resolve", asked)
	if answer.Status != http.StatusOK {
		t.Fatalf("resolve: %d %s", answer.Status, answer.Body)
	}
	var found struct {
		Recipients []struct {
			Gone   bool
			People []person
		}
	}
	answer.Decode(t, &found)
	var parts []string
	for _, one := range found.Recipients {
		text := ""
		for _, p := range one.People {
			text += p.Name + " <" + p.Email + ">"
		}
		if one.Gone {
			text = "gone"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " | ")
}
