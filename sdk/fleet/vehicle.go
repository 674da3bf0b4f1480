package fleet

// VehicleTypes are the types of vehicle that have an icon, in the order in which a chooser lists them.
var VehicleTypes = []string{"car", "van", "truck", "motorbike", "bicycle", "bus", "schoolbus", "bintruck"}

// DefaultVehicleType is the type of a vehicle that has none, or one that nobody knows.
const DefaultVehicleType = "car"

// VehicleType returns name if it is one of VehicleTypes, otherwise DefaultVehicleType.
func VehicleType(name string) string {
	for _, known := range VehicleTypes {
		if known == name {
			return name
		}
	}
	return DefaultVehicleType
}
