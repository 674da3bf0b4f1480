// Package importer takes vehicles, and the devices on them, from a table that another program wrote: CSV or XLSX. A file is judged row by row, taken in one
// transaction, and can be taken back as a whole.
package importer

import (
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
)

// Bounds of a file.
const (
	maxBytes    = 16 << 20
	maxUnpacked = 128 << 20 // of an XLSX file
	maxRows     = 50_000
	maxColumns  = 100
)

// What can be wrong with a value; screens have a sentence for each.
const (
	Required       = "required"
	TooLong        = "long"
	Formula        = "formula" // a value that a spreadsheet would run
	WrongType      = "type"
	WrongVIN       = "vin"
	WrongYear      = "year"
	WrongNumber    = "number"
	NoGroup        = "group"
	ManyGroups     = "groups" // several have the label
	KeyTaken       = "keyTaken"
	KeyRepeated    = "keyRepeated" // stands above already
	WrongDevice    = "device"
	DeviceFitted   = "deviceFitted"
	DeviceRepeated = "deviceRepeated"
)

// Problem is what is wrong with a value of a row.
type Problem struct {
	Line    int    `json:"line" doc:"Where the row begins in the file, from 1"`
	Field   string `json:"field"`
	Value   string `json:"value" doc:"As the file has it, its first 100 characters"`
	Problem string `json:"problem" enum:"required,long,formula,type,vin,year,number,group,groups,keyTaken,keyRepeated,device,deviceFitted,deviceRepeated"`
}

// Row is a row of a file.
type Row struct {
	Line     int
	Values   map[string]string // by the names of the fields; what is empty is absent
	Vehicle  vehicle.Vehicle   // of a good row
	Problems []Problem
}

// wrong notes what is wrong with a field.
func (r *Row) wrong(field, problem string) {
	value := []rune(r.Values[field])
	r.Problems = append(r.Problems, Problem{Line: r.Line, Field: field, Value: string(value[:min(len(value), 100)]), Problem: problem})
}

// Known is what the organisation has of what a file names.
type Known struct {
	Groups  []Group // in scope
	Keys    map[string]bool
	Devices map[string]bool // by id: whether it is on a vehicle
}

// Group is a group that vehicles may come into.
type Group struct{ ID, Label, Path string }
