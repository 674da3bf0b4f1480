// Package watch judges what vehicles said minute by minute: it keeps what each quarter of an hour came to, and what happened to tanks.
package watch

import (
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/event"
	"outrider.dev/outrider/plugins/fuel/internal/price"
	"outrider.dev/outrider/plugins/fuel/internal/quarter"
	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/outrider/plugins/fuel/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
)

// Around is how many hours before and after what is new are judged with it.
const Around = 6

// Wants reports whether a minute says something of a tank.
func Wants(s *events.Sample) bool {
	return s.FuelPercent != nil || s.CAN != nil && (s.CAN.FuelL != nil || s.CAN.FuelUsedL != nil)
}

// Judge keeps what minutes of vehicles come to; see minutes.Options.
func Judge(set price.Settings) func(tx *gorm.DB, orgID string, vehicles []minutes.Vehicle) error {
	return func(tx *gorm.DB, orgID string, vehicles []minutes.Vehicle) error {
		leastL, err := price.LeastTheftL(set, orgID)
		if err != nil {
			return err
		}
		return judge(tx, orgID, vehicles, leastL)
	}
}

func judge(tx *gorm.DB, orgID string, vehicles []minutes.Vehicle, leastL float64) error {
	ids := make([]string, len(vehicles))
	for i, v := range vehicles {
		ids[i] = v.ID
	}
	tanks, err := vehicle.ByID(tx, orgID, ids)
	if err != nil {
		return err
	}
	var quarters []minutes.Judged[tank.Quarter]
	var found []event.Found
	var levels []vehicle.Level
	for _, v := range vehicles {
		t, learned := tanks[v.ID], learn(v.Minutes)
		if t.TankL == nil && learned != nil {
			t.LearnedL = learned
		}
		litres, _ := t.Litres()
		points := Points(v.Minutes, litres)
		steps := tank.Steps(points, litres)
		span := minutes.Span{VehicleID: v.ID, FromMs: v.FromMs - minutes.HourMs, ToMs: v.ToMs + minutes.HourMs}
		quarters = append(quarters, minutes.Judged[tank.Quarter]{Span: span, Quarters: tank.Quarters(points, steps, litres, t.IdleLph())})
		worth := slices.DeleteFunc(slices.Clone(steps), func(s tank.Step) bool { return s.Kind == tank.Theft && s.Percent*litres/100 < leastL })
		found = append(found, event.Found{Span: span, Steps: worth, TankL: litres})
		if percent, atMs := tank.SmoothNow(points, steps); !math.IsNaN(percent) {
			levels = append(levels, vehicle.Level{VehicleID: v.ID, Percent: percent, AtMs: atMs, LearnedL: learned})
		}
	}
	if err := quarter.Table.Keep(tx, orgID, quarters); err != nil {
		return err
	}
	if err := event.Keep(tx, orgID, found); err != nil {
		return err
	}
	return vehicle.Now(tx, orgID, levels)
}

// learn is how many litres a tank holds, by readings in litres beside readings in percent; nil without enough of them.
func learn(list []events.Sample) *float64 {
	var sizes []float64
	for _, s := range list {
		if s.CAN != nil && s.CAN.FuelL != nil && s.FuelPercent != nil && *s.FuelPercent >= 20 {
			sizes = append(sizes, *s.CAN.FuelL / *s.FuelPercent * 100)
		}
	}
	if len(sizes) < 10 {
		return nil
	}
	slices.Sort(sizes)
	size := math.Round(sizes[len(sizes)/2])
	if size < 5 || size > 3000 {
		return nil
	}
	return &size
}

// mostFull is how far litres may go beyond the tank that is known: above it they say that its size is wrong, not how full it is.
const mostFull = 1.1

// Points are minutes as the tank's judge reads them.
func Points(list []events.Sample, tankL float64) []tank.Point {
	points := make([]tank.Point, len(list))
	odo := 0.0
	for i := range list {
		s := &list[i]
		if i > 0 {
			odo += minutes.DrivenM(&list[i-1], s)
		}
		p := tank.Point{AtMs: s.Time, Level: math.NaN(), UsedL: math.NaN(), OdoM: odo, Lat: s.Lat, Lng: s.Lng}
		if s.SpeedKmh != nil {
			p.MaxKmh = *s.SpeedKmh
		}
		p.On = s.Ignition != nil && *s.Ignition
		if s.FuelPercent != nil {
			p.Level = *s.FuelPercent
		}
		if c := s.CAN; c != nil {
			if c.FuelL != nil && tankL > 0 && *c.FuelL <= tankL*mostFull {
				p.Level = 100 * *c.FuelL / tankL
			}
			if c.FuelUsedL != nil {
				p.UsedL = *c.FuelUsedL
			}
		}
		points[i] = p
	}
	return points
}
