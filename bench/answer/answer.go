// Package answer is what the operation of the comparison answers, the same in every process that is measured.
package answer

import (
	"encoding/json"
	"strconv"
	"sync"
)

// Vehicle is one line of the answer, about 200 bytes of JSON.
type Vehicle struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Group    string   `json:"group"`
	Lat      float64  `json:"lat"`
	Lng      float64  `json:"lng"`
	SpeedKmh float64  `json:"speed_kmh"`
	Ignition bool     `json:"ignition"`
	Labels   []string `json:"labels"`
	SeenMs   int64    `json:"seen_ms"`
}

// List is the answer.
type List struct {
	Items []Vehicle `json:"items"`
	Total int       `json:"total"`
}

// perVehicle is the size of a line in bytes, about.
const perVehicle = 200

// Of makes an answer of about so many KiB. It is made anew for each request, as a handler that reads rows would.
func Of(kib int) List {
	list := List{Items: make([]Vehicle, kib*1024/perVehicle)}
	for i := range list.Items {
		number := strconv.Itoa(100_000 + i)
		list.Items[i] = Vehicle{
			ID: "5f0c6a3e-6f1d-4c58-9d3e-" + number, Name: "Lorry " + number, Group: "/demo/north-west/manchester/",
			Lat: 53.4808 + float64(i)/1e4, Lng: -2.2426 - float64(i)/1e4, SpeedKmh: 48.5, Ignition: true, Labels: []string{"chilled", "trailer"},
			SeenMs: 1_790_000_000_000 + int64(i),
		}
	}
	list.Total = len(list.Items)
	return list
}

// Ready is an answer of 256 KiB that was written before.
var Ready = sync.OnceValue(func() []byte {
	raw, err := json.Marshal(Of(256))
	if err != nil {
		panic(err) // strings and numbers: it cannot happen
	}
	return raw
})
