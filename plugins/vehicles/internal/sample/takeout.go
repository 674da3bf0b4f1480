package sample

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// deleteSamples deletes samples and gives each of their columns as one array in the database's binary form: that costs both sides a fraction of what rows cost.
// Reading and deleting see one snapshot, so that they are about the same samples, of which none is ever changed; to read what was deleted (RETURNING) costs half as much again.
const deleteSamples = `
	WITH gone AS (DELETE FROM vehicles.sample WHERE org_id = @org AND device_id = ANY(@devices) AND time_ms >= @from AND time_ms < @until)
	SELECT device_id, coalesce(vehicle_id, '') AS vehicle_id, array_send(array_agg(time_ms)), array_send(array_agg(lat)), array_send(array_agg(lng)), array_send(array_agg(speed_kmh)),
		array_send(array_agg(heading_deg)), array_send(array_agg(altitude_m)), array_send(array_agg(speed_limit_kmh)), array_send(array_agg(odometer_m)), array_send(array_agg(fuel_percent)),
		array_send(array_agg(battery_percent)), array_send(array_agg(signal)), array_send(array_agg(ignition)), array_send(array_agg(can))
	FROM vehicles.sample WHERE org_id = @org AND device_id = ANY(@devices) AND time_ms >= @from AND time_ms < @until GROUP BY device_id, vehicle_id`

// takenOut are the samples of a device on a vehicle, the oldest first.
type takenOut struct {
	deviceID, vehicleID string
	readings            []history.Reading
}

// takeOut deletes the samples of some devices in a span and returns them.
func takeOut(tx *gorm.DB, orgID string, beginMs int64, devices []string) (all []takenOut, err error) {
	err = store.Each(tx, func(found *sql.Rows) error {
		var one takenOut
		columns := make([][]byte, 4+len(history.Fields))
		into := []any{&one.deviceID, &one.vehicleID}
		for i := range columns {
			into = append(into, &columns[i])
		}
		if err := found.Scan(into...); err != nil {
			return err
		}
		if one.readings, err = readColumns(columns, one.deviceID); err != nil {
			return err
		}
		all = append(all, one)
		return nil
	}, deleteSamples, map[string]any{"org": orgID, "devices": store.List(devices), "from": beginMs, "until": beginMs + history.SpanMs})
	return all, err
}

// readColumns reads times, the numbers of history.Fields, signals, ignitions and what the vehicle's bus said.
func readColumns(columns [][]byte, deviceID string) ([]history.Reading, error) {
	times := arrayOf(columns[0])
	list := make([]history.Reading, times.count)
	for i := range list {
		value, _ := times.next(8)
		list[i].DeviceID, list[i].TimeMs = deviceID, int64(value)
	}
	bad := times.bad
	for n, f := range history.Fields {
		column := arrayOf(columns[1+n])
		for i := range list {
			if value, known := column.next(8); known {
				*f.Of(&list[i]), list[i].Has = math.Float64frombits(value), list[i].Has|f.What
			}
		}
		bad = bad || column.bad
	}
	signals, ignitions := arrayOf(columns[1+len(history.Fields)]), arrayOf(columns[2+len(history.Fields)])
	for i := range list {
		r := &list[i]
		if value, known := signals.next(2); known {
			r.Signal, r.Has = int(int16(value)), r.Has|history.HasSignal
		}
		if value, known := ignitions.next(1); known {
			r.Ignition, r.Has = value == 1, r.Has|history.HasIgnition
		}
	}
	buses := arrayOf(columns[3+len(history.Fields)])
	var text []byte // of all of them, so that they are one piece of memory
	ends := make([]int, len(list))
	for i := range list {
		said, _ := buses.bytes()
		text = append(text, said...)
		ends[i] = len(text)
	}
	all, begin := string(text), 0
	for i := range list {
		list[i].CAN, begin = all[begin:ends[i]], ends[i]
	}
	if bad || signals.bad || ignitions.bad || buses.bad {
		return nil, fmt.Errorf("read samples of device %s: the database's arrays are not as they should be", deviceID)
	}
	slices.SortFunc(list, func(a, b history.Reading) int { return history.Before(&a, &b) })
	return list, nil
}

// array reads a one-dimensional array as Postgres sends it: a head of 20 bytes, whose fourth number is how many elements there are, then each with its length; -1 is NULL.
type array struct {
	count int
	rest  []byte
	bad   bool
}

const arrayHead = 20

func arrayOf(b []byte) *array {
	if len(b) < arrayHead {
		return &array{bad: true}
	}
	return &array{count: int(binary.BigEndian.Uint32(b[12:])), rest: b[arrayHead:]}
}

// next is the next element, of so many bytes; false: NULL.
func (a *array) next(size int) (value uint64, known bool) {
	if len(a.rest) >= 12 && size == 8 && binary.BigEndian.Uint32(a.rest) == 8 { // most are
		value, a.rest = binary.BigEndian.Uint64(a.rest[4:]), a.rest[12:]
		return value, true
	}
	element, known := a.bytes()
	if !known {
		return 0, false
	}
	if len(element) != size {
		a.bad, a.rest = true, nil
		return 0, false
	}
	for _, b := range element {
		value = value<<8 | uint64(b)
	}
	return value, true
}

// bytes is the next element as it is; false: NULL.
func (a *array) bytes() (element []byte, known bool) {
	if len(a.rest) < 4 {
		a.bad = true
		return nil, false
	}
	length := int32(binary.BigEndian.Uint32(a.rest))
	a.rest = a.rest[4:]
	if length < 0 {
		return nil, false
	}
	if int(length) > len(a.rest) {
		a.bad, a.rest = true, nil
		return nil, false
	}
	element, a.rest = a.rest[:length], a.rest[length:]
	return element, true
}
