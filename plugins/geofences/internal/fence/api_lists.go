package fence

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"outrider.dev/sdk/fault"
)

type vehiclesInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
	Body  struct {
		Attribute  string   `json:"attribute" required:"false" enum:"vehicles" default:"vehicles"`
		Action     string   `json:"action" required:"false" enum:"add,remove" doc:"The verb of the call says it: PUT adds, DELETE removes"`
		VehicleIDs []string `json:"vehicle_ids" required:"false" maxItems:"10000"`
		GroupIDs   []string `json:"group_ids" required:"false" maxItems:"1000"`
	}
}

// addVehicles has a geofence watch more vehicles.
func (a *API) addVehicles(ctx context.Context, in *vehiclesInput) (*oneOutput, error) {
	if err := a.Sees(ctx, in.Body.VehicleIDs, in.Body.GroupIDs); err != nil {
		return nil, err
	}
	return a.associate(ctx, in, func(there, said []string) []string { return distinct(append(slices.Clone(there), said...)) })
}

// removeVehicles has it watch fewer.
func (a *API) removeVehicles(ctx context.Context, in *vehiclesInput) (*oneOutput, error) {
	if err := a.Sees(ctx, in.Body.VehicleIDs, in.Body.GroupIDs); err != nil {
		return nil, err
	}
	return a.associate(ctx, in, func(there, said []string) []string {
		return slices.DeleteFunc(slices.Clone(there), func(id string) bool { return slices.Contains(said, id) })
	})
}

func (a *API) associate(ctx context.Context, in *vehiclesInput, merge func(there, said []string) []string) (*oneOutput, error) {
	f, err := a.store.Change(ctx, in.ID, 0, func(f *Fence) error {
		f.VehicleIDs, f.GroupIDs = merge(f.VehicleIDs, in.Body.VehicleIDs), merge(f.GroupIDs, in.Body.GroupIDs)
		return mustOwn(ctx, *f)
	})
	if err != nil {
		return nil, err
	}
	return answer(ctx, f), nil
}

var errNoUser = fault.New(fault.NotFound, "There is no such user who may see geofences.")

type shareInput struct {
	OrgID  string `path:"orgId"`
	ID     string `path:"id" maxLength:"64"`
	UserID string `path:"userId" maxLength:"128"`
}

// share lets a user of the organisation see a geofence.
func (a *API) share(ctx context.Context, in *shareInput) (*oneOutput, error) {
	if _, err := a.store.Find(ctx, in.ID); err != nil {
		return nil, err
	}
	if uuid.Validate(in.UserID) != nil {
		return nil, errNoUser
	}
	known, err := a.host.Grants(ctx, in.OrgID, []string{"viewGeofence"}, []string{in.UserID})
	if err != nil {
		return nil, err
	}
	if _, may := known[in.UserID]; !may {
		return nil, errNoUser
	}
	return a.shareWith(ctx, in, func(list []string) []string { return distinct(append(slices.Clone(list), in.UserID)) })
}

// unshare hides it again; a user who is not among those it is shared with is none of the geofence's.
func (a *API) unshare(ctx context.Context, in *shareInput) (*oneOutput, error) {
	f, err := a.store.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(f.SharedWith, in.UserID) {
		return nil, fault.New(fault.NotFound, "The geofence is not shared with this user.")
	}
	return a.shareWith(ctx, in, func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return id == in.UserID })
	})
}

func (a *API) shareWith(ctx context.Context, in *shareInput, edit func([]string) []string) (*oneOutput, error) {
	f, err := a.store.Change(ctx, in.ID, 0, func(f *Fence) error {
		f.SharedWith = edit(f.SharedWith)
		return mustOwn(ctx, *f)
	})
	if err != nil {
		return nil, err
	}
	return answer(ctx, f), nil
}

// listedEmails are those of one alert type.
type listedEmails struct {
	AlertType string   `json:"alert_type" enum:"boundary_geo_alert,speeding_geo_alert,parking_geo_alert"`
	Emails    []string `json:"emails" maxItems:"50" nullable:"false"`
}

// emailList is who is mailed about a geofence.
type emailList struct {
	GeofenceID string         `json:"geofence_id" maxLength:"64"`
	List       []listedEmails `json:"alert_email_list" maxItems:"3" nullable:"false"`
}

func listOf(f Fence) emailList {
	out := emailList{GeofenceID: f.ID, List: []listedEmails{}}
	for _, t := range AlertTypes {
		if emails := f.Emails[t]; len(emails) > 0 {
			out.List = append(out.List, listedEmails{t, emails})
		}
	}
	return out
}

type emailsOutput struct{ Body emailList }

// emails answers who is mailed about a geofence.
func (a *API) emails(ctx context.Context, in *idInput) (*emailsOutput, error) {
	f, err := a.store.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &emailsOutput{listOf(f)}, nil
}

type setEmailsInput struct {
	OrgID string      `path:"orgId"`
	Body  []emailList `minItems:"1" maxItems:"1000" nullable:"false"`
}

type emailListsOutput struct {
	Body []emailList `nullable:"false"`
}

// setEmails replaces the lists of geofences, all of which the caller sees.
func (a *API) setEmails(ctx context.Context, in *setEmailsInput) (*emailListsOutput, error) {
	wanted := make([]map[string][]string, len(in.Body))
	for i, list := range in.Body {
		if _, err := a.store.Find(ctx, list.GeofenceID); err != nil {
			return nil, err
		}
		wanted[i] = map[string][]string{}
		for n, one := range list.List {
			kept, err := checkEmails(at(i, n), append(slices.Clone(wanted[i][one.AlertType]), one.Emails...))
			if err != nil {
				return nil, err
			}
			wanted[i][one.AlertType] = kept
		}
	}
	out := &emailListsOutput{Body: []emailList{}}
	for i, list := range in.Body {
		f, err := a.store.Change(ctx, list.GeofenceID, 0, func(f *Fence) error {
			f.Emails = wanted[i]
			return mustOwn(ctx, *f)
		})
		if err != nil {
			return nil, err
		}
		out.Body = append(out.Body, listOf(f))
	}
	return out, nil
}
