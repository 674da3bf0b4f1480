package web

import (
	"encoding/json"
	"slices"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Ignore flags of a session.
const (
	byName    = 0 // look the permission up among the granted ones
	noAccess  = 1
	allAccess = 2
)

// session is the answer of GET /api/session, field for field.
type session struct {
	User        sessionUser        `json:"user"`
	Org         sessionOrg         `json:"Org"`
	HomeOrg     string             `json:"home_org"` // of the account; differs from Org where a support role acts elsewhere
	Permissions sessionPermissions `json:"permissions"`
	Modules     []string           `json:"modules"`
	Services    []string           `json:"services"`
	Preferences json.RawMessage    `json:"preferences"`
}

type sessionUser struct {
	ID       string         `json:"id"`
	Email    string         `json:"email"`
	Profile  sessionProfile `json:"Profile"`
	Role     sessionRole    `json:"Role"`
	Node     sessionNode    `json:"Node"`
	Services []string       `json:"services"`
}

type sessionProfile struct {
	FirstName string `json:"firstname"`
	LastName  string `json:"lastname"`
}

type sessionRole struct {
	Name string `json:"name"`
}

type sessionNode struct {
	ID string `json:"id"`
}

type sessionOrg struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	CountryCode string `json:"countryCode"`
	Zone        string `json:"zone"`
}

type sessionPermissions struct {
	Ignore  int32    `json:"ignore"`
	Granted []string `json:"granted"`
}

func sessionOf(s *pluginv1.SessionResponse) session {
	user, org := s.GetUser(), s.GetOrganisation()
	return session{
		User: sessionUser{
			ID: user.GetId(), Email: user.GetEmail(), Profile: sessionProfile{user.GetFirstName(), user.GetLastName()},
			Role: sessionRole{user.GetRole()}, Node: sessionNode{user.GetGroupId()}, Services: orEmpty(org.GetServices()),
		},
		HomeOrg:     user.GetOrgId(),
		Org:         sessionOrg{org.GetId(), org.GetName(), org.GetCountryCode(), org.GetZone()},
		Permissions: sessionPermissions{s.GetIgnore(), orEmpty(s.GetGranted())},
		Modules:     orEmpty(org.GetModules()), Services: orEmpty(org.GetServices()),
		Preferences: preferencesOf(s.GetPreferences().GetJson()),
	}
}

// allowed reports whether the session holds a permission; an empty one is everybody's.
func (s session) allowed(permission string) bool {
	switch s.Permissions.Ignore {
	case noAccess:
		return false
	case allAccess:
		return true
	default:
		return permission == "" || slices.Contains(s.Permissions.Granted, permission)
	}
}

func preferencesOf(document []byte) json.RawMessage {
	if !json.Valid(document) {
		return json.RawMessage(`{}`)
	}
	return document
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
