package alertstest

import (
	"context"
	"slices"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/plugin/manifest"
)

// Types are the alert types of other plugins, as tests need them.
type Types []alert.Type

// All implements alert.Contributed.
func (t Types) All() []alert.Type { return t }

// Find implements alert.Contributed.
func (t Types) Find(id string) *alert.Type {
	i := slices.IndexFunc(t, func(one alert.Type) bool { return one.ID == id })
	if i < 0 {
		return nil
	}
	return &t[i]
}

// Of is the type of a plugin.
func (t Types) Of(_ context.Context, pluginID, id string) (*alert.Type, error) {
	if found := t.Find(id); found != nil && found.Plugin == pluginID {
		return found, nil
	}
	return nil, nil
}

// Available are those of plugins that are switched on.
func (t Types) Available(context.Context, string) ([]alert.Type, error) {
	return slices.DeleteFunc(slices.Clone(t), func(one alert.Type) bool { return !one.Available }), nil
}

// text is a text in English and German.
func text(en, de string) manifest.Text { return manifest.Text{"en": en, "de": de} }

func field(key, kind, en, de string) manifest.Field {
	return manifest.Field{Key: key, Kind: kind, Label: text(en, de)}
}

func choice(value, en, de string) manifest.Choice {
	return manifest.Choice{Value: value, Label: text(en, de)}
}

// Declared are types of two plugins: those of geofences as the catalogue of calls has them, and one of fuel that is off where nobody chose.
func Declared() Types {
	off := false
	id, entryExit := field("geofence_id", manifest.KindText, "Id", "Kennung"), field("entry_exit_indicator", manifest.KindChoice, "What happened", "Was geschah")
	entryExit.Choices = []manifest.Choice{choice("boundary_in", "Entered", "Eingefahren"), choice("boundary_out", "Left", "Verlassen")}
	overUnder := field("over_under_indicator", manifest.KindChoice, "What happened", "Was geschah")
	overUnder.Choices = []manifest.Choice{choice("over", "Above the limit", "Über der Grenze"), choice("under", "Below the limit", "Unter der Grenze")}
	fence := func(id string, title manifest.Text, severity string, values ...manifest.Field) alert.Type {
		return alert.Type{Plugin: "fences", Available: true, AlertType: manifest.AlertType{
			ID: id, Title: title, List: alert.Geofence, Icon: "geofencing", Severity: severity, About: text("Geofence", "Geofence"), Values: values,
		}}
	}
	return Types{
		fence("boundary_geo_alert", text("Geofence Boundary", "Geofence-Grenze"), "moderate", id, entryExit),
		fence("speeding_geo_alert", text("Geofence Speeding", "Geofence-Tempo"), "harsh", id, overUnder,
			field("speed_start_time", manifest.KindTime, "From", "Von"), field("speed_end_time", manifest.KindTime, "To", "Bis"), field("speed_threshold", manifest.KindSpeed, "Threshold", "Schwelle")),
		fence("parking_geo_alert", text("Geofence Parking", "Geofence-Parken"), "moderate", id, overUnder,
			field("parking_start_time", manifest.KindTime, "From", "Von"), field("parking_end_time", manifest.KindTime, "To", "Bis")),
		{Plugin: "tanks", Available: true, AlertType: manifest.AlertType{
			ID: "fuel_theft_alert", Title: text("Fuel theft", "Kraftstoffdiebstahl"), Icon: "warning", Severity: "severe", Enabled: &off,
			Values: []manifest.Field{field("fuel_lost", manifest.KindVolume, "Fuel lost", "Verlust"), field("alert_type", manifest.KindText, "Sort", "Art")},
		}},
	}
}
