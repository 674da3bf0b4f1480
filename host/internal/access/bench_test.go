package access_test

import (
	"testing"

	"outrider.dev/outrider/host/internal/identity/identitytest"
)

// A request costs one Authenticate and one Decide, both from memory.
func BenchmarkDecide(b *testing.B) {
	w := identitytest.Start(b)
	_, tokens := w.SignIn(b, "fleet_manager@alpha.test")
	decider := w.Access.Decider
	if _, err := decider.DecideFor(b.Context(), w.UserID(b, "fleet_manager@alpha.test"), "alpha"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		who, err := decider.Authenticate(b.Context(), tokens.Access)
		if err != nil {
			b.Fatal(err)
		}
		grant, err := decider.Decide(b.Context(), who, "alpha")
		if err != nil || !grant.Allowed("viewVehicle") {
			b.Fatal(err)
		}
	}
}

// A decision that is not in memory costs one of these for every permission that exists, 16 at once.
func BenchmarkKetoCheck(b *testing.B) {
	w := identitytest.Start(b)
	user := w.UserID(b, "fleet_manager@alpha.test")
	for b.Loop() {
		if yes, err := w.Keto.Check(b.Context(), "alpha", "viewVehicle", user); err != nil || !yes {
			b.Fatal(yes, err)
		}
	}
}
