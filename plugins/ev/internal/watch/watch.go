// Package watch judges what electric vehicles said minute by minute: it keeps what each quarter of an hour came to, when they were charged, and how full they are.
package watch

import (
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/ev/internal/charge"
	"outrider.dev/outrider/plugins/ev/internal/session"
	"outrider.dev/outrider/plugins/ev/internal/setting"
	"outrider.dev/outrider/plugins/ev/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
)

const (
	// Around is how many hours before and after what is new are judged with it: quarters of the hours next to it depend on no more.
	Around = 2
	// Longest is how many hours a session lasts at most.
	Longest = 24
)

// Charges reports whether a vehicle takes in energy within an hour from a time on: then a session goes on that may have begun before.
func Charges(list []events.Sample, fromMs int64) bool {
	charged := math.NaN()
	for i := range list {
		c := list[i].CAN
		if list[i].Time > fromMs+minutes.HourMs {
			return false
		}
		if c == nil {
			continue
		}
		if is, _ := c.Charges(); is {
			return true
		}
		if total := number(c.EnergyChargedKWh); !math.IsNaN(total) {
			if total > charged { // not of the first
				return true
			}
			charged = total
		}
	}
	return false
}

// Wants reports whether a minute says something of a traction battery.
func Wants(s *events.Sample) bool {
	return s.CAN != nil && (s.CAN.SocPercent != nil || s.CAN.EnergyUsedKWh != nil || s.CAN.EnergyChargedKWh != nil)
}

// Judge keeps what minutes of vehicles come to; see minutes.Options.
func Judge(set setting.Settings) func(tx *gorm.DB, orgID string, vehicles []minutes.Vehicle) error {
	return func(tx *gorm.DB, orgID string, vehicles []minutes.Vehicle) error {
		chosen, err := setting.Of(set, orgID)
		if err != nil {
			return err
		}
		return judge(tx, orgID, vehicles, chosen.LowPercent)
	}
}

func judge(tx *gorm.DB, orgID string, vehicles []minutes.Vehicle, lowPercent float64) error {
	ids := make([]string, len(vehicles))
	for i, v := range vehicles {
		ids[i] = v.ID
	}
	batteries, err := vehicle.ByID(tx, orgID, ids)
	if err != nil {
		return err
	}
	judged, found, updates := make([]minutes.Judged[charge.Quarter], len(vehicles)), make([]session.Found, len(vehicles)), make([]vehicle.Update, len(vehicles))
	for i, v := range vehicles {
		before, points := batteries[v.ID], Points(v.Minutes)
		span := minutes.Span{VehicleID: v.ID, FromMs: v.FromMs - minutes.HourMs, ToMs: v.ToMs + minutes.HourMs}
		sessions := charge.Sessions(points, before.KWh())
		judged[i] = minutes.Judged[charge.Quarter]{Span: span, Quarters: charge.Quarters(points, before.KWh())}
		found[i] = session.Found{Span: span, Sessions: sessions}
		updates[i] = vehicle.Update{Before: before, Now: newest(before, v.Minutes, sessions)}
	}
	if err := quarters.Keep(tx, orgID, judged); err != nil {
		return err
	}
	if err := session.Keep(tx, orgID, found); err != nil {
		return err
	}
	return vehicle.Now(tx, orgID, updates, lowPercent)
}

// newest is what is known last of each kind.
func newest(before vehicle.Battery, list []events.Sample, sessions []charge.Session) vehicle.Battery {
	said := false
	now := vehicle.Battery{ID: before.ID, NowMs: list[len(list)-1].Time, BatteryKWh: learn(sessions)}
	for i := len(list) - 1; i >= 0 && i > len(list)-120; i-- {
		s := &list[i]
		if now.Lat == nil && s.Lat != nil {
			now.Lat, now.Lng = s.Lat, s.Lng
		}
		if s.CAN == nil {
			continue
		}
		if charges, says := s.CAN.Charges(); !said && says {
			said, now.Charging = true, charges
			if s.CAN.ChargePowerKW != nil {
				now.PowerKW = *s.CAN.ChargePowerKW
			}
		}
		if now.NowPercent == nil {
			now.NowPercent = s.CAN.SocPercent
		}
		if now.RangeM == nil {
			now.RangeM = s.CAN.RangeM
		}
	}
	return now
}

// learn is what a battery holds, by how much of it a session filled; nil without one that says it.
func learn(sessions []charge.Session) *float64 {
	for _, s := range slices.Backward(sessions) {
		if gained := s.After - s.Before; gained >= 20 && s.EnergyKWh > 0.2 {
			size := math.Round(10*s.EnergyKWh/gained*100) / 10
			if size > 0.3 && size < 1500 {
				return &size
			}
		}
	}
	return nil
}

// Points are minutes as the judge reads them.
func Points(list []events.Sample) []charge.Point {
	points := make([]charge.Point, len(list))
	odo := 0.0
	for i := range list {
		s := &list[i]
		if i > 0 {
			odo += minutes.DrivenM(&list[i-1], s)
		}
		c := s.CAN
		if c == nil {
			c = &events.CAN{}
		}
		charges, said := c.Charges()
		points[i] = charge.Point{
			AtMs: s.Time, Soc: number(c.SocPercent), UsedKWh: number(c.EnergyUsedKWh), RegainedKWh: number(c.EnergyRegeneratedKWh), ChargedKWh: number(c.EnergyChargedKWh),
			PowerKW: number(c.ChargePowerKW), Charging: charges, NotCharging: said && !charges, OdoM: odo, Lat: s.Lat, Lng: s.Lng,
		}
	}
	return points
}

func number(value *float64) float64 {
	if value == nil {
		return math.NaN()
	}
	return *value
}
