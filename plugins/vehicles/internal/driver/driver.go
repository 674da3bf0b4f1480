// Package driver is who drives the vehicles of a fleet, and when.
package driver

import "outrider.dev/sdk/fault"

// What a store answers when a driver cannot be assigned.
var (
	ErrNoDriver = fault.New(fault.NotFound, "There is no such driver.")
	ErrDriven   = fault.New(fault.Conflict, "The vehicle or the driver was on another drive at that time.")
)

// Driver is somebody who drives: a user of role DRIVER, or a person whom a partner's system names.
type Driver struct {
	ID   string
	Name string
}

// Drive is the time that a driver had a vehicle.
type Drive struct {
	ID           string
	VehicleID    string
	VehicleName  string // read only
	Registration string // the vehicle's fleet number or plate; read only
	DriverID     string
	DriverName   string // as it was then; empty: that of the driver
	FromMs       int64  // Unix milliseconds
	ToMs         *int64 // nil: it goes on
}
