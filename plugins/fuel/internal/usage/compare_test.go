package usage

import "testing"

func TestMostAre_WeighsVehiclesByWhatTheyDrove(t *testing.T) {
	used := 10.0
	rows := []Row{{VehicleID: "old", DistanceM: 850, UsedL: &used}, {VehicleID: "new", DistanceM: 150, UsedL: &used}, {VehicleID: "silent", DistanceM: 9_000}}
	for _, tc := range []struct {
		name  string
		known []string
		want  bool
	}{
		{"nobody was known", nil, false},
		{"who drove little was", []string{"new"}, false},
		{"who drove most was", []string{"old"}, true},
		{"all were", []string{"old", "new"}, true},
	} {
		if got := mostAre(rows, tc.known); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
	if mostAre(nil, nil) {
		t.Error("no vehicles compare")
	}
}
