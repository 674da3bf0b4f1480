package scim_test

import "testing"

// A directory writes what /Schemas says it may, and reads back what it wrote.
func TestSchemas_TellWhatIsWritable(t *testing.T) {
	w := start(t)
	told, _ := w.ask(t, "GET /Schemas/urn:ietf:params:scim:schemas:core:2.0:User", "", 200)
	mutability := map[string]any{}
	var walk func(within string, list any)
	walk = func(within string, list any) {
		all, _ := list.([]any)
		for _, each := range all {
			attribute, _ := each.(map[string]any)
			name, _ := attribute["name"].(string)
			mutability[within+name] = attribute["mutability"]
			walk(within+name+".", attribute["subAttributes"])
		}
	}
	walk("", told["attributes"])
	for name, want := range map[string]string{
		"userName": "readWrite", "active": "readWrite", "name.givenName": "readWrite", "name.familyName": "readWrite", "emails.value": "readWrite", "phoneNumbers.type": "readWrite", "roles.value": "readWrite",
		"displayName": "readOnly", "name.formatted": "readOnly", "groups": "readOnly", "emails.type": "readOnly", "emails.primary": "readOnly", "roles.display": "readOnly",
	} {
		if mutability[name] != want {
			t.Errorf("%s is told to be %v instead of %s", name, mutability[name], want)
		}
	}
	made, _ := w.ask(t, "POST /Users", asOkta, 201)
	id, _ := made["id"].(string)
	for _, ignored := range []string{"displayName", "name.formatted"} {
		if got, _ := w.ask(t, "PATCH /Users/"+id, patch(`{"op":"replace","path":"name.givenName","value":"Ann"},{"op":"replace","path":"`+ignored+`","value":"Somebody"}`), 200); got["displayName"] != "Ann User" {
			t.Errorf("with %s: called %v instead of Ann User", ignored, got["displayName"])
		}
	}
}
