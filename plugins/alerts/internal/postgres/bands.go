package postgres

import "strings"

// sql is the condition that the worst moment was that far above the limit.
func (o Over) sql() (condition string, args []any) {
	if o.Percent != nil {
		return "a.speed_kmh - a.speed_limit_kmh >= a.speed_limit_kmh * ? / 100", []any{*o.Percent}
	}
	return "floor(a.speed_kmh / ? + 0.5) - floor(a.speed_limit_kmh / ? + 0.5) >= ?", []any{o.UnitKmh, o.UnitKmh, o.Units}
}

// sql is the condition that an alert reaches the band.
func (b Band) sql() (condition string, args []any) {
	condition, args = b.From.sql()
	if len(b.Vehicles) == 0 {
		return "(" + condition + ")", args
	}
	return "(" + condition + " AND a.vehicle_id = ANY(?))", append(args, &b.Vehicles)
}

// inBands is the condition that an alert's band, the highest that it reaches, is one that is shown.
func inBands(bands []Band) (condition string, args []any) {
	var parts []string
	for i, band := range bands {
		if !band.Shown {
			continue
		}
		part, values := band.sql()
		args = append(args, values...)
		for _, higher := range bands[i+1:] {
			reached, values := higher.sql()
			part, args = part+" AND NOT "+reached, append(args, values...)
		}
		parts = append(parts, "("+part+")")
	}
	if len(parts) == 0 {
		return "FALSE", nil
	}
	return "(" + strings.Join(parts, " OR ") + ")", args
}
