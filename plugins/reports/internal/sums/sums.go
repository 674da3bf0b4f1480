// Package sums adds the rows of a report up as they come: it holds figures, not rows.
package sums

import (
	"fmt"
	"maps"
	"slices"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/sdk/plugin/manifest"
)

// maxGroups is how many sub-totals one report has.
const maxGroups = 5_000

// maxDistinct is how many different values a report keeps for what counts them, sub-totals included.
const maxDistinct = 200_000

// Totals are the figures of the totals of a report, in their order.
type Totals []any

// Group is a sub-total.
type Group struct {
	Key    string `json:"key"`
	Rows   int64  `json:"rows"`
	Totals Totals `json:"totals" nullable:"false"`

	Bars []float64 `json:"bars,omitempty" nullable:"false" doc:"What it comes to at each point of a chart of days"`
}

// Sums adds the rows of one report up.
type Sums struct {
	report  manifest.ReportType
	places  []places // of the totals
	kept    int      // different values
	by      int      // the column of sub-totals; -1: none
	rows    int64
	all     []figure
	groups  map[string]*group
	chart   chart
	dropped bool // there were more sub-totals than are kept
}

type group struct {
	rows    int64
	figures []figure
}

// New adds up a report with sub-totals by a column; empty: none.
func New(report manifest.ReportType, by string) *Sums {
	s := &Sums{report: report, by: -1, groups: map[string]*group{}, all: make([]figure, len(report.Totals))}
	for _, t := range report.Totals {
		s.places = append(s.places, places{kind.Place(report, t.Column), kind.Place(report, t.Where), t.Of == "distinct"})
	}
	if slices.Contains(report.GroupBy, by) {
		s.by = kind.Place(report, by)
	}
	s.chart = newChart(report, s.by)
	return s
}

// Add takes a row.
func (s *Sums) Add(row []any) {
	s.rows++
	s.addTo(s.all, row)
	if s.by >= 0 {
		s.addToGroup(KeyOf(row[s.by]), row)
	}
	s.chart.add(row)
}

// Rows is how many rows there were.
func (s *Sums) Rows() int64 { return s.rows }

// Dropped reports whether there were more sub-totals or points than are kept.
func (s *Sums) Dropped() bool { return s.dropped || s.chart.dropped }

func (s *Sums) addTo(figures []figure, row []any) {
	for i, p := range s.places {
		switch {
		case !p.isDistinct:
			figures[i].add(row[p.column])
		case p.where < 0 || isAboveZero(row[p.where]):
			s.kept += figures[i].see(row[p.column], s.kept < maxDistinct)
		}
	}
}

func (s *Sums) addToGroup(key string, row []any) {
	g, ok := s.groups[key]
	if !ok {
		if len(s.groups) >= maxGroups {
			s.dropped = true
			return
		}
		g = &group{figures: make([]figure, len(s.places))}
		s.groups[key] = g
	}
	g.rows++
	s.addTo(g.figures, row)
}

// KeyOf is a value as the key of a sub-total.
func KeyOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	default:
		return fmt.Sprint(v)
	}
}

// Totals are the figures of all rows.
func (s *Sums) Totals() Totals { return s.figuresOf(s.all) }

func (s *Sums) figuresOf(figures []figure) Totals {
	out := Totals{}
	for i, t := range s.report.Totals {
		out = append(out, figures[i].of(t.Of))
	}
	return out
}

// Groups are the sub-totals in the order of their keys.
func (s *Sums) Groups() []Group {
	list := []Group{}
	for _, key := range slices.Sorted(maps.Keys(s.groups)) {
		list = append(list, Group{Key: key, Rows: s.groups[key].rows, Totals: s.figuresOf(s.groups[key].figures)})
	}
	return list
}
