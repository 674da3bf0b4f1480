package provider

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Simulated is a provider without a company behind it, which organisations have that set none. It knows every vehicle, under an id that follows from ours; its readings come from the simulated vehicles themselves,
// as devices send them.
type Simulated struct{ DriverHoursURL, TelematicsURL string }

// Info implements Provider.
func (s Simulated) Info(context.Context) (Info, error) {
	return Info{"Simulated telematics", s.DriverHoursURL, s.TelematicsURL}, nil
}

// Vehicles implements Provider.
func (s Simulated) Vehicles(context.Context, string) (Page[Vehicle], error) {
	return Page[Vehicle]{}, nil
}

// Readings implements Provider.
func (s Simulated) Readings(context.Context, string) (Page[Reading], error) {
	return Page[Reading]{}, nil
}

// IDOf is what it calls a vehicle of ours.
func (Simulated) IDOf(orgID, vehicleID string) string {
	sum := sha256.Sum256([]byte(orgID + "/" + vehicleID))
	return "SIM-" + strings.ToUpper(hex.EncodeToString(sum[:5]))
}
