package avatar

import (
	"context"
	"net/http"
	"net/url"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/picture"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Host is the part of plugin.Host that says who a user is, to who may know.
type Host interface {
	Call(ctx context.Context, method, path string, in, out any) error
}

// maxBody has room for the largest picture in base64 and what is around it.
const maxBody = picture.MaxBytes*4/3 + 1<<10

const (
	oneself    = "everybody may see themselves; the host asks for the permission about anybody else"
	ownPicture = "everybody changes their own picture and nobody else's"
)

// Avatars answers about the pictures that people show of themselves.
type Avatars struct {
	host     Host
	pictures pictures
}

// New keeps pictures in db; the host knows whose they are.
func New(host Host, db *store.DB) *Avatars { return &Avatars{host: host, pictures: pictures{db}} }

// Register lists the operations on pictures.
func (a *Avatars) Register(r *web.Router) {
	aUser := web.IDs("id", "user")
	web.Handle(r, "GET /user/{id}/avatar", web.SignedIn(oneself), a.avatar, aUser, web.Summary("The picture of a user"))
	web.Handle(r, "PUT /user/{id}/avatar", web.SignedIn(ownPicture), a.putAvatar, aUser, web.MaxBody(maxBody), web.Summary("Show a picture of oneself"))
	web.Handle(r, "DELETE /user/{id}/avatar", web.SignedIn(ownPicture), a.deleteAvatar, aUser, web.Summary("Show initials again"))
}

// UserChanged removes the picture of a user who was erased.
func (a *Avatars) UserChanged(ctx context.Context, e events.Event[events.UserChanged]) error {
	if !e.Data.Erased {
		return nil
	}
	return a.pictures.forget(ctx, e.OrgID, e.Data.ID)
}

// output is an answer with a body.
type output[T any] struct{ Body T }

type userInput struct {
	ID string `path:"id" doc:"Id or e-mail address"`
}

// userID finds a user whom the caller may see; fault.NotFound.
func (a *Avatars) userID(ctx context.Context, idOrEmail string) (string, error) {
	var user struct {
		ID string `json:"id"`
	}
	err := a.host.Call(ctx, http.MethodGet, "/api/user/"+url.PathEscape(idOrEmail), nil, &user)
	return user.ID, err
}

type pictureBody struct {
	Image []byte `json:"image" nullable:"true" doc:"JPEG of 256 by 256 pixels; null for a user without a picture"`
}

// avatar is the picture of oneself, or of anybody whom the caller may see.
func (a *Avatars) avatar(ctx context.Context, in *userInput) (*output[pictureBody], error) {
	id, err := a.userID(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	content, err := a.pictures.of(ctx, id)
	if err != nil {
		return nil, err
	}
	return &output[pictureBody]{pictureBody{content}}, nil
}

type avatarInput struct {
	ID   string `path:"id" doc:"Id or e-mail address"`
	Body struct {
		Image []byte `json:"image" doc:"PNG or JPEG of at most 2 MB, in base64"`
	}
}

func (a *Avatars) putAvatar(ctx context.Context, in *avatarInput) (*output[pictureBody], error) {
	if err := a.mustBeOneself(ctx, in.ID); err != nil {
		return nil, err
	}
	small, err := Square(in.Body.Image)
	if err != nil {
		return nil, err
	}
	if err := a.pictures.put(ctx, web.Caller(ctx).UserID, small); err != nil {
		return nil, err
	}
	return &output[pictureBody]{pictureBody{small}}, nil
}

func (a *Avatars) deleteAvatar(ctx context.Context, in *userInput) (*struct{}, error) {
	if err := a.mustBeOneself(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.pictures.put(ctx, web.Caller(ctx).UserID, nil)
}

// mustBeOneself refuses anybody else's id: 404 for those the caller may not see, 403 for the others.
func (a *Avatars) mustBeOneself(ctx context.Context, idOrEmail string) error {
	id, err := a.userID(ctx, idOrEmail)
	if err != nil {
		return err
	}
	if id != web.Caller(ctx).UserID {
		return fault.New(fault.Denied, "Only the user can change this picture.")
	}
	return nil
}
