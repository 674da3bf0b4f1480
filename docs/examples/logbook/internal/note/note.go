// Package note is what people write about vehicles: what a note is (note.go), what can be done with notes (api.go, reports.go), and how they are
// kept (store.go).
package note

import "time"

// Note is something that somebody wrote about a vehicle.
type Note struct {
	ID          string    `json:"id"`
	VehicleID   string    `json:"vehicle_id"`
	VehicleName string    `json:"vehicle_name"`
	Text        string    `json:"text"`
	AuthorID    string    `json:"-"`
	Author      string    `json:"author"`
	At          time.Time `json:"at"`
}
