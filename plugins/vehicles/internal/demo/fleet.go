// Package demo fills the demonstration's organisations with vehicles, once: what a person changes or deletes afterwards
// stays changed.
package demo

import (
	"fmt"

	recorder "outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/device"
)

// kind is a part of the fleet: vehicles of one type that share a prefix.
type kind struct {
	prefix       string
	vehicleType  string
	first        int // number of the first
	fuel         string
	displacement int      // cubic centimetres; 0: none
	models       []string // "make|model", in turn
}

// fleet is every kind of vehicle that there is an icon for, each as often as it has models.
var fleet = []kind{
	{"HGV", "truck", 7, "diesel", 12742, []string{
		"Scania|R450", "DAF|XF 480", "Mercedes|Actros", "Volvo|FH 500", "Scania|P280", "MAN|TGX", "Iveco|S-Way", "Renault|T 480",
		"Scania|R450", "DAF|XF 480", "Scania|R450", "Volvo|FH 500", "DAF|CF 370", "Mercedes|Actros", "MAN|TGX", "Scania|P280",
	}},
	{"VAN", "van", 101, "diesel", 1996, []string{
		"Ford|Transit", "Mercedes|Sprinter", "VW|Crafter", "Peugeot|e-Expert", "Vauxhall|Vivaro", "Ford|Transit", "Citroën|Relay", "Mercedes|Sprinter",
		"VW|Crafter", "Ford|Transit", "Renault|Master", "Mercedes|Sprinter", "Ford|Transit Custom", "Fiat|Ducato", "VW|Transporter", "Ford|Transit",
	}},
	{"REF", "truck", 1, "diesel", 10837, []string{"DAF|CF 370", "DAF|CF 370", "Volvo|FM 420"}},
	{"TIP", "truck", 4, "diesel", 12777, []string{"MAN|TGS", "Volvo|FMX", "Scania|G410", "Mercedes|Arocs", "MAN|TGS"}},
	{"CAR", "car", 27, "electric", 0, []string{"Škoda|Enyaq", "Kia|e-Niro", "Nissan|Leaf", "VW|ID.3", "VW|ID.3", "Tesla|Model 3"}},
	{"BUS", "bus", 1, "diesel", 7698, []string{"ADL|Enviro400", "Wright|StreetDeck", "Volvo|B8R", "Volvo|B8R"}},
	{"SCH", "schoolbus", 1, "diesel", 6728, []string{"Optare|Solo", "Volvo|B8R", "ADL|Enviro200"}},
	{"BIN", "bintruck", 1, "diesel", 7698, []string{"Dennis Eagle|Elite 6", "Mercedes|Econic", "Dennis Eagle|Elite 6"}},
	{"MOT", "motorbike", 1, "petrol", 745, []string{"Honda|NC750X", "BMW|C 400 GT"}},
	{"CYC", "bicycle", 1, "electric", 0, []string{"Urban Arrow|Cargo", "Riese & Müller|Load 75"}},
}

// fitting is a vehicle with the devices that are fitted to it, the default one first.
type fitting struct {
	vehicle vehicle.Vehicle
	devices []recorder.Device
}

const (
	demoVehicles  = 60
	rivalVehicles = 5
	secondEvery   = 10 // each tenth vehicle of demo has a second device
)

// fittings makes the first count vehicles of an organisation. Vehicle n is "<org>-vehicle-<nn>" and has device n; second
// devices follow behind the last first one.
func fittings(orgID, secret string, count int) []fitting {
	var list []fitting
	second := count
	for n, spec := range specs(count) {
		f := fitting{vehicle: spec}
		f.vehicle.ID = fmt.Sprintf("%s-vehicle-%02d", orgID, n+1)
		f.vehicle.Key = plate(orgID, n)
		f.vehicle.VIN = vin(orgID, n)
		f.vehicle.Notes = notes[n%len(notes)]
		f.devices = append(f.devices, newDevice(orgID, secret, n+1))
		if orgID == "demo" && n%secondEvery == secondEvery-1 {
			second++
			f.devices = append(f.devices, newDevice(orgID, secret, second))
		}
		list = append(list, f)
	}
	return list
}

// specs deals the kinds out in turn, so that every group gets some of each.
func specs(count int) []vehicle.Vehicle {
	var list []vehicle.Vehicle
	for round := 0; len(list) < count; round++ {
		for _, k := range fleet {
			if round < len(k.models) && len(list) < count {
				list = append(list, k.vehicle(round))
			}
		}
	}
	return list
}

func (k kind) vehicle(n int) vehicle.Vehicle {
	var manufacturer, model string
	for i, r := range k.models[n] {
		if r == '|' {
			manufacturer, model = k.models[n][:i], k.models[n][i+1:]
		}
	}
	year := 2018 + (n*3+len(k.prefix+k.vehicleType))%7
	v := vehicle.Vehicle{Name: fmt.Sprintf("%s-%03d", k.prefix, k.first+n), Type: k.vehicleType, Make: manufacturer, Model: model, Fuel: k.fuel, Year: &year}
	if k.displacement > 0 {
		v.Displacement = &k.displacement
	}
	return v
}

func newDevice(orgID, secret string, n int) recorder.Device {
	id := device.DemoID(orgID, n)
	return recorder.Device{ID: id, Model: device.DemoModel(n), KeySHA256: recorder.KeyDigest(device.DemoKey(secret, id))}
}

// notes are what a fleet's office writes down; many vehicles need none.
var notes = []string{
	"Tail lift, 1,500 kg. Inspection due in March.", "", "Leased until 2027; no towing.", "Refrigerated body serviced in October.", "",
	"Dash camera replaced after a windscreen change.", "Spare key in the depot office.", "", "Low emission zone: exempt until June.",
	"Winter tyres on. Summer set at the depot.", "", "Roof rack: 3.2 m high, mind the car park.",
}

// drivers are the people of the demonstration who drive, beside the user of role DRIVER: a partner's system would name them.
var drivers = map[string][]string{
	"demo": {
		"Gareth Pugh", "Amina Yusuf", "Marek Kowalski", "Joe Whitfield", "Priya Nair", "Lucy Barlow", "Tom Ashworth", "Sinead Doyle", "Owen Hughes",
		"Fatima Begum", "Callum Reid", "Ewa Nowak", "Dean Hartley", "Grace Okafor", "Liam Byrne", "Sunita Patel", "Craig Bolton", "Megan Price",
		"Piotr Zielinski", "Hannah Frost", "Imran Malik", "Beth Langley", "Rhys Morgan", "Chloe Sutton", "Viktor Petrov", "Nadia Hussain",
		"Stuart Kerr", "Ella Robson", "Darren Finch", "Yasmin Ali", "Paul Cartwright", "Zoe Hadley", "Ian Marsh", "Leah Winters", "Kofi Mensah",
		"Sarah Tully", "Neil Crosby", "Alice Penrose", "Mohammed Iqbal", "Janet Rigby", "Aled Rees", "Carla Mendes", "Scott Dunn", "Ruth Ainsley",
		"Bilal Khan", "Tessa Holt", "George Adeyemi", "Kate Simmons", "Adam Lister", "Orla Quinn",
	},
	"rival": {"Ben Thackray", "Molly Sykes", "Arjun Rao", "Helen Ibbotson"},
}

// letters are those that number plates and vehicle numbers use.
const letters = "ABCDEFGHJKLMNPRSTUVWXYZ"

// plate is a British number plate, another for every vehicle: "PN71 KXD".
func plate(orgID string, n int) string {
	area := map[string]string{"demo": "PN", "rival": "YK"}[orgID]
	return fmt.Sprintf("%s%d %c%c%c", area, 68+n%7, letters[(n*7+10)%23], letters[(n/23+n*5+3)%23], letters[(n*11+2)%23])
}

// vin is a vehicle identification number of 17 characters that no real vehicle has: its maker is "Z99".
func vin(orgID string, n int) string {
	return fmt.Sprintf("Z99%c%c0DEMX%07d", orgID[0]-32, letters[n%23], n+1)
}
