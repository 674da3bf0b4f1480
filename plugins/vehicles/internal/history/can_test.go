package history

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"outrider.dev/sdk/events"
)

// withBus is a day whose vehicle says of its bus what a truck says.
func withBus(list []Reading) []Reading {
	list = slices.Clone(list)
	used, belted, doors := 81_234.5, true, 0
	for i := range list {
		used += list[i].SpeedKmh / 3600 * 5 * 0.3
		litres, hours, warm := math.Round(480-used+81_234.5), math.Round(51_204+float64(i)/72)/10, 88.0
		total := math.Round(used*10) / 10
		c := events.CAN{FuelL: &litres, FuelUsedL: &total, EngineH: &hours, CoolantC: &warm, DriverBelt: &belted, DoorsOpen: &doors}
		list[i].CAN = string(c.Append(nil))
	}
	return list
}

// TestPack_bytesOfBus measures what the readings of a bus add to a sample, which docs/decisions/can-readings.md says.
func TestPack_bytesOfBus(t *testing.T) {
	bare := day(5*time.Second, 4_320)
	without, err := Pack(bare)
	if err != nil {
		t.Fatal(err)
	}
	full := withBus(bare)
	with, err := Pack(full)
	if err != nil {
		t.Fatal(err)
	}
	back, err := Unpack(with, "d1")
	if err != nil || !slices.Equal(back, full) {
		t.Fatalf("it does not come back: %v", err)
	}
	of := func(b []byte) float64 { return float64(len(b)) / float64(len(bare)) }
	t.Logf("%.2f bytes a sample without, %.2f with six readings of the bus; open, the column takes %d", of(without), of(with), len(full[0].CAN))
	if of(with)-of(without) > 1.5 {
		t.Errorf("six readings of the bus add %.2f bytes a sample", of(with)-of(without))
	}
}

// TestUnpack_oldSpans reads spans that were packed before readings had anything of a bus.
func TestUnpack_oldSpans(t *testing.T) {
	packed, err := os.ReadFile(filepath.Join("testdata", "packed-v1"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := Unpack(packed, "d1")
	if err != nil || !slices.Equal(list, day(5*time.Second, 720)) {
		t.Errorf("reads %d samples, %v", len(list), err)
	}
}

func TestUnpack_damagedBus(t *testing.T) {
	packed, err := Pack(withBus(day(time.Second, 200)))
	if err != nil {
		t.Fatal(err)
	}
	for cut := range packed {
		if _, err := Unpack(packed[:cut], "d1"); !errors.Is(err, ErrPacked) {
			t.Fatalf("cut after %d bytes: %v", cut, err)
		}
	}
}
