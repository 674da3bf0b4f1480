package plugins

import (
	"errors"
	"fmt"
	"slices"

	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// served checks that a plugin serves the operations which its contributions name, and asks there for the permission that it declares.
func served(m manifest.Manifest, operations []*pluginv1.Operation) error {
	locks := map[string]*pluginv1.Lock{}
	for _, o := range operations {
		locks[o.GetMethod()+" "+o.GetTemplate()] = o.GetLock()
	}
	var problems []error
	for _, needed := range m.Operations() {
		lock, ok := locks[needed.Operation]
		switch {
		case !ok:
			problems = append(problems, fmt.Errorf("%s of %s names the operation %s, which the plugin does not serve", needed.What, m.ID, needed.Operation))
		case needed.Permission == "" && lock.GetKind() != pluginv1.Lock_SIGNED_IN:
			problems = append(problems, fmt.Errorf("%s of %s is for whoever is signed in, and its operation %s asks for more", needed.What, m.ID, needed.Operation))
		case needed.Permission == "":
		case !asks(lock, needed):
			problems = append(problems, fmt.Errorf("%s of %s says that it needs %s, which its operation %s does not ask for", needed.What, m.ID, needed.Permission, needed.Operation))
		}
	}
	return errors.Join(problems...)
}

// asks reports whether a lock asks for the permission of a contribution, or for one of both where two open it.
func asks(lock *pluginv1.Lock, needed manifest.Needed) bool {
	if lock.GetKind() == pluginv1.Lock_ANY_OF && needed.Or != "" {
		both := []string{needed.Or, needed.Permission}
		return !slices.ContainsFunc(lock.GetPermissions(), func(name string) bool { return !slices.Contains(both, name) })
	}
	return lock.GetKind() == pluginv1.Lock_ALL_OF && slices.Contains(lock.GetPermissions(), needed.Permission)
}
