package fileset

import (
	"context"
	"net/url"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

type shareInput struct {
	OrgID  string `path:"orgId"`
	ID     string `path:"id"`
	UserID string `path:"userId"`
}

// share shows a fileset to a user of the organisation.
func (a *API) share(ctx context.Context, in *shareInput) (*struct{}, error) {
	if _, err := a.store.Find(ctx, in.OrgID, in.ID); err != nil {
		return nil, explain(err)
	}
	if err := a.findUser(ctx, in.UserID); err != nil {
		return nil, err
	}
	return nil, a.store.Share(ctx, in.OrgID, in.ID, in.UserID, true)
}

// unshare hides it again.
func (a *API) unshare(ctx context.Context, in *shareInput) (*struct{}, error) {
	if _, err := a.store.Find(ctx, in.OrgID, in.ID); err != nil {
		return nil, explain(err)
	}
	return nil, a.store.Share(ctx, in.OrgID, in.ID, in.UserID, false)
}

// findUser looks whether the caller may see a user: one shares with whom one knows.
func (a *API) findUser(ctx context.Context, id string) error {
	var user struct {
		ID string `json:"id"`
	}
	err := a.host.Call(ctx, "GET", "/api/user/"+url.PathEscape(id), nil, &user)
	if kind := fault.KindOf(err); kind == fault.NotFound || kind == fault.Denied || (err == nil && user.ID != id) {
		return fault.New(fault.NotFound, "There is no such user.")
	}
	return err
}

// cancel ends what is under way, and leaves what is there.
func (a *API) cancel(ctx context.Context, in *requestIDInput) (*requestOutput, error) {
	found, err := a.store.Find(ctx, in.OrgID, in.RequestID)
	if err != nil {
		return nil, explain(err)
	}
	changed, err := a.store.Cancel(ctx, in.OrgID, found.ID, canceledBy+web.Caller(ctx).Name)
	if err != nil {
		return nil, err
	}
	a.endLinks(ctx, found)
	if len(changed) > 0 {
		found = changed[0]
	}
	a.tell(ctx, changed)
	zone, err := a.zones.Of(ctx, in.OrgID, found.VehicleID)
	if err != nil {
		return nil, err
	}
	described, err := a.linked(ctx, found, zone, true)
	return &requestOutput{described}, err
}

// endLinks ends the links of what is under way at once. If the storage does not answer, that is done later: the files are kept as ended.
func (a *API) endLinks(ctx context.Context, f Fileset) {
	var names []string
	for _, one := range f.Files {
		if one.Status != Success && one.Status != Canceled {
			names = append(names, NamesOf(f.ID, one)...)
		}
	}
	if err := a.storage.Delete(ctx, f.OrgID, names...); err != nil {
		a.log.WarnContext(ctx, "links of canceled files end later", "fileset", f.ID, "error", err)
	}
}
