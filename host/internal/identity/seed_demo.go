package identity

import "outrider.dev/outrider/host/internal/access"

// DemoDriverVehicle is the vehicle of driver@demo.test.
const DemoDriverVehicle = "demo-vehicle-01"

// The people of the demonstration have fixed ids, so that links and tests stay good over new starts.
func demoOrganisations() []seedOrg {
	return []seedOrg{{
		Organisation: Organisation{ID: "demo", Name: "Demo Haulage", CountryCode: "GB", Zone: "Europe/London", Services: []string{"safetyCentre", "driverHours", "go"}},
		groups: []seedGroup{
			{"north-west", "demo", "North West"},
			{"manchester", "north-west", "Manchester depot"},
			{"liverpool", "north-west", "Liverpool depot"},
			{"crewe", "north-west", "Crewe depot"},
			{"midlands", "demo", "Midlands"},
			{"birmingham", "midlands", "Birmingham depot"},
			{"nottingham", "midlands", "Nottingham depot"},
			{"south-east", "demo", "South East"},
			{"london", "south-east", "London depot"},
			{"dover", "south-east", "Dover depot"},
		},
		people: []Account{
			{ID: "00000000-0000-4000-8000-000000000001", Email: "admin@demo.test", FirstName: "Alex", LastName: "Hart", Role: access.OrgAdmin, GroupID: "demo"},
			{ID: "00000000-0000-4000-8000-000000000002", Email: "manager@demo.test", FirstName: "Morgan", LastName: "Reid", Role: access.FleetManager, GroupID: "manchester"},
			{ID: "00000000-0000-4000-8000-000000000003", Email: "viewer@demo.test", FirstName: "Vera", LastName: "Lane", Role: access.ThirdPartyUser, GroupID: "demo"},
			{
				ID: "00000000-0000-4000-8000-000000000004", Email: "driver@demo.test", FirstName: "Drew", LastName: "Mills", Role: access.Driver, GroupID: "manchester",
				VehicleIDs: []string{DemoDriverVehicle},
			},
			{ID: "00000000-0000-4000-8000-000000000005", Email: "support@outrider.test", FirstName: "Sam", LastName: "Porter", Role: access.SysAdmin, GroupID: "demo"},
		},
	}, {
		Organisation: Organisation{ID: "rival", Name: "Rival Logistics", CountryCode: "GB", Zone: "Europe/London"},
		groups:       []seedGroup{{"rival-leeds", "rival", "Leeds depot"}, {"rival-hull", "rival", "Hull depot"}},
		people: []Account{
			{ID: "00000000-0000-4000-8000-000000000006", Email: "admin@rival.test", FirstName: "Robin", LastName: "Vale", Role: access.OrgAdmin, GroupID: "rival"},
		},
	}}
}
