package catalog

import (
	"errors"
	"fmt"

	"outrider.dev/sdk/plugin/manifest"
)

// Clashes finds what candidate claims although one of the others has it already: permissions, listeners, push topics, contributions, pages and remote names. (Operations are known only
// once a plugin runs; the edge checks those before it lets one in.)
func Clashes(candidate manifest.Manifest, others []manifest.Manifest) error {
	claimed := map[string]string{}
	for _, other := range others {
		if other.ID == candidate.ID {
			continue
		}
		for _, claim := range claims(other) {
			claimed[claim] = other.ID
		}
	}
	var problems []error
	for _, claim := range claims(candidate) {
		if owner, ok := claimed[claim]; ok {
			problems = append(problems, fmt.Errorf("%s claims %s, which belongs to %s", candidate.ID, claim, owner))
		}
	}
	return errors.Join(problems...)
}

func claims(m manifest.Manifest) []string {
	var all []string
	for _, permission := range m.Permissions {
		all = append(all, "the permission "+permission.Name)
	}
	for _, listener := range m.Listeners {
		all = append(all, "the listener "+listener.Config)
	}
	for _, topic := range m.Push {
		for _, name := range topic.Names() {
			all = append(all, "the push topic "+name)
		}
	}
	for _, t := range m.AlertTypes {
		all = append(all, "the alert type "+t.ID)
	}
	for _, r := range m.ReportTypes {
		all = append(all, "the report type "+r.ID)
	}
	for _, t := range m.TrackingTables {
		all = append(all, "the tracking table "+t.ID)
	}
	for _, d := range m.VehicleData {
		all = append(all, "the vehicle data "+d.ID)
	}
	if m.Remote != nil {
		all = append(all, "the remote name "+m.Remote.Name)
		for _, route := range m.Remote.Routes {
			all = append(all, "the page "+route.Path)
		}
	}
	return all
}

// Unresolved finds permissions that the contributions of candidate ask for and neither it nor one of the others defines. An operation that they name is
// looked for once the plugin has said which it serves.
func Unresolved(candidate manifest.Manifest, others []manifest.Manifest) error {
	defined := map[string]bool{}
	for _, m := range append([]manifest.Manifest{candidate}, others...) {
		for _, permission := range m.Permissions {
			defined[permission.Name] = true
		}
	}
	var problems []error
	for _, needed := range candidate.Operations() {
		if !defined[needed.Permission] {
			problems = append(problems, fmt.Errorf("%s of %s needs the permission %s, which no plugin defines", needed.What, candidate.ID, needed.Permission))
		}
	}
	return errors.Join(problems...)
}
