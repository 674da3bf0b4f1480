package sums

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	maxPoints = 1_000  // of a chart
	maxCells  = 50_000 // of sub-totals at points; a chart of more is not divided
	mostParts = 5      // sub-totals that are told by name at each point
)

// Point is a place of the chart: a value for each of its columns.
type Point struct {
	X     string    `json:"x"`
	Y     []float64 `json:"y" nullable:"false"`
	Parts []float64 `json:"parts,omitempty" nullable:"false" doc:"The first of y, divided by chart_parts; what is behind the last of those is of all other sub-totals"`
}

// cell is a sub-total at a point.
type cell struct{ x, by string }

// chart adds up what is drawn.
type chart struct {
	x, by   int // columns; -1: nothing is drawn, or not divided
	y       []int
	points  map[string][]float64
	cells   map[cell]float64 // of the first of y
	dropped bool             // there were more points than are kept
}

// newChart draws the chart of a report, divided by a column; -1: by none.
func newChart(report manifest.ReportType, by int) chart {
	c := chart{x: -1, by: -1, points: map[string][]float64{}, cells: map[cell]float64{}}
	if declared := report.Chart; declared != nil {
		c.x = kind.Place(report, declared.X)
		for _, key := range declared.Y {
			c.y = append(c.y, kind.Place(report, key))
		}
	}
	if by != c.x && len(c.y) > 0 {
		c.by = by
	}
	return c
}

func (c *chart) add(row []any) {
	if c.x < 0 {
		return
	}
	x := KeyOf(row[c.x])
	y, ok := c.points[x]
	if !ok {
		if len(c.points) >= maxPoints {
			c.dropped = true
			return
		}
		y = make([]float64, len(c.y))
		c.points[x] = y
	}
	for i, place := range c.y {
		if number, ok := row[place].(float64); ok {
			y[i] += number
		}
	}
	c.divide(x, row)
}

func (c *chart) divide(x string, row []any) {
	if c.by < 0 {
		return
	}
	at := cell{x, KeyOf(row[c.by])}
	if _, ok := c.cells[at]; !ok && len(c.cells) >= maxCells {
		c.by, c.cells = -1, nil
		return
	}
	if number, ok := row[c.y[0]].(float64); ok {
		c.cells[at] += number
	}
}

// Cells hands over what the sub-totals come to at the points of the chart; nothing where those are too many.
func (s *Sums) Cells(do func(x, by string, value float64)) {
	for at, value := range s.chart.cells {
		do(at.x, at.by, value)
	}
}

// parts are the sub-totals that are told by name, the largest first, and whether there are others.
func (c *chart) parts() (keys []string, others bool) {
	of := map[string]float64{}
	for at, value := range c.cells {
		of[at.by] += value
	}
	keys = slices.AppendSeq([]string{}, maps.Keys(of))
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), strings.Compare(a, b)) })
	return keys[:min(len(keys), mostParts)], len(keys) > mostParts
}

// Chart are the points of the chart, by their places, and the keys of the sub-totals that divide them; none: they are not divided.
func (s *Sums) Chart() (points []Point, parts []string) {
	c := &s.chart
	parts, others := c.parts()
	place := map[string]int{}
	for i, key := range parts {
		place[key] = i
	}
	length := len(parts)
	if others {
		length++
	}
	divided := map[string][]float64{}
	for at, value := range c.cells {
		if divided[at.x] == nil {
			divided[at.x] = make([]float64, length)
		}
		i, named := place[at.by]
		if !named {
			i = length - 1
		}
		divided[at.x][i] += value
	}
	points = []Point{}
	for x, y := range c.points {
		points = append(points, Point{x, y, divided[x]})
	}
	slices.SortFunc(points, func(a, b Point) int { return strings.Compare(a.X, b.X) })
	return points, parts
}
