package events

// GroupChanged is the new state of a group, or its end. Subject "event.identity.group".
type GroupChanged struct {
	ID       string `json:"id"`
	ParentID string `json:"parent_id"` // empty for the root
	Label    string `json:"label"`
	Path     string `json:"path"` // "/demo/north-west/"
	Deleted  bool   `json:"deleted"`
}

// UserChanged is the new state of a user. Subject "event.identity.user".
type UserChanged struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"`
	// FirstName and LastName are Name in its parts.
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Telephone string `json:"telephone,omitempty"`
	Mobile    string `json:"mobile,omitempty"`
	Role      string `json:"role"`
	GroupID   string `json:"group_id"`
	Disabled  bool   `json:"disabled"`
	// Erased: the account is gone, and the names are a pseudonym. Whatever belongs to the person alone goes.
	Erased bool `json:"erased,omitempty"`
}

// OrganisationChanged is the new state of an organisation, or its end. Subject "event.identity.organisation".
type OrganisationChanged struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	CountryCode string   `json:"country_code"`
	Modules     []string `json:"modules"` // plugin ids that are switched on
	Deleted     bool     `json:"deleted"`
}

// PluginsChanged says which plugins a host has: once it has started them, and after each change by an operator, which may be of a release alone. It is of no
// organisation. Subject PluginsChangedSubject.
type PluginsChanged struct {
	Enabled []string `json:"enabled"` // ids of those that are installed and not disabled, whether or not they run
}

// PluginsChangedSubject is where hosts tell which plugins they have.
const PluginsChangedSubject = "event.host.plugins"

// VehicleChanged is the new state of a vehicle, or its end. Subject "event.vehicles.vehicle".
type VehicleChanged struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Type    string `json:"type"` // one of fleet.VehicleTypes
	GroupID string `json:"group_id"`
	Fuel    string `json:"fuel,omitempty"` // what it drives with, as its page says: "diesel", "electric"
	Deleted bool   `json:"deleted"`
}

// DeviceChanged is the new state of a device, or its end. Subject "event.vehicles.device", and "control.vehicles.device" for who lets devices in.
type DeviceChanged struct {
	ID        string `json:"id"`
	VehicleID string `json:"vehicle_id"` // empty: fitted to none
	KeySHA256 string `json:"key_sha256"` // lower-case hex of the device key's SHA-256
	Model     string `json:"model"`
	Disabled  bool   `json:"disabled"`
	Deleted   bool   `json:"deleted"`
	// Assignments are the vehicles that it is and was on, in the order of time: what it sends belongs to the vehicle of its own time.
	Assignments []Assignment `json:"assignments,omitempty"`
}

// Assignment is a device on a vehicle.
type Assignment struct {
	VehicleID string `json:"vehicle_id"`
	FromMs    int64  `json:"from_ms"`         // Unix milliseconds
	ToMs      int64  `json:"to_ms,omitempty"` // 0: it is still on it
	Default   bool   `json:"default"`         // the vehicle's default device
}

// DriverAssignmentChanged is a driver on a vehicle. Subject "event.vehicles.assignment". It comes when a drive is entered, when it ends, and when
// one that has ended is taken out; it never goes back, so events of one id may be taken in any order.
type DriverAssignmentChanged struct {
	ID         string `json:"id"`
	VehicleID  string `json:"vehicle_id"`
	DriverID   string `json:"driver_id"`
	DriverName string `json:"driver_name"`     // as it was then
	FromMs     int64  `json:"from_ms"`         // Unix milliseconds
	ToMs       int64  `json:"to_ms,omitempty"` // before this; 0: it goes on
	Deleted    bool   `json:"deleted"`         // it was entered by mistake
}

// FleetSnapshot is the whole fleet of an organisation, as of a position in the stream EVENTS: later events bring it up to date.
type FleetSnapshot struct {
	Sequence uint64           `json:"sequence"`
	Vehicles []VehicleChanged `json:"vehicles"`
	Devices  []DeviceChanged  `json:"devices"` // without their keys
}

// Push is a bundle of news for browsers. The host keeps the newest value per key and client.
type Push struct {
	Topic string     `json:"topic"` // "presenceUpdates"
	Items []PushItem `json:"items"`
}

// PushItem is one value and who may see it: callers whose subtree holds Path, whose own vehicle is VehicleID, or who are UserID.
type PushItem struct {
	Key       string `json:"key"`
	Path      string `json:"path,omitempty"`
	VehicleID string `json:"vehicle_id,omitempty"`
	UserID    string `json:"user_id,omitempty"`
	Value     any    `json:"value"`
}

// Place is a point on the earth in degrees.
type Place struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}
