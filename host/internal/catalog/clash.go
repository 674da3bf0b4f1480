package catalog

import (
	"errors"
	"fmt"

	"outrider.dev/sdk/plugin/manifest"
)

// Clashes finds what candidate claims although one of the others has it already: permissions, listeners, push topics, pages and remote names. (Operations are known only
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
	if m.Remote != nil {
		all = append(all, "the remote name "+m.Remote.Name)
		for _, route := range m.Remote.Routes {
			all = append(all, "the page "+route.Path)
		}
	}
	return all
}
