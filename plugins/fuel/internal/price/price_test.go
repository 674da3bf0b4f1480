package price_test

import (
	"testing"

	"outrider.dev/outrider/plugins/fuel/internal/price"
	"outrider.dev/sdk/plugin"
)

func TestOf(t *testing.T) {
	set := plugin.NewTenants(map[string]string{
		"demo": `{"currency":"GBP","diesel_per_l":1.32,"least_theft_l":20}`, "bare": `{"diesel_per_l":1.32}`, "none": `{}`,
	})
	list, err := price.Of(set, "demo")
	if perL, known := list.PerL("hybrid"); err != nil || known || len(list) != 1 {
		t.Errorf("a hybrid pays %v, %v, of %v", perL, err, list)
	}
	if perL, known := list.PerL(""); !known || perL != 1.32 {
		t.Errorf("what nobody said burns diesel at %v", perL)
	}
	if _, known := list.PerL("electric"); known {
		t.Error("electricity has a price by the litre")
	}
	for _, org := range []string{"bare", "none"} {
		if list, err := price.Of(set, org); err != nil || len(list) != 0 {
			t.Errorf("%s pays %v, %v", org, list, err)
		}
	}
	if litres, err := price.LeastTheftL(set, "demo"); err != nil || litres != 20 {
		t.Errorf("a theft is %v l, %v", litres, err)
	}
	if _, err := price.Of(set, "off"); err == nil {
		t.Error("an organisation without the module has prices")
	}
}
