package plugin

import (
	"testing"
	"testing/synctest"
	"time"

	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// The host lets requests in as soon as a module is on; the plugin hears of it a moment later.
func TestTenants_SettingsWaitForAModuleThatWasJustSwitchedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tenants := NewTenants(nil)
		time.AfterFunc(time.Second, func() {
			tenants.hear(&pluginv1.Tenant{OrgId: "other", On: true})
			tenants.hear(&pluginv1.Tenant{OrgId: "alpha", On: true, Settings: []byte(`{"price":3}`)})
		})
		var settings struct{ Price int }
		if err := tenants.Settings("alpha", &settings); err != nil || settings.Price != 3 {
			t.Errorf("settings %+v (%v)", settings, err)
		}
		if err := tenants.Settings("beta", &settings); fault.KindOf(err) != fault.NotFound {
			t.Errorf("an organisation without the module: %v, want not_found", err)
		}
	})
}
