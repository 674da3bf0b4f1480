package web

import (
	"time"

	"outrider.dev/sdk/fault"
)

// Zone finds the time zone (IANA) that a field of a request names, such as "body.zone"; UTC for an empty name. A name that is none is fault.Invalid; so is "Local", which
// would be the zone of this machine.
func Zone(location, name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "There is no such time zone."})
	}
	return zone, nil
}
