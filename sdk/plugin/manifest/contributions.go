package manifest

import "cmp"

// The extension points that a manifest alone fills, as Host.Contributions and GET /api/contributions name them.
const (
	ContributedAlertTypes     = "alert_types"
	ContributedReportTypes    = "report_types"
	ContributedTrackingTables = "tracking_tables"
	ContributedVehicleData    = "vehicle_data"
)

// The kinds of values: what a value is, in which unit it travels, and so how a reader is shown it.
const (
	KindText        = "text"
	KindNumber      = "number" // shown with Field.Unit
	KindPercent     = "percent"
	KindBoolean     = "boolean"
	KindTime        = "time"        // RFC 3339 in UTC; an event may say Unix milliseconds
	KindDay         = "day"         // 2026-03-04
	KindDuration    = "duration"    // seconds
	KindDistance    = "distance"    // metres
	KindSpeed       = "speed"       // km/h
	KindVolume      = "volume"      // litres
	KindEnergy      = "energy"      // kWh
	KindTemperature = "temperature" // degrees Celsius
	KindChoice      = "choice"      // a value of Field.Choices
	KindVehicle     = "vehicle"     // an id, as are the following
	KindDriver      = "driver"
	KindGroup       = "group"
	KindAlert       = "alert"
	KindPlace       = "place" // {lat, lng, label?}
)

// Field is one value that others show: a value of an alert, a column, a line of a vehicle's panel.
type Field struct {
	Key     string   `json:"key"`
	Kind    string   `json:"kind"`
	Unit    string   `json:"unit,omitempty"` // of KindNumber alone, written behind it
	Label   Text     `json:"label"`
	Choices []Choice `json:"choices,omitempty" nullable:"false"` // of KindChoice alone
}

// Choice is one value of KindChoice.
type Choice struct {
	Value string `json:"value"`
	Label Text   `json:"label"`
}

// AlertType is a type of alerts that the plugin raises by its event event.<plugin>.raised (events.AlertRaised).
type AlertType struct {
	ID       string  `json:"id"` // unique among all plugins
	Title    Text    `json:"title"`
	List     string  `json:"list,omitempty" enum:"driving,speeding,geofence"` // which list has such alerts: driving (also without it), speeding or geofence
	Icon     string  `json:"icon"`
	Severity string  `json:"severity"`                          // plain, moderate, harsh or severe, unless the event says another
	Enabled  *bool   `json:"enabled,omitempty"`                 // whether they are kept on vehicles for which nobody chose; nil: they are
	Media    bool    `json:"media,omitempty"`                   // the device is asked for evidence, as of what it noticed itself and by the same settings
	About    Text    `json:"about,omitempty"`                   // what AlertRaised.About is called: "Geofence"
	Values   []Field `json:"values,omitempty" nullable:"false"` // of AlertRaised.Values, in the order in which they are shown
}

// OnByDefault reports whether alerts of the type are kept on vehicles for which nobody chose.
func (t AlertType) OnByDefault() bool { return t.Enabled == nil || *t.Enabled }

// ReportType is something that the plugin can report. Its operation streams rows (outrider.dev/sdk/rows).
type ReportType struct {
	ID          string `json:"id"` // unique among all plugins, part of an address
	Title       Text   `json:"title"`
	Description Text   `json:"description,omitempty"`
	Section     Text   `json:"section,omitempty"` // what it stands below in lists, with all that say the same; empty: below nothing, after the others
	Permission  string `json:"permission"`
	// SchedulePermission is what scheduling it needs instead of Permission; empty: the same.
	SchedulePermission string   `json:"schedule_permission,omitempty"`
	Operation          string   `json:"operation"` // "POST /api/org/{orgId}/logbook/report", of the plugin itself
	Order              int      `json:"order,omitempty"`
	Now                bool     `json:"now,omitempty"` // its rows are of the moment of asking: the range does not matter
	Filters            []Filter `json:"filters,omitempty" nullable:"false"`
	Columns            []Column `json:"columns" nullable:"false"`
	OrderBy            []Order  `json:"order_by,omitempty" nullable:"false"` // the first order of rows
	GroupBy            []string `json:"group_by,omitempty" nullable:"false"` // columns by which sub-totals may be made
	Totals             []Total  `json:"totals,omitempty" nullable:"false"`
	Chart              *Chart   `json:"chart,omitempty"`
}

// ToSchedule is the permission that scheduling the report needs.
func (r ReportType) ToSchedule() string { return cmp.Or(r.SchedulePermission, r.Permission) }

// Filter is a choice that a user makes before the report is made; the operation finds it in rows.Query.Filters.
type Filter struct {
	Field
	Default  any    `json:"default,omitempty"`
	Multiple bool   `json:"multiple,omitempty"` // of KindChoice and KindText: several values at once, a list
	From     string `json:"from,omitempty"`     // of KindText: "GET /api/org/{orgId}/…", of the plugin itself, whose answer {choices: [{value, label}]} a user chooses from
	Needed   Text   `json:"needed,omitempty"`   // set: a scheduled report must say a value, and without one is told this
}

// Column is a column of a report or a table.
type Column struct {
	Field
	Hidden bool `json:"hidden,omitempty"` // not shown until it is picked
	About  Text `json:"about,omitempty"`  // by which rule the value is made
}

// Order is one step of an order of rows.
type Order struct {
	Column     string `json:"column"`
	Descending bool   `json:"descending,omitempty"`
}

// Total is what a column comes to below the rows.
type Total struct {
	Column string `json:"column"`
	Of     string `json:"of" enum:"sum,mean,max,min,count,distinct"` // sum, mean, max, min, count (of rows with a value) or distinct (of different values)
	Where  string `json:"where,omitempty"`                           // of distinct alone: a column with numbers; rows in which it is not above zero do not count
	Label  Text   `json:"label,omitempty"`                           // what it is called; empty: as its column, with what it is of
}

// IsCount reports whether the total is a plain number, whatever the kind of its column.
func (t Total) IsCount() bool { return t.Of == "count" || t.Of == "distinct" }

// Chart is the picture of a report: Y of each X.
type Chart struct {
	Kind string   `json:"kind" enum:"bar,line"`
	X    string   `json:"x"`
	Y    []string `json:"y" nullable:"false"`
}

// TrackingTable is a table beside a vehicle's track. Its operation streams the rows of the vehicle and range in rows.Query.
type TrackingTable struct {
	ID         string   `json:"id"` // unique among all plugins
	Title      Text     `json:"title"`
	Permission string   `json:"permission"`
	Operation  string   `json:"operation"`      // POST, of the plugin itself
	Icon       string   `json:"icon,omitempty"` // with one, rows are marked on the map and above the chart as well
	Order      int      `json:"order,omitempty"`
	Columns    []Column `json:"columns" nullable:"false"`
	OrderBy    []Order  `json:"order_by,omitempty" nullable:"false"`
}

// VehicleData is a section of a vehicle's panel. Its operation answers {values: {key: value}}; what is not known is left out.
type VehicleData struct {
	ID         string  `json:"id"` // unique among all plugins
	Title      Text    `json:"title"`
	Icon       string  `json:"icon,omitempty"`
	Permission string  `json:"permission"`
	Operation  string  `json:"operation"` // "GET /api/org/{orgId}/logbook/vehicles/{id}", of the plugin itself
	Order      int     `json:"order,omitempty"`
	Fields     []Field `json:"fields" nullable:"false"`
}

// RaisedSubject is the event by which a plugin raises alerts of its types.
func RaisedSubject(pluginID string) string { return "event." + pluginID + ".raised" }

// Needed is an operation that a contribution depends on.
type Needed struct {
	What       string // "the report type mileage"
	Operation  string
	Permission string // empty: whoever is signed in
	Or         string // another permission that opens it as well; empty: none
}

// Reports are the operations of the plugin's report types.
func (m Manifest) Reports() (operations []string) {
	for _, r := range m.ReportTypes {
		operations = append(operations, r.Operation)
	}
	return operations
}

// Operations are the plugin's own operations that its contributions name.
func (m Manifest) Operations() (needed []Needed) {
	for _, r := range m.ReportTypes {
		needed = append(needed, Needed{"the report type " + r.ID, r.Operation, r.Permission, r.SchedulePermission})
		for _, f := range r.Filters {
			if f.From != "" {
				needed = append(needed, Needed{"the filter " + f.Key + " of the report type " + r.ID, f.From, r.Permission, r.SchedulePermission})
			}
		}
	}
	for _, t := range m.TrackingTables {
		needed = append(needed, Needed{"the tracking table " + t.ID, t.Operation, t.Permission, ""})
	}
	for _, d := range m.VehicleData {
		needed = append(needed, Needed{"the vehicle data " + d.ID, d.Operation, d.Permission, ""})
	}
	if m.UserPicture != "" {
		needed = append(needed, Needed{What: "the picture of users", Operation: m.UserPicture})
	}
	if m.Senders != nil {
		needed = append(needed, Needed{What: "who sends a reading", Operation: m.Senders.Operation, Permission: m.Senders.Permission})
	}
	return needed
}
