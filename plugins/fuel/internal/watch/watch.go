// Package watch judges what vehicles said minute by minute: it keeps what each quarter of an hour came to, and what happened to tanks.
package watch

import (
	"fmt"
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

// Judge keeps what minutes of a vehicle come to; see minutes.Options.
func Judge(set price.Settings) func(tx *gorm.DB, orgID, vehicleID string, list []events.Sample, fromMs, toMs int64) error {
	return func(tx *gorm.DB, orgID, vehicleID string, list []events.Sample, fromMs, toMs int64) error {
		leastL, err := price.LeastTheftL(set, orgID)
		if err != nil {
			return err
		}
		return judge(tx, orgID, vehicleID, list, fromMs, toMs, leastL)
	}
}

func judge(tx *gorm.DB, orgID, vehicleID string, list []events.Sample, fromMs, toMs int64, leastL float64) error {
	t, err := vehicle.Find(tx, orgID, vehicleID)
	if err != nil {
		return fmt.Errorf("find the tank of vehicle %s: %w", vehicleID, err)
	}
	learned := learn(list)
	if t.TankL == nil && learned != nil {
		t.LearnedL = learned
	}
	litres, _ := t.Litres()
	points := Points(list, litres)
	steps := tank.Steps(points, litres)
	quarters := tank.Quarters(points, steps, litres, t.IdleLph())
	if err := quarter.Keep(tx, orgID, vehicleID, quarters, fromMs-minutes.HourMs, toMs+minutes.HourMs); err != nil {
		return err
	}
	worth := slices.DeleteFunc(slices.Clone(steps), func(s tank.Step) bool { return s.Kind == tank.Theft && s.Percent*litres/100 < leastL })
	if err := event.Keep(tx, orgID, vehicleID, worth, litres, fromMs-minutes.HourMs, toMs+minutes.HourMs); err != nil {
		return err
	}
	smooth := tank.Smooth(points, steps)
	for i := len(points) - 1; i >= 0; i-- {
		if !math.IsNaN(points[i].Level) {
			return vehicle.Now(tx, orgID, vehicleID, smooth[i], points[i].AtMs, learned)
		}
	}
	return nil
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
