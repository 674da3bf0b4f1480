package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/store"
)

const (
	drivenDays = 14 // of the past
	shiftBegin = 5  // o'clock, UTC
	shiftEnd   = 19
)

// demoDriver is the user of role DRIVER, and demoDriverVehicle the vehicle that the host gives it.
const (
	demoDriver        = "00000000-0000-4000-8000-000000000004"
	demoDriverName    = "Drew Mills"
	demoDriverVehicle = 0
)

// drivers has people drive the vehicles: a shift a day for two weeks, and the one of today without an end. The last vehicles stand
// without a driver. It does nothing once anybody has driven.
func (s *Seeder) drivers(ctx context.Context, orgID string, vehicles int) error {
	now := s.now()
	before, err := s.fleet.Drivers.Drives(ctx, orgID, scope.Everything, "", 0, now.UnixMilli()+1)
	if err != nil || len(before) > 0 {
		return err
	}
	names := drivers[orgID]
	people := make([]driver.Driver, len(names))
	for i, name := range names {
		people[i] = driver.Driver{ID: fmt.Sprintf("%s-driver-%02d", orgID, i+1), Name: name}
		if err := s.fleet.Drivers.AddDriver(ctx, orgID, people[i]); err != nil {
			return err
		}
	}
	for n := range min(vehicles, len(people)) {
		for day := drivenDays; day >= 0; day-- {
			if err := s.drive(ctx, orgID, n, day, people[(n+day/7)%len(people)], now); err != nil {
				return err
			}
		}
	}
	return nil
}

// drive has a driver drive vehicle n on a day of so many days ago, from a time that is the vehicle's own.
func (s *Seeder) drive(ctx context.Context, orgID string, n, daysAgo int, who driver.Driver, now time.Time) error {
	if orgID == "demo" && n == demoDriverVehicle {
		who = driver.Driver{ID: demoDriver, Name: demoDriverName}
	}
	midnight := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -daysAgo)
	from := midnight.Add(shiftBegin*time.Hour + time.Duration(n*7%90)*time.Minute)
	d := driver.Drive{VehicleID: fmt.Sprintf("%s-vehicle-%02d", orgID, n+1), DriverID: who.ID, DriverName: who.Name, FromMs: from.UnixMilli()}
	if daysAgo > 0 {
		to := midnight.Add(shiftEnd * time.Hour).UnixMilli()
		d.ToMs = &to
	} else if from.After(now) {
		d.FromMs = midnight.UnixMilli()
	}
	_, err := s.fleet.Drivers.Drive(ctx, orgID, scope.Everything, d)
	if errors.Is(err, store.ErrNoRow) || errors.Is(err, driver.ErrDriven) { // deleted or changed by a person
		return nil
	}
	return err
}
