package watch_test

import (
	"encoding/json"

	"outrider.dev/outrider/plugins/geofences/internal/watch"
)

// reread is a state as it comes back from the database.
func reread(s *watch.State) *watch.State {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	var again watch.State
	if err := json.Unmarshal(raw, &again); err != nil {
		panic(err)
	}
	return &again
}
