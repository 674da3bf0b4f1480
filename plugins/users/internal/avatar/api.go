package api

import (
	"context"

	"outrider.dev/outrider/plugins/users/internal/avatar"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// Avatars keeps the pictures of people, as JPEG.
type Avatars interface {
	// Of is nil for a user without a picture.
	Of(ctx context.Context, userID string) ([]byte, error)
	// Put replaces a picture; nil removes it.
	Put(ctx context.Context, userID string, content []byte) error
}

type picture struct {
	Image []byte `json:"image" nullable:"true" doc:"JPEG of 256 by 256 pixels; null for a user without a picture"`
}

// avatar is the picture of oneself, or of anybody whom the caller may see.
func (a *API) avatar(ctx context.Context, in *userInput) (*output[picture], error) {
	u, err := a.identity.GetUser(ctx, &pluginv1.GetUserRequest{Actor: actor(ctx), IdOrEmail: in.ID})
	if err != nil {
		return nil, told(err)
	}
	content, err := a.avatars.Of(ctx, u.GetId())
	if err != nil {
		return nil, err
	}
	return &output[picture]{picture{content}}, nil
}

type avatarInput struct {
	ID   string `path:"id" doc:"Id or e-mail address"`
	Body struct {
		Image []byte `json:"image" doc:"PNG or JPEG of at most 2 MB, in base64"`
	}
}

func (a *API) putAvatar(ctx context.Context, in *avatarInput) (*output[picture], error) {
	if err := a.mustBeOneself(ctx, in.ID); err != nil {
		return nil, err
	}
	small, err := avatar.Square(in.Body.Image)
	if err != nil {
		return nil, err
	}
	if err := a.avatars.Put(ctx, web.Caller(ctx).UserID, small); err != nil {
		return nil, err
	}
	return &output[picture]{picture{small}}, nil
}

func (a *API) deleteAvatar(ctx context.Context, in *userInput) (*struct{}, error) {
	if err := a.mustBeOneself(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.avatars.Put(ctx, web.Caller(ctx).UserID, nil)
}

// mustBeOneself refuses anybody else's id: 404 for those the caller may not see, 403 for the others.
func (a *API) mustBeOneself(ctx context.Context, idOrEmail string) error {
	u, err := a.identity.GetUser(ctx, &pluginv1.GetUserRequest{Actor: actor(ctx), IdOrEmail: idOrEmail})
	if err != nil {
		return told(err)
	}
	if u.GetId() != web.Caller(ctx).UserID {
		return fault.New(fault.Denied, "Only the user can change this picture.")
	}
	return nil
}
