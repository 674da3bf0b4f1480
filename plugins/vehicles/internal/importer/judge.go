package importer

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/fault"
)

// problemOf is what a rule of vehicles finds wrong, by the field; what is missing or too long is said of any.
var problemOf = map[string]string{"vehicle_type": WrongType, "VIN": WrongVIN, "year": WrongYear, "displacement": WrongNumber}

// judge says of each row what is wrong with it, and makes vehicles of the good ones. Vehicles without a group come into ownGroup.
func judge(rows []Row, known Known, ownGroup string, now time.Time) {
	groups := newGroupFinder(known.Groups)
	keys, devices := map[string]bool{}, map[string]bool{}
	for i := range rows {
		row := &rows[i]
		v := draft(row)
		row.checkVehicle(v, now)
		v.GroupID = groups.find(row, cmp.Or(row.Values["group"], ownGroup))
		row.checkKey(v.Key, known, keys)
		row.checkDevice(known, devices)
		for field, value := range row.Values {
			if isFormula(value) {
				row.wrong(field, Formula)
			}
		}
		slices.SortFunc(row.Problems, func(a, b Problem) int { return strings.Compare(a.Field, b.Field) })
		row.Vehicle = v
	}
}

// draft is the vehicle that a row tells of; numbers that are none are noted.
func draft(row *Row) vehicle.Vehicle {
	said := row.Values
	v := vehicle.Vehicle{
		Name: said["vehicle_name"], Type: strings.ToLower(said["vehicle_type"]), Make: said["make"], Model: said["model"], Fuel: said["fuel"],
		VIN: strings.ToUpper(said["VIN"]), Notes: said["notes"], Key: said["key"],
	}
	if id, ok := types[v.Type]; ok {
		v.Type = id
	}
	if id, ok := fuels[strings.ToLower(v.Fuel)]; ok {
		v.Fuel = id
	}
	v.Year, v.Displacement = row.number("year", WrongYear), row.number("displacement", WrongNumber)
	return v
}

var wholeNumber = regexp.MustCompile(`^(\d{1,7})(?:[.,]0+)?$`)

func (r *Row) number(field, problem string) *int {
	value := r.Values[field]
	if value == "" {
		return nil
	}
	m := wholeNumber.FindStringSubmatch(value)
	if m == nil {
		r.wrong(field, problem)
		return nil
	}
	n, _ := strconv.Atoi(m[1]) // seven digits
	return &n
}

// checkVehicle asks the rules of vehicles.
func (r *Row) checkVehicle(v vehicle.Vehicle, now time.Time) {
	wrong, ok := errors.AsType[*fault.Error](v.Validate(now))
	if !ok {
		return
	}
	for _, f := range wrong.Fields {
		field := strings.TrimPrefix(f.Location, "body.")
		problem := problemOf[field]
		switch {
		case r.Values[field] == "":
			problem = Required
		case problem == "":
			problem = TooLong
		}
		r.wrong(field, problem)
	}
}

func (r *Row) checkKey(key string, known Known, above map[string]bool) {
	switch {
	case key == "":
		return
	case known.Keys[key]:
		r.wrong("key", KeyTaken)
	case above[key]:
		r.wrong("key", KeyRepeated)
	}
	above[key] = true
}

func (r *Row) checkDevice(known Known, above map[string]bool) {
	id := r.Values["device_id"]
	switch {
	case id == "" && r.Values["device_model"] != "":
		r.wrong("device_id", Required)
	case id == "":
	case device.ValidateID(id) != nil:
		r.wrong("device_id", WrongDevice)
	case known.Devices[id]:
		r.wrong("device_id", DeviceFitted)
	case above[id]:
		r.wrong("device_id", DeviceRepeated)
	}
	if len(r.Values["device_model"]) > maxModel {
		r.wrong("device_model", TooLong)
	}
	above[id] = true
}

// maxModel is the longest model of a device, in bytes.
const maxModel = 200

// isFormula reports whether a spreadsheet would run a value, in a file that is made of it some day.
func isFormula(value string) bool { return value[0] == '=' || value[0] == '@' }

// groupFinder finds groups by their ids, labels, and the labels on the way to them: "North / Depot".
type groupFinder struct {
	byID    map[string]string
	byLabel map[string][]string // the last label, in lower case, to ids
	ways    map[string]string   // id to "/demo/north/depot/" of labels
}

func newGroupFinder(groups []Group) groupFinder {
	f := groupFinder{map[string]string{}, map[string][]string{}, map[string]string{}}
	labels := map[string]string{}
	for _, g := range groups {
		labels[g.ID] = plainLabel(g.Label)
	}
	for _, g := range groups {
		f.byID[g.ID] = g.ID
		f.byLabel[labels[g.ID]] = append(f.byLabel[labels[g.ID]], g.ID)
		way := "/"
		for id := range strings.SplitSeq(strings.Trim(g.Path, "/"), "/") {
			way += labels[id] + "/"
		}
		f.ways[g.ID] = way
	}
	return f
}

func plainLabel(label string) string { return strings.ToLower(strings.TrimSpace(label)) }

// find is the id of the group that a row means.
func (f groupFinder) find(row *Row, label string) string {
	if id, ok := f.byID[label]; ok {
		return id
	}
	var parts []string
	for part := range strings.SplitSeq(label, "/") {
		parts = append(parts, plainLabel(part))
	}
	var found []string
	for _, id := range append(slices.Clone(f.byLabel[plainLabel(label)]), f.byLabel[parts[len(parts)-1]]...) {
		isMeant := len(parts) == 1 || strings.HasSuffix(f.ways[id], "/"+strings.Join(parts, "/")+"/")
		if isMeant && !slices.Contains(found, id) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		row.wrong("group", NoGroup)
		return ""
	case 1:
		return found[0]
	}
	row.wrong("group", ManyGroups)
	return ""
}
