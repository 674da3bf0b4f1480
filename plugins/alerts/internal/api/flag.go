package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

// Tokens says whose access token one is.
type Tokens interface {
	// TokenUser answers fault.SignedOut for a token that is not accepted.
	TokenUser(ctx context.Context, token string) (userID, orgID string, err error)
}

// notAuthorised is the code of a flag whose token is not the caller's.
const notAuthorised = "401"

type goToken struct {
	Token string `json:"token" minLength:"1" maxLength:"8192"`
}

// flagBody is the catalogue's payload.
type flagBody struct {
	GoToken    goToken      `json:"goToken" doc:"The token of the caller's own session: checked, never forwarded"`
	OrgID      string       `json:"org_id" maxLength:"64"`
	AlertID    string       `json:"alert_id" maxLength:"64"`
	Comment    string       `json:"comment,omitempty" doc:"Free text of at most 2,000 letters"`
	DriverID   string       `json:"driver_id,omitempty" maxLength:"200"`
	DriverName string       `json:"driver_name,omitempty" maxLength:"200"`
	Latitude   *float64     `json:"latitude,omitempty" minimum:"-90" maximum:"90"`
	Longitude  *float64     `json:"longitude,omitempty" minimum:"-180" maximum:"180"`
	Address    string       `json:"address,omitempty" maxLength:"500"`
	TimeLocal  web.TimeText `json:"event_time_local,omitempty"`
	TimeUTC    web.TimeText `json:"event_time_utc,omitempty"`
	Vehicle    string       `json:"vehicle_name,omitempty" maxLength:"200"`
	VehicleID  string       `json:"vehicle_id,omitempty" maxLength:"200"`
	DeviceID   string       `json:"device_id,omitempty" maxLength:"200"`
	AlertType  string       `json:"alert_type,omitempty" maxLength:"64"`
	FilesetID  string       `json:"fileset_request_id,omitempty" maxLength:"200"`
	Context    string       `json:"context,omitempty" maxLength:"200"`
}

type flagInput struct{ Body flagBody }

type flagOutput struct {
	Body struct {
		StatusCode string `json:"StatusCode" doc:"The text 200, or 401 for a token that is not the caller's"`
	}
}

// driverApp is the service of organisations whose drivers have the app that flagged alerts reach.
const driverApp = "go"

// hasDriverApp is fault.Denied for a caller whose organisation is without the driver app.
func (a *API) hasDriverApp(ctx context.Context) error {
	list, err := a.organisations.Organisations(ctx)
	if err != nil {
		return fmt.Errorf("ask for the services of an organisation: %w", err)
	}
	own := func(o plugin.Organisation) bool {
		return o.ID == web.Caller(ctx).OrgID && slices.Contains(o.Services, driverApp)
	}
	if !slices.ContainsFunc(list, own) {
		return fault.New(fault.Denied, "Flags are for organisations with the driver app.")
	}
	return nil
}

// flag flags an alert for its driver, with a comment. The rest of the payload is held to what is known here, and not kept.
func (a *API) flag(ctx context.Context, in *flagInput) (*flagOutput, error) {
	if err := a.hasDriverApp(ctx); err != nil {
		return nil, err
	}
	found, err := a.alertOf(ctx, in.Body.AlertID)
	if err != nil {
		return nil, err
	}
	if err := in.Body.check(web.Caller(ctx).OrgID, found); err != nil {
		return nil, err
	}
	own, err := a.isOwn(ctx, in.Body.GoToken.Token)
	if err != nil {
		return nil, err
	}
	if !own {
		out := &flagOutput{}
		out.Body.StatusCode = notAuthorised
		return out, nil
	}
	return a.setFlag(ctx, []string{found.ID}, true, in.Body.Comment)
}

// isOwn reports whether an access token is the caller's.
func (a *API) isOwn(ctx context.Context, token string) (bool, error) {
	caller := web.Caller(ctx)
	user, org, err := a.tokens.TokenUser(ctx, token)
	switch fault.KindOf(err) {
	case "":
		return user == caller.UserID && org == caller.OrgID, nil
	case fault.SignedOut, fault.NotFound, fault.Denied:
		return false, nil
	default:
		return false, err
	}
}

// check holds what is said of an alert to the alert; fault.Invalid names every field that differs or has no form.
func (b flagBody) check(orgID string, a alert.Alert) error {
	var wrong []fault.Field
	refuse := func(isWrong bool, field, message string) {
		if isWrong {
			wrong = append(wrong, fault.Field{Location: "body." + field, Message: message})
		}
	}
	differs := func(said, is string) bool { return said != "" && said != is }
	refuse(b.OrgID != orgID, "org_id", "This is not your organisation.")
	refuse(differs(b.VehicleID, a.VehicleID), "vehicle_id", "This is not the vehicle of the alert.")
	refuse(differs(b.DeviceID, a.DeviceID), "device_id", "This is not the device of the alert.")
	refuse(differs(b.DriverID, a.DriverID), "driver_id", "This is not who drove at the time of the alert.")
	refuse(differs(b.AlertType, a.AlertType), "alert_type", "This is not the type of the alert.")
	refuse(differs(b.FilesetID, a.FilesetRequestID), "fileset_request_id", "These are not the files of the alert.")
	refuse(len([]rune(b.Comment)) > maxComment, "comment", "A comment has at most 2,000 letters.")
	refuse(hasControls(b.Comment, '\n', '\r', '\t'), "comment", "A comment is plain text.")
	refuse((b.Latitude == nil) != (b.Longitude == nil), "longitude", "A place has a latitude and a longitude.")
	for _, text := range []struct{ field, value string }{
		{"driver_name", b.DriverName}, {"driver_id", b.DriverID}, {"address", b.Address}, {"vehicle_name", b.Vehicle}, {"context", b.Context},
	} {
		refuse(hasControls(text.value), text.field, "This field is plain text.")
	}
	for _, at := range []struct{ field, value string }{{"event_time_utc", string(b.TimeUTC)}, {"event_time_local", string(b.TimeLocal)}} {
		if at.value != "" {
			refuse(!isTime(at.value), at.field, "This is no date and time.")
		}
	}
	if len(wrong) > 0 {
		return fault.InvalidFields("The flag is not valid.", wrong...)
	}
	return nil
}

// maxComment is how many letters the comment of a flag has at most.
const maxComment = 2_000

func hasControls(text string, but ...rune) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && !slices.Contains(but, r) })
}

type unflagInput struct {
	Body struct {
		Action  string   `json:"action" enum:"unflag"`
		AlertID []string `json:"alertID" minItems:"1" maxItems:"1000" nullable:"false"`
	}
}

// unflag takes flags away, with their comments. An alert that the caller does not see makes the whole of it not found.
func (a *API) unflag(ctx context.Context, in *unflagInput) (*flagOutput, error) {
	if err := a.hasDriverApp(ctx); err != nil {
		return nil, err
	}
	if err := a.sees(ctx, in.Body.AlertID); err != nil {
		return nil, err
	}
	return a.setFlag(ctx, in.Body.AlertID, false, "")
}

func (a *API) setFlag(ctx context.Context, ids []string, flagged bool, comment string) (*flagOutput, error) {
	changed, err := a.store.Flag(ctx, ids, flagged, comment)
	if err != nil {
		return nil, err
	}
	if len(changed) > 0 {
		a.notifier.Updated(ctx, web.Caller(ctx).OrgID, changed)
	}
	out := &flagOutput{}
	out.Body.StatusCode = "200"
	return out, nil
}
