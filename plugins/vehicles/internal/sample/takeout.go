package sample

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// deleteSamples deletes samples and gives each of their columns as one array in the database's binary form: that costs both sides a fraction of what rows cost.
const deleteSamples = `
	WITH gone AS (
		DELETE FROM vehicles.sample WHERE org_id = ? AND device_id = ANY(?) AND time_ms >= ? AND time_ms < ?
		RETURNING device_id, vehicle_id, time_ms, lat, lng, speed_kmh, heading_deg, altitude_m, ignition, speed_limit_kmh, odometer_m, signal, fuel_percent, battery_percent, can)
	SELECT device_id, coalesce(vehicle_id, '') AS vehicle_id, array_send(array_agg(time_ms)), array_send(array_agg(lat)), array_send(array_agg(lng)), array_send(array_agg(speed_kmh)),
		array_send(array_agg(heading_deg)), array_send(array_agg(altitude_m)), array_send(array_agg(speed_limit_kmh)), array_send(array_agg(odometer_m)), array_send(array_agg(fuel_percent)),
		array_send(array_agg(battery_percent)), array_send(array_agg(signal)), array_send(array_agg(ignition)), array_send(array_agg(can))
	FROM gone GROUP BY device_id, vehicle_id`

// takenOut are the samples of a device on a vehicle, the oldest first.
type takenOut struct {
	deviceID, vehicleID string
	readings            []history.Reading
}

// takeOut deletes the samples of some devices in a span and returns them.
func takeOut(tx *gorm.DB, orgID string, beginMs int64, devices []string) (all []takenOut, err error) {
	found, err := tx.Raw(deleteSamples, orgID, store.List(devices), beginMs, beginMs+history.SpanMs).Rows()
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var one takenOut
		columns := make([][]byte, 4+len(history.Fields))
		into := []any{&one.deviceID, &one.vehicleID}
		for i := range columns {
			into = append(into, &columns[i])
		}
		if err := found.Scan(into...); err != nil {
			return nil, err
		}
		if one.readings, err = readColumns(columns, one.deviceID); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, found.Err()
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
	for i := range list {
		if said, known := buses.bytes(); known {
			list[i].CAN = string(said)
		}
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
