package integration

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Simulated is a provider without a company behind it: it knows every vehicle, under an id that follows from ours.
type Simulated struct{ DriverHoursURL, TelematicsURL string }

// Providers implements Provider.
func (s Simulated) Providers(context.Context, string) ([]Info, error) {
	return []Info{
		{ID: "simulated-driver-hours", Name: "Simulated driver hours", Type: DriverHours, Status: "connected", URL: s.DriverHoursURL},
		{ID: "simulated-telematics", Name: "Simulated telematics", Type: Telematics, Status: "connected", URL: s.TelematicsURL},
	}, nil
}

// Mapped implements Provider.
func (s Simulated) Mapped(_ context.Context, orgID string, _ int, vehicleIDs []string) ([]Mapping, error) {
	pairs := make([]Mapping, len(vehicleIDs))
	for i, id := range vehicleIDs {
		sum := sha256.Sum256([]byte(orgID + "/" + id))
		pairs[i] = Mapping{VehicleID: id, ProviderVehicleID: "SIM-" + strings.ToUpper(hex.EncodeToString(sum[:5]))}
	}
	return pairs, nil
}
