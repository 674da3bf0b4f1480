package identity

import (
	"strings"

	"github.com/google/uuid"

	"outrider.dev/outrider/host/internal/access"
)

// TestUserID is the id of an account that SeedTest plants: always the same, so that tests can name it.
func TestUserID(email string) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("mailto:"+email)).String()
}

// testOrganisations are what generated tests work in. Group ids carry the organisation's, so that no id means something in two of them.
func testOrganisations(modules []string) []seedOrg {
	return []seedOrg{testOrganisation("alpha", "Alpha", modules), testOrganisation("beta", "Beta", modules), testOrganisation("gamma", "Gamma", nil)}
}

func testOrganisation(id, name string, modules []string) seedOrg {
	o := seedOrg{
		Organisation: Organisation{ID: id, Name: name, CountryCode: "GB", Zone: "Europe/London", Modules: modules, Services: []string{"go"}},
		groups: []seedGroup{
			{id + "-north", id, "North"},
			{id + "-depot", id + "-north", "Depot"},
			{id + "-south", id, "South"},
		},
	}
	for _, role := range access.Roles {
		person := Account{Email: strings.ToLower(role) + "@" + id + ".test", FirstName: name, LastName: role, Role: role, GroupID: id + "-north"}
		person.ID = TestUserID(person.Email)
		switch {
		case access.SeesAll(role):
			person.GroupID = id
		case role == access.Driver:
			person.VehicleIDs = []string{id + "-vehicle-1"}
		}
		o.people = append(o.people, person)
	}
	return o
}
