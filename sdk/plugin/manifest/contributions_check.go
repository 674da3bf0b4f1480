package manifest

import (
	"fmt"
	"slices"
	"strings"
)

// RaisedByAll is what a plugin consumes that takes the alerts of all others.
const RaisedByAll = "event.*.raised"

// RecipientsOfAll is what a plugin consumes that learns whom the things of all others tell.
const RecipientsOfAll = "event.*.recipients"

// ReadingsOfAll is what a plugin consumes that takes what other systems than devices say of vehicles.
const ReadingsOfAll = "event.*.readings"

// validateContributions checks that what the contributions refer to within the manifest is there.
func (m Manifest) validateContributions(p *Problems) {
	emits := slices.Contains(m.Events.Emits, RaisedSubject(m.ID))
	if len(m.AlertTypes) > 0 && !emits {
		p.add("events.emits", "lacks %q, the event that raises alerts of the plugin's types", RaisedSubject(m.ID))
	}
	if len(m.AlertTypes) == 0 && emits {
		p.add("alert_types", "is missing: %q raises alerts, and no type of them is declared", RaisedSubject(m.ID))
	}
	taken := names{p: p}
	for i, t := range m.AlertTypes {
		field := fmt.Sprintf("alert_types[%d]", i)
		taken.add(field+".id", "alert type", t.ID)
		checkFields(p, field+".values", t.Values)
	}
	for i, r := range m.ReportTypes {
		field := fmt.Sprintf("report_types[%d]", i)
		taken.add(field+".id", "report type", r.ID)
		r.validate(p, field)
	}
	for i, t := range m.TrackingTables {
		field := fmt.Sprintf("tracking_tables[%d]", i)
		taken.add(field+".id", "tracking table", t.ID)
		columns := checkColumns(p, field+".columns", t.Columns)
		columns.orders(p, field+".order_by", t.OrderBy)
		onlyOrg(p, field+".operation", t.Operation)
	}
	for i, d := range m.VehicleData {
		field := fmt.Sprintf("vehicle_data[%d]", i)
		taken.add(field+".id", "vehicle data", d.ID)
		checkFields(p, field+".fields", d.Fields)
		if !strings.Contains(d.Operation, "/{id}") || strings.Count(d.Operation, "{") != 1+strings.Count(d.Operation, "{orgId}") {
			p.add(field+".operation", "%q must have {id}, where the vehicle's id stands, and no other parameter but {orgId}", d.Operation)
		}
	}
}

// names finds ids that are declared twice.
type names struct {
	p    *Problems
	seen map[string]bool
}

func (n *names) add(field, what, id string) {
	if n.seen == nil {
		n.seen = map[string]bool{}
	}
	if n.seen[what+" "+id] {
		n.p.add(field, "%q is declared twice", id)
	}
	n.seen[what+" "+id] = true
}

func (r ReportType) validate(p *Problems, field string) {
	columns := checkColumns(p, field+".columns", r.Columns)
	columns.orders(p, field+".order_by", r.OrderBy)
	for i, key := range r.GroupBy {
		columns.need(p, fmt.Sprintf("%s.group_by[%d]", field, i), key)
	}
	for i, total := range r.Totals {
		at := fmt.Sprintf("%s.totals[%d]", field, i)
		columns.need(p, at+".column", total.Column)
		if kind := columns[total.Column]; kind != "" && !total.IsCount() && !slices.Contains(numeric, kind) {
			p.add(at+".of", "%q has no %s: its kind is %s", total.Column, total.Of, kind)
		}
		columns.where(p, at, total)
	}
	if c := r.Chart; c != nil {
		columns.need(p, field+".chart.x", c.X)
		for i, key := range c.Y {
			at := fmt.Sprintf("%s.chart.y[%d]", field, i)
			columns.need(p, at, key)
			if kind := columns[key]; kind != "" && !slices.Contains(numeric, kind) {
				p.add(at, "%q cannot be drawn: its kind is %s", key, kind)
			}
		}
	}
	var filters []Field
	for i, f := range r.Filters {
		filters = append(filters, f.Field)
		if f.Multiple && f.Kind != KindChoice && f.Kind != KindText {
			p.add(fmt.Sprintf("%s.filters[%d].multiple", field, i), "is for the kinds choice and text alone")
		}
		if f.From != "" {
			at := fmt.Sprintf("%s.filters[%d].from", field, i)
			if f.Kind != KindText {
				p.add(at, "is for the kind text alone")
			}
			onlyOrg(p, at, f.From)
		}
	}
	checkFields(p, field+".filters", filters)
	onlyOrg(p, field+".operation", r.Operation)
}

// numeric are the kinds that can be added up and drawn.
var numeric = []string{KindNumber, KindPercent, KindDuration, KindDistance, KindSpeed, KindVolume, KindEnergy, KindTemperature}

// kinds are the kinds of columns by key.
type kinds map[string]string

func checkColumns(p *Problems, field string, columns []Column) kinds {
	fields := make([]Field, len(columns))
	for i, c := range columns {
		fields[i] = c.Field
	}
	return checkFields(p, field, fields)
}

func checkFields(p *Problems, field string, fields []Field) kinds {
	known := kinds{}
	for i, f := range fields {
		at := fmt.Sprintf("%s[%d]", field, i)
		if known[f.Key] != "" {
			p.add(at+".key", "%q is declared twice", f.Key)
		}
		known[f.Key] = f.Kind
		if (f.Kind == KindChoice) != (len(f.Choices) > 0) {
			p.add(at+".choices", "are what a value of the kind choice is one of, and no other kind has any")
		}
		if f.Unit != "" && f.Kind != KindNumber {
			p.add(at+".unit", "is of the kind number alone; the kind %s has its unit", f.Kind)
		}
	}
	return known
}

func (k kinds) need(p *Problems, field, key string) {
	if k[key] == "" {
		p.add(field, "%q is not among the columns", key)
	}
}

// where checks the condition of a total, and that what is counted has a name.
func (k kinds) where(p *Problems, field string, total Total) {
	if total.Of == "distinct" && len(total.Label) == 0 {
		p.add(field+".label", "is missing: nothing else says what is counted")
	}
	if total.Where == "" {
		return
	}
	if total.Of != "distinct" {
		p.add(field+".where", "is for distinct alone")
	}
	k.need(p, field+".where", total.Where)
	if kind := k[total.Where]; kind != "" && !slices.Contains(numeric, kind) {
		p.add(field+".where", "%q is never above zero: its kind is %s", total.Where, kind)
	}
}

func (k kinds) orders(p *Problems, field string, orders []Order) {
	for i, o := range orders {
		k.need(p, fmt.Sprintf("%s[%d].column", field, i), o.Column)
	}
}

// onlyOrg checks the operation of something that takes its vehicles in the body.
func onlyOrg(p *Problems, field, operation string) {
	if strings.Count(operation, "{") != strings.Count(operation, "{orgId}") {
		p.add(field, "%q may have no parameter but {orgId}: vehicles and range are in the body", operation)
	}
}
