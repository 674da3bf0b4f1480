package presence

import (
	"sync"
	"time"
)

// zones keeps what time.LoadLocation answered: it reads a file each time, and there are some hundred zones.
var zones sync.Map

// Location is a zone by its IANA name; UTC for a name that is empty or unknown.
func Location(name string) *time.Location {
	if name == "" {
		return time.UTC
	}
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	zones.Store(name, loc)
	return loc
}
