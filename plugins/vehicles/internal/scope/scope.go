package vehicle

// Scope is what a caller may see: everything, the vehicles of a subtree of groups, and single vehicles of its own.
type Scope struct {
	All        bool
	Path       string // "/demo/north-west/"; empty: no subtree
	VehicleIDs []string
}

// Everything is the scope of the plugin's own work.
var Everything = Scope{All: true}
