package document

import (
	"cmp"
	"math"
	"slices"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

// Before is what a report came to in the time before, with which a file compares its own.
type Before struct {
	From, To time.Time
	Rows     int64
	Totals   sums.Totals
	Groups   []sums.Group
}

// Unknown is a time with which a file was to compare its own, and of which too little is known.
type Unknown struct {
	From, To time.Time
}

// summary is a sub-total, or the total, beside that of the time before.
type summary struct {
	key, label       string // key of a sub-total as values have it
	isTotal          bool
	rows, rowsBefore int64
	now, before      sums.Totals // before: nil where nothing is compared
}

// grouped is the column of the sub-totals.
func (t Table) grouped() (column manifest.Column, ok bool) {
	place := kind.Place(t.Report, t.GroupBy)
	if t.GroupBy == "" || place < 0 {
		return column, false
	}
	return t.Report.Columns[place], true
}

// subTotals are the sub-totals of now and of the time before: days in their order, others by what they come to, the largest first.
func (t Table) subTotals(now []sums.Group) []summary {
	column, ok := t.grouped()
	if !ok {
		return nil
	}
	list, at := []summary{}, map[string]int{}
	none := t.nothing()
	for _, g := range now {
		at[g.Key] = len(list)
		list = append(list, summary{key: g.Key, rows: g.Rows, now: g.Totals})
	}
	if t.Before != nil && !inTime(column) { // days of the time before are other days
		for i := range list {
			list[i].before = none
		}
		for _, g := range t.Before.Groups {
			if i, known := at[g.Key]; known {
				list[i].before, list[i].rowsBefore = g.Totals, g.Rows
			} else {
				list = append(list, summary{key: g.Key, rowsBefore: g.Rows, now: none, before: g.Totals})
			}
		}
	}
	for i := range list {
		list[i].label = cmp.Or(read(t.Language, column.Kind, t.cell(column, list[i].key)), "–") // what rows do not know
	}
	slices.SortStableFunc(list, func(a, b summary) int {
		if inTime(column) {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Or(cmp.Compare(first(b.now), first(a.now)), cmp.Compare(a.label, b.label))
	})
	return list
}

// total is what all rows come to.
func (t Table) total(added *sums.Sums) summary {
	whole := summary{isTotal: true, rows: added.Rows(), now: added.Totals()}
	whole.label = wordsOf(t.Language).total(whole.rows, grouped(t.Language, float64(whole.rows), 0))
	if t.Before != nil {
		whole.before, whole.rowsBefore = t.Before.Totals, t.Before.Rows
	}
	return whole
}

// adding adds up what files without a chart tell.
func (t Table) adding() *sums.Sums {
	report := t.Report
	report.Chart = nil
	return sums.New(report, t.GroupBy)
}

// nothing are the totals of no rows.
func (t Table) nothing() sums.Totals { return t.adding().Totals() }

func first(totals sums.Totals) float64 {
	if len(totals) > 0 {
		return numberOf(totals[0])
	}
	return 0
}

func numberOf(value any) float64 {
	switch v := value.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	}
	return 0
}

func inTime(c manifest.Column) bool { return c.Kind == manifest.KindDay || c.Kind == manifest.KindTime }

// change is how much a figure changed, 0.1 for a tenth more; false where there is nothing to compare with.
func change(now, before any) (part float64, ok bool) {
	if now == nil || numberOf(before) == 0 {
		return 0, false
	}
	was := numberOf(before)
	return (numberOf(now) - was) / math.Abs(was), true
}

// changeText is a change for the eye: "+4.4%"; a dash where there is none to tell.
func changeText(lang string, now, before any) string {
	part, ok := change(now, before)
	if !ok {
		return "–"
	}
	digits, sign := 1, ""
	if math.Abs(part) >= 10 {
		digits = 0
	}
	if part = rounded(part*100, digits); part > 0 {
		sign = "+"
	}
	if part < 0 {
		sign, part = "−", -part
	}
	space := ""
	if lang == "de" || lang == "es" || lang == "fr" {
		space = "\u00a0"
	}
	return sign + grouped(lang, part, digits) + space + "%"
}

// grouped is a number as a language writes it, with so many digits behind the sign.
func grouped(lang string, value float64, digits int) string {
	tag, ok := tags[lang]
	if !ok {
		tag = language.English
	}
	return message.NewPrinter(tag).Sprint(number.Decimal(value, number.Scale(digits)))
}

var tags = map[string]language.Tag{"de": language.German, "es": language.Spanish, "fr": language.French, "nl": language.Dutch}

// totalName is what a total is called.
func (t Table) totalName(of manifest.Total, c manifest.Column) string {
	w, label := wordsOf(t.Language), c.Label.In(t.Language)
	if len(of.Label) > 0 {
		return of.Label.In(t.Language)
	}
	switch of.Of {
	case "count":
		return w.count
	case "mean":
		return label + ", " + w.mean
	case "max":
		return label + ", " + w.max
	case "min":
		return label + ", " + w.min
	}
	return label
}

// figures are the totals that a file tells, with their columns.
func (t Table) figures() (list []figure) {
	for i, of := range t.Report.Totals {
		place := kind.Place(t.Report, of.Column)
		if place < 0 {
			continue
		}
		c := t.Report.Columns[place]
		f := figure{at: i, isCount: of.IsCount(), column: c, name: t.totalName(of, c), unit: t.unit(c)}
		if f.isCount {
			f.column = manifest.Column{Field: manifest.Field{Key: c.Key, Kind: manifest.KindNumber}}
			f.unit = ""
		}
		list = append(list, f)
	}
	return list
}

// figureBelow is the total that stands below a column: the first that is declared of it, as on the screen.
func (t Table) figureBelow(place int) (figure, bool) {
	list := t.figures()
	i := slices.IndexFunc(list, func(f figure) bool { return !f.isCount && f.column.Key == t.Report.Columns[place].Key })
	if i < 0 {
		return figure{}, false
	}
	return list[i], true
}

// figure is a total that a report has.
type figure struct {
	at         int // in the totals
	isCount    bool
	column     manifest.Column
	name, unit string
}

// value is a total as a cell.
func (t Table) value(f figure, totals sums.Totals) any {
	if totals == nil || totals[f.at] == nil {
		return nil
	}
	if f.isCount {
		return numberOf(totals[f.at])
	}
	return t.cell(f.column, totals[f.at])
}

func (t Table) valueText(f figure, totals sums.Totals) string {
	return read(t.Language, f.column.Kind, t.value(f, totals))
}
