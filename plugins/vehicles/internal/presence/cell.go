package presence

import "math"

// Cells of a hundredth of a degree, about a kilometre from south to north, numbered row by row from the south pole and
// the date line. Places and zones are kept by cell.
const (
	cellsPerDegree = 100
	cellColumns    = 360*cellsPerDegree + 1
)

// Cell returns the number of the cell of a point in degrees.
func Cell(lat, lng float64) int64 {
	row := int64(math.Floor((lat + 90) * cellsPerDegree))
	column := int64(math.Floor((lng + 180) * cellsPerDegree))
	return row*cellColumns + column
}

// CellCentre returns the middle of a cell in degrees.
func CellCentre(cell int64) (lat, lng float64) {
	lat = (float64(cell/cellColumns)+0.5)/cellsPerDegree - 90
	lng = (float64(cell%cellColumns)+0.5)/cellsPerDegree - 180
	return min(lat, 90), min(lng, 180)
}
