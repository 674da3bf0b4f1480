package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/sdk/plugin/manifest"
	sdkweb "outrider.dev/sdk/web"
)

// Contributions is the answer of GET /api/contributions: what the caller may use of what manifests declare, each in the order that it asks for.
type Contributions struct {
	AlertTypes     []contributed[manifest.AlertType]     `json:"alert_types" nullable:"false"`
	ReportTypes    []contributed[offeredReport]          `json:"report_types" nullable:"false"`
	TrackingTables []contributed[manifest.TrackingTable] `json:"tracking_tables" nullable:"false"`
	VehicleData    []contributed[manifest.VehicleData]   `json:"vehicle_data" nullable:"false"`
}

// offeredReport is a report that the caller may make or schedule.
type offeredReport struct {
	manifest.ReportType
	MaySchedule bool `json:"may_schedule"`
}

// offered are reports with whether the caller may schedule them.
func offered(reports []manifest.ReportType, may identity.Permissions) []offeredReport {
	list := make([]offeredReport, len(reports))
	for i, r := range reports {
		list[i] = offeredReport{r, may.Allows(r.ToSchedule())}
	}
	return list
}

// contributed is a declaration with the plugin that it comes from.
type contributed[T any] struct {
	Plugin   string
	Declared T
}

// Schema implements huma.SchemaProvider: the declaration's, with the plugin beside its fields.
func (contributed[T]) Schema(r huma.Registry) *huma.Schema {
	s := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Properties = maps.Clone(s.Properties)
	s.Properties["plugin"] = &huma.Schema{Type: huma.TypeString}
	s.Required = append(slices.Clone(s.Required), "plugin")
	return &s
}

// MarshalJSON writes the declaration with the plugin beside its fields.
func (c contributed[T]) MarshalJSON() ([]byte, error) {
	head, err := json.Marshal(map[string]string{"plugin": c.Plugin})
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(c.Declared)
	if err != nil {
		return nil, err
	}
	return append(append(head[:len(head)-1], ','), body[1:]...), nil
}

// Contributions answers GET /api/contributions.
func (s *Shell) Contributions(w http.ResponseWriter, r *http.Request) {
	answer, ok := s.session(w, r)
	if !ok {
		return
	}
	body, err := json.Marshal(s.contributionsFor(answer))
	if err != nil {
		sdkweb.WriteProblem(w, r, fmt.Errorf("write contributions: %w", err))
		return
	}
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the client is gone if this fails
}

func (s *Shell) contributionsFor(who identity.Session) Contributions {
	c := Contributions{
		AlertTypes: []contributed[manifest.AlertType]{}, ReportTypes: []contributed[offeredReport]{},
		TrackingTables: []contributed[manifest.TrackingTable]{}, VehicleData: []contributed[manifest.VehicleData]{},
	}
	for _, p := range s.opts.Plugins() {
		m := p.Manifest
		if m.Module.Optional && !slices.Contains(who.Modules, m.ID) {
			continue
		}
		c.AlertTypes = allowedOf(c.AlertTypes, m.ID, m.AlertTypes, func(manifest.AlertType) bool { return true })
		c.ReportTypes = allowedOf(c.ReportTypes, m.ID, offered(m.ReportTypes, who.Permissions), func(r offeredReport) bool { return r.MaySchedule || who.Permissions.Allows(r.Permission) })
		c.TrackingTables = allowedOf(c.TrackingTables, m.ID, m.TrackingTables, func(t manifest.TrackingTable) bool { return who.Permissions.Allows(t.Permission) })
		c.VehicleData = allowedOf(c.VehicleData, m.ID, m.VehicleData, func(d manifest.VehicleData) bool { return who.Permissions.Allows(d.Permission) })
	}
	slices.SortStableFunc(c.ReportTypes, func(a, b contributed[offeredReport]) int { return a.Declared.Order - b.Declared.Order })
	slices.SortStableFunc(c.TrackingTables, func(a, b contributed[manifest.TrackingTable]) int { return a.Declared.Order - b.Declared.Order })
	slices.SortStableFunc(c.VehicleData, func(a, b contributed[manifest.VehicleData]) int { return a.Declared.Order - b.Declared.Order })
	return c
}

// allowedOf adds those of a plugin's declarations that the caller may use.
func allowedOf[T any](list []contributed[T], plugin string, declared []T, allowed func(T) bool) []contributed[T] {
	for _, one := range declared {
		if allowed(one) {
			list = append(list, contributed[T]{plugin, one})
		}
	}
	return list
}
