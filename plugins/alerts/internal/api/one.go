package api

import (
	"context"
	"time"

	"github.com/google/uuid"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

type oneInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
}

type oneOutput struct{ Body view.Alert }

// alert is one alert, with the shape of what it is about.
func (a *API) alert(ctx context.Context, in *oneInput) (*oneOutput, error) {
	out, err := a.find(ctx, in.ID)
	if err == nil && out.Body.Raised != nil {
		out.Body.Raised.Shape, err = a.store.Shape(ctx, in.OrgID, in.ID)
	}
	return out, err
}

func (a *API) find(ctx context.Context, id string) (*oneOutput, error) {
	found, err := a.alertOf(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &oneOutput{view.For(ctx, found)}
	if a.uploads != nil {
		out.Body.Upload, err = a.uploads.Of(ctx, found)
	}
	return out, err
}

// alertOf finds an alert that the caller sees.
func (a *API) alertOf(ctx context.Context, id string) (alert.Alert, error) {
	if !isID(id) {
		return alert.Alert{}, noAlert()
	}
	return a.store.Alert(ctx, id)
}

func isID(id string) bool { return uuid.Validate(id) == nil && len(id) == 36 }

func noAlert() error { return fault.New(fault.NotFound, "There is no such alert.") }

type activityEntry struct {
	Action   string `json:"action" enum:"viewed,read,unread,archived,restored,rated,flagged,unflagged,exported"`
	Detail   string `json:"detail"`
	UserID   string `json:"user_id"`
	UserName string `json:"user_name"`
	At       string `json:"at"`
}

type activityOutput struct {
	Body struct {
		Activity []activityEntry `json:"activity" nullable:"false"`
	}
}

// activity is what was done with an alert, the newest first.
func (a *API) activity(ctx context.Context, in *oneInput) (*activityOutput, error) {
	if _, err := a.find(ctx, in.ID); err != nil {
		return nil, err
	}
	lines, err := a.store.Log(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &activityOutput{}
	out.Body.Activity = make([]activityEntry, len(lines))
	for i, l := range lines {
		out.Body.Activity[i] = activityEntry{l.Action, l.Detail, l.UserID, l.UserName, time.UnixMilli(l.AtMs).UTC().Format(time.RFC3339)}
	}
	return out, nil
}

// viewed notes that the caller looks at an alert.
func (a *API) viewed(ctx context.Context, in *oneInput) (*struct{}, error) {
	if _, err := a.find(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.store.Viewed(ctx, in.ID)
}

// sees checks that the caller sees every one of the alerts; fault.NotFound.
func (a *API) sees(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if !isID(id) {
			return noAlert()
		}
	}
	seen, err := a.store.Visible(ctx, ids)
	if err == nil && !seen {
		err = noAlert()
	}
	return err
}

// StateBody is what is set of an alert.
type StateBody struct {
	Read     any `json:"read,omitempty" doc:"true or false, or the texts True and False"`
	Archived any `json:"archived,omitempty" doc:"true or false, or the texts True and False"`
}

// change reads what is asked for, and that the caller may.
func (b StateBody) change(ctx context.Context) (c postgres.Change, err error) {
	if b.Read != nil {
		if c.Read, err = yesNo("body.read", []any{b.Read}); err != nil {
			return c, err
		}
		if err := web.Require(ctx, "setAlertViewState"); err != nil {
			return c, err
		}
	}
	if b.Archived != nil {
		if c.Archived, err = yesNo("body.archived", []any{b.Archived}); err != nil {
			return c, err
		}
		if err := web.Require(ctx, "archiveAlert"); err != nil {
			return c, err
		}
	}
	if c.Read == nil && c.Archived == nil {
		return c, invalid("body.read", "Say read or archived.")
	}
	return c, nil
}

type changeOneInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
	Body  StateBody
}

// changeOne marks one alert as read or archived, or takes that back.
func (a *API) changeOne(ctx context.Context, in *changeOneInput) (*oneOutput, error) {
	if _, err := a.find(ctx, in.ID); err != nil {
		return nil, err
	}
	change, err := in.Body.change(ctx)
	if err != nil {
		return nil, err
	}
	if err := a.apply(ctx, []string{in.ID}, change); err != nil {
		return nil, err
	}
	return a.find(ctx, in.ID)
}

func (a *API) apply(ctx context.Context, ids []string, change postgres.Change) error {
	changed, err := a.store.Apply(ctx, ids, change)
	if err != nil {
		return err
	}
	if len(changed) > 0 {
		a.notifier.Updated(ctx, web.Caller(ctx).OrgID, changed)
	}
	return nil
}

type changeManyInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Alerts []string `json:"alerts" minItems:"1" maxItems:"1000" nullable:"false"`
		StateBody
		Archive any `json:"archive,omitempty" doc:"The same as archived"`
	}
}

type changeManyOutput struct {
	Body struct {
		Updated int `json:"updated" doc:"Alerts of the list that the caller sees"`
	}
}

// changeMany is changeOne for up to 1,000. An alert that the caller does not see makes the whole of it not found.
func (a *API) changeMany(ctx context.Context, in *changeManyInput) (*changeManyOutput, error) {
	if in.Body.Archived == nil {
		in.Body.Archived = in.Body.Archive
	}
	if err := a.sees(ctx, in.Body.Alerts); err != nil {
		return nil, err
	}
	change, err := in.Body.change(ctx)
	if err != nil {
		return nil, err
	}
	if err := a.apply(ctx, in.Body.Alerts, change); err != nil {
		return nil, err
	}
	out := &changeManyOutput{}
	out.Body.Updated = len(in.Body.Alerts)
	return out, nil
}
