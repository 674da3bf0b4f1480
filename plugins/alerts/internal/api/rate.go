package api

import (
	"context"
	"fmt"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

type rateInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
	Body  struct {
		Quality string `json:"user_driving_quality" enum:"none,goodDriving,misdemeanour,badDriving,nonevent"`
	}
}

// rate says how the driving was. Where driver and subcategory are known it counts in the driver's score, or the rating stays as it was.
func (a *API) rate(ctx context.Context, in *rateInput) (*oneOutput, error) {
	found, err := a.alertOf(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if found.Kind == alert.Geofence || found.AlertType == "dmsocclusionalert" {
		return nil, fault.New(fault.Invalid, "An alert of this type is not rated.")
	}
	changed, err := a.store.Rate(ctx, in.ID, in.Body.Quality, tagOf(found, in.Body.Quality))
	if err != nil {
		return nil, err
	}
	if changed {
		a.notifier.Updated(ctx, in.OrgID, []string{in.ID})
	}
	return a.find(ctx, in.ID)
}

// tagOf is how a rating counts; nil if anything of it is not known.
func tagOf(a alert.Alert, quality string) *postgres.Tag {
	t := postgres.Tag{
		AlertID: a.ID, DriverID: a.DriverID, VehicleID: a.VehicleID, Subcategory: a.Subcategory(), TagID: alert.TagIDs[quality], EventTime: tagTime(time.UnixMilli(a.EventMs)),
	}
	if t.DriverID == "" || t.VehicleID == "" || t.Subcategory == "" {
		return nil
	}
	return &t
}

// tagTime is the time of a tag: whole seconds, written with milliseconds.
func tagTime(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05") + ".000" }

type tagInput struct {
	Body struct {
		AlertID     string `json:"alert_id" maxLength:"64"`
		DriverID    string `json:"driver_id" minLength:"1" maxLength:"200"`
		Subcategory string `json:"subcategory" minLength:"1" maxLength:"100"`
		TagID       int    `json:"tag_id" minimum:"1" maximum:"5"`
		EventTime   string `json:"driving_event_alert_time" maxLength:"40" doc:"YYYY-MM-DDTHH:mm:ss.000"`
		VehicleID   string `json:"vehiclereg_id" minLength:"1" maxLength:"200"`
	}
}

type tagOutput struct {
	Body struct {
		StatusCode int `json:"StatusCode"`
	}
}

// tag keeps how an alert counts in a driver's score.
func (a *API) tag(ctx context.Context, in *tagInput) (*tagOutput, error) {
	found, err := a.find(ctx, in.Body.AlertID)
	if err != nil {
		return nil, err
	}
	if found.Body.VehicleID != in.Body.VehicleID {
		return nil, invalid("body.vehiclereg_id", "This is not the vehicle of the alert.")
	}
	at, isWall := wallTime(in.Body.EventTime) // tags are in UTC and do not say so
	if !isWall {
		if at, err = a.readTime(ctx, "body.driving_event_alert_time", in.Body.EventTime); err != nil {
			return nil, err
		}
	}
	if err := a.checkTag(ctx, in, at, found.Body.EventTimeUTC); err != nil {
		return nil, err
	}
	tag := postgres.Tag{
		AlertID: in.Body.AlertID, DriverID: in.Body.DriverID, VehicleID: in.Body.VehicleID, Subcategory: in.Body.Subcategory, TagID: in.Body.TagID,
		EventTime: tagTime(at),
	}
	if err := a.store.SaveTag(ctx, tag); err != nil {
		return nil, err
	}
	out := &tagOutput{}
	out.Body.StatusCode = 200
	return out, nil
}

// checkTag refuses what is not known: a subcategory, a driver who never drove, a time that is not the alert's.
func (a *API) checkTag(ctx context.Context, in *tagInput, at time.Time, alertAt string) error {
	if !slices.Contains(alert.Subcategories, in.Body.Subcategory) {
		return invalid("body.subcategory", "There is no such subcategory.")
	}
	is, err := time.Parse(time.RFC3339, alertAt)
	if err != nil {
		return fmt.Errorf("read the time of alert %s: %w", in.Body.AlertID, err)
	}
	if at.Sub(is).Abs() > 24*time.Hour { // somebody else's tag may be by a local clock
		return invalid("body.driving_event_alert_time", "This is not the time of the alert.")
	}
	known, err := a.store.HasDriven(ctx, in.Body.DriverID)
	if err != nil {
		return err
	}
	if !known {
		return invalid("body.driver_id", "This driver is not known.")
	}
	return nil
}

type flaggedInput struct {
	Start   string `query:"start" maxLength:"40"`
	End     string `query:"end" maxLength:"40"`
	PageNum int    `query:"page_num" minimum:"1" maximum:"1000000" default:"1"`
	Rows    int    `query:"rows_per_page" minimum:"1" maximum:"1000" default:"1000"`
}

type flaggedAlert struct {
	AlertID     string `json:"alert_id"`
	Comment     string `json:"comment"`
	AlertType   string `json:"alert_type"`
	VehicleID   string `json:"vehicle_id"`
	VehicleName string `json:"vehicle_name"`
	EventMs     int64  `json:"event_time_ms"`
}

type flaggedOutput struct {
	Body struct {
		StatusCode int            `json:"StatusCode"`
		Alerts     []flaggedAlert `json:"alerts" nullable:"false"`
		Pages      int            `json:"page_count"`
		Total      int64          `json:"total_records"`
	}
}

// flagged lists the flagged alerts of a time that the caller sees; a driver those of the own vehicle.
func (a *API) flagged(ctx context.Context, in *flaggedInput) (*flaggedOutput, error) {
	q, err := a.query(ctx, searchBody{Start: web.TimeText(in.Start), End: web.TimeText(in.End)})
	if err != nil {
		return nil, err
	}
	q.Page, q.Size = in.PageNum, in.Rows
	found, err := a.store.Flagged(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &flaggedOutput{}
	out.Body.StatusCode, out.Body.Alerts = 200, make([]flaggedAlert, len(found.Alerts))
	out.Body.Pages, out.Body.Total = max(1, int((found.Total+int64(in.Rows)-1)/int64(in.Rows))), found.Total
	for i, f := range found.Alerts {
		out.Body.Alerts[i] = flaggedAlert{f.ID, f.FlagComment, f.AlertType, f.VehicleID, f.VehicleName, f.EventMs}
	}
	return out, nil
}
