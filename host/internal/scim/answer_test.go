package scim_test

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// What a client asks for is all that it gets, beside schemas and id.
func TestAnswer_AttributesAsked(t *testing.T) {
	w := start(t)
	made, _ := w.ask(t, "POST /Users", asOkta, 201)
	id, _ := made["id"].(string)
	w.ask(t, "PATCH /Users/"+id, patch(`{"op":"add","path":"phoneNumbers","value":[{"type":"mobile","value":"+44 1"}]}`), 200)
	for query, want := range map[string]string{
		"":                              "active displayName emails externalId id meta name phoneNumbers roles schemas userName",
		"?attributes=userName":          "id schemas userName",
		"?attributes=externalId,META":   "externalId id meta schemas",
		"?attributes=id":                "id schemas",
		"?attributes=nickName":          "id schemas",
		"?excludedAttributes=meta,name": "active displayName emails externalId id phoneNumbers roles schemas userName",
		"?excludedAttributes=id,schemas,externalId,meta,emails,roles,phoneNumbers": "active displayName id name schemas userName",
		"?attributes=urn:ietf:params:scim:schemas:core:2.0:User:active":            "active id schemas",
	} {
		one, _ := w.ask(t, "GET /Users/"+id+query, "", 200)
		if got := strings.Join(slices.Sorted(maps.Keys(one)), " "); got != want {
			t.Errorf("%s shows %s instead of %s", query, got, want)
		}
		list, _ := w.ask(t, "GET /Users"+query, "", 200)
		resources, _ := list["Resources"].([]any)
		for _, each := range resources {
			if each := each.(map[string]any); each["id"] == id && strings.Join(slices.Sorted(maps.Keys(each)), " ") != want {
				t.Errorf("in a list %s shows %v instead of %s", query, each, want)
			}
		}
	}
	parts := func(request, query, attribute, body string) string {
		t.Helper()
		one, _ := w.ask(t, request+query, body, 200)
		value := one[attribute]
		if list, ok := value.([]any); ok {
			value = list[0]
		}
		within, _ := value.(map[string]any)
		return strings.Join(slices.Sorted(maps.Keys(within)), " ")
	}
	change := patch(`{"op":"replace","path":"name.givenName","value":"Ann"}`)
	for _, c := range []struct{ request, query, attribute, body, want string }{
		{"GET /Users/" + id, "?attributes=name.familyName", "name", "", "familyName"},
		{"GET /Users/" + id, "?attributes=name.familyName,name", "name", "", "familyName formatted givenName"},
		{"GET /Users/" + id, "?excludedAttributes=name.formatted", "name", "", "familyName givenName"},
		{"GET /Users/" + id, "?attributes=phoneNumbers.value", "phoneNumbers", "", "value"},
		{"GET /Users/" + id, "?attributes=urn:ietf:params:scim:schemas:core:2.0:User:meta.version", "meta", "", "version"},
		{"PATCH /Users/" + id, "?attributes=meta.resourceType", "meta", change, "resourceType"},
	} {
		if got := parts(c.request, c.query, c.attribute, c.body); got != c.want {
			t.Errorf("%s%s shows %q of %s instead of %q", c.request, c.query, got, c.attribute, c.want)
		}
	}
}

// A version that the client has is not sent again, and one that it excludes is not changed.
func TestAnswer_Versions(t *testing.T) {
	w := start(t)
	user := "/Users/" + w.UserID(t, "driver@alpha.test")
	_, header := w.ask(t, "GET "+user, "", 200)
	version := header.Get("Etag")
	change := patch(`{"op":"replace","path":"name.givenName","value":"Ann"}`)
	for _, list := range []string{version, strings.TrimPrefix(version, "W/"), `"7", ` + version, "*"} {
		if body, header := w.ask(t, "GET "+user, "", 304, "If-None-Match", list); body != nil || header.Get("Etag") != version {
			t.Errorf("%s: %v %v", list, body, header)
		}
		w.ask(t, "PATCH "+user, change, 412, "If-None-Match", list)
		w.ask(t, "DELETE "+user, "", 412, "If-None-Match", list)
	}
	w.ask(t, "GET "+user, "", 200, "If-None-Match", `W/"77777"`)
	w.ask(t, "PATCH "+user, change, 200, "If-Match", `"7", `+version)
	w.ask(t, "GET "+user, "", 200, "If-None-Match", version) // it is another now
	w.ask(t, "GET /Users/nobody", "", 404, "If-None-Match", "*")
}

// What tells what the server can do says where it is found, and is not filtered; a page says how many there are on it.
func TestAnswer_Discovery(t *testing.T) {
	w := start(t)
	for address, kind := range map[string]string{"/ResourceTypes": "ResourceType", "/Schemas": "Schema"} {
		list, _ := w.ask(t, "GET "+address, "", 200)
		resources, _ := list["Resources"].([]any)
		if len(resources) == 0 || list["itemsPerPage"] != float64(len(resources)) {
			t.Errorf("%s has %d of %v", address, len(resources), list["itemsPerPage"])
		}
		for _, each := range resources {
			meta, _ := each.(map[string]any)["meta"].(map[string]any)
			location, _ := meta["location"].(string)
			found, _ := w.ask(t, "GET "+strings.TrimPrefix(location, "https://portal.test/scim/v2"), "", 200)
			if again, _ := found["meta"].(map[string]any); meta["resourceType"] != kind || again["location"] != location || again["resourceType"] != kind {
				t.Errorf("%s: %v is found as %v", address, meta, again)
			}
		}
	}
	schema, _ := w.ask(t, "GET /Schemas/urn:ietf:params:scim:schemas:core:2.0:ResourceType", "", 200)
	if schema["name"] != "ResourceType" {
		t.Errorf("the schema of resource types is called %v", schema["name"])
	}
	for _, address := range []string{"/Schemas", "/ResourceTypes", "/ServiceProviderConfig"} {
		w.ask(t, "GET "+address+"?filter="+url.QueryEscape(`id eq "User"`), "", 403)
	}
	w.ask(t, "GET /Schemas/urn:nothing", "", 404)
	list, _ := w.ask(t, "GET /Users?count=2", "", 200)
	if resources, _ := list["Resources"].([]any); len(resources) != 2 || list["itemsPerPage"] != 2.0 {
		t.Errorf("a page of two says %v", list["itemsPerPage"])
	}
	none, _ := w.ask(t, "GET /Users?count=0", "", 200)
	if resources, there := none["Resources"].([]any); !there || len(resources) != 0 || none["itemsPerPage"] != 0.0 {
		t.Errorf("a page of none: %v", none)
	}
}

// Users are found by their telephone numbers; what is said of one number in brackets is of the same number.
func TestAnswer_Telephones(t *testing.T) {
	w := start(t)
	user := "/Users/" + w.UserID(t, "driver@alpha.test")
	w.ask(t, "PATCH "+user, patch(`{"op":"add","path":"phoneNumbers","value":[{"type":"work","value":"+44 161 4"},{"type":"mobile","value":"+49 170 1"}]}`), 200)
	for filter, want := range map[string]float64{
		`phoneNumbers.value eq "+44 161 4"`: 1, `phoneNumbers eq "+44 161 4"`: 1, `phoneNumbers pr`: 1, `phoneNumbers[type eq "mobile" and value sw "+49"]`: 1,
		`phoneNumbers[type eq "work" and value sw "+49"]`: 0, `phoneNumbers.type eq "mobile" and phoneNumbers.value sw "+44"`: 1, `phoneNumbers.value eq ""`: 0,
		`not (phoneNumbers pr) and userName eq "driver@alpha.test"`: 0, `phoneNumbers[not (type eq "work")]`: 1, `phoneNumbers[type eq "work"] and active eq true`: 1,
	} {
		found, _ := w.ask(t, "GET /Users?filter="+url.QueryEscape(filter), "", 200)
		if found["totalResults"] != want {
			t.Errorf("%s finds %v instead of %v", filter, found["totalResults"], want)
		}
	}
}
