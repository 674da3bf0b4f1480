package scim_test

import (
	"slices"
	"testing"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/scim"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

func TestEveryOperationIsLocked(t *testing.T) {
	for _, o := range scim.New(scim.Config{}).Operations() {
		if o.Lock.GetKind() != pluginv1.Lock_ALL_OF || !slices.Equal(o.Lock.GetPermissions(), []string{identity.PermissionProvision}) {
			t.Errorf("%s %s is locked by %v", o.Method, o.Template, o.Lock)
		}
	}
}
