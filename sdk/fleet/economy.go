package fleet

// The units in which economy travels: what is used on 100 km.
const (
	LitresPer100Km = "l/100 km"
	KWhPer100Km    = "kWh/100 km"
)

// Economy is an economy per 100 km in the unit of u: litres stay, or are miles per gallon; kilowatt hours stay, or are miles per kilowatt hour. It is
// false for a number that is no economy in that unit, and for another unit.
func (u Units) Economy(per100Unit string, per100 float64) (value float64, unit string, ok bool) {
	if u == Metric || u == "" {
		return per100, per100Unit, per100Unit == LitresPer100Km || per100Unit == KWhPer100Km
	}
	const milesPer100Km = 100 / KmPerMile
	switch per100Unit {
	case LitresPer100Km:
		return milesPer100Km / u.Volume(per100), "mpg", per100 > 0
	case KWhPer100Km:
		return milesPer100Km / per100, "mi/kWh", per100 > 0
	}
	return per100, per100Unit, false
}
