// Package vehicle is the vehicles of a fleet: their rules, their operations and their rows.
package vehicle

import (
	"fmt"
	"slices"
	"time"
	"unicode"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
)

// What a store answers when the database refuses a change; a vehicle that is not there, or not in scope, is store.ErrNoRow.
var (
	ErrKeyTaken = fault.New(fault.Conflict, "Another vehicle has this key.")
	ErrVersion  = fault.New(fault.Conflict, "Somebody else has changed this vehicle meanwhile.")
)

// Vehicle is a vehicle of a fleet. Optional texts are empty, optional numbers nil.
type Vehicle struct {
	ID           string
	Name         string
	Type         string // one of fleet.VehicleTypes
	GroupID      string
	Group        string // label of the group; read only
	Path         string // path of the group; read only
	Make         string
	Model        string
	Fuel         string
	Displacement *int // cubic centimetres
	Year         *int
	VIN          string
	Notes        string
	Key          string // fleet number, unique in the organisation
	Disabled     bool
	Version      int
	Devices      []Fitted
}

// Fitted is a device as it hangs on a vehicle now.
type Fitted struct {
	DeviceID  string
	IsDefault bool
	Model     string
	Firmware  string
	Disabled  bool
	FromMs    int64 // Unix milliseconds since when
}

// vinLength is the length of a vehicle identification number since 1981.
const vinLength = 17

// firstYear is the earliest year of make that is believed.
const firstYear = 1900

const maxText, maxNotes = 200, 4000

// Validate returns an Invalid fault that names every wrong field by its name in the API, or nil.
func (v Vehicle) Validate(now time.Time) error {
	var wrong []fault.Field
	say := func(field, format string, args ...any) {
		wrong = append(wrong, fault.Field{Location: "body." + field, Message: fmt.Sprintf(format, args...)})
	}
	required := map[string]string{"vehicle_name": v.Name, "vehicle_type": v.Type}
	for _, field := range []string{"vehicle_name", "vehicle_type"} {
		if required[field] == "" {
			say(field, "This field is required.")
		}
	}
	if v.Type != "" && !slices.Contains(fleet.VehicleTypes, v.Type) {
		say("vehicle_type", "This vehicle type does not exist.")
	}
	v.validateVIN(say)
	v.validateNumbers(now, say)
	for field, text := range map[string]string{
		"vehicle_name": v.Name, "make": v.Make, "model": v.Model, "fuel": v.Fuel, "key": v.Key,
	} {
		if len(text) > maxText {
			say(field, "This field must be at most %d characters.", maxText)
		}
	}
	if len(v.Notes) > maxNotes {
		say("notes", "This field must be at most %d characters.", maxNotes)
	}
	if len(wrong) == 0 {
		return nil
	}
	return fault.InvalidFields("Please check the vehicle's details.", wrong...)
}

func (v Vehicle) validateVIN(say func(field, format string, args ...any)) {
	switch n := len(v.VIN); {
	case n == 0:
	case n < vinLength:
		say("VIN", "This field must be at least %d characters.", vinLength)
	case n > vinLength:
		say("VIN", "This field must be at most %d characters.", vinLength)
	default:
		for _, r := range v.VIN {
			if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				say("VIN", "This field must be letters and digits.")
				return
			}
		}
	}
}

func (v Vehicle) validateNumbers(now time.Time, say func(field, format string, args ...any)) {
	next := now.Year() + 1
	switch {
	case v.Year == nil:
	case *v.Year < firstYear:
		say("year", "This field must be greater than %d.", firstYear)
	case *v.Year > next:
		say("year", "This field must be lower than %d.", next)
	}
	const biggest = 1_000_000
	switch {
	case v.Displacement == nil:
	case *v.Displacement < 0:
		say("displacement", "This field must be greater than 0.")
	case *v.Displacement > biggest:
		say("displacement", "This field must be lower than %d.", biggest)
	}
}
