// Code generated from events/fence.schema.json of geofences. DO NOT EDIT.

package eventdata

// FenceChanged tells that a geofence was made or changed, or is gone: it is
// disabled then.
type FenceChanged struct {
	// Since when it is so, Unix milliseconds.
	AtMs int64 `json:"at_ms"`

	// Disabled corresponds to the JSON schema field "disabled".
	Disabled bool `json:"disabled"`

	// ID corresponds to the JSON schema field "id".
	ID string `json:"id"`

	// Name corresponds to the JSON schema field "name".
	Name string `json:"name"`
}
