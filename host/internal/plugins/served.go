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
		case lock.GetKind() != pluginv1.Lock_ALL_OF || !slices.Contains(lock.GetPermissions(), needed.Permission):
			problems = append(problems, fmt.Errorf("%s of %s says that it needs %s, which its operation %s does not ask for", needed.What, m.ID, needed.Permission, needed.Operation))
		}
	}
	return errors.Join(problems...)
}
