package plugin

import (
	"context"
	"fmt"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// Act says for whom a plugin acts, and what for; the audit log has it.
type Act struct {
	OrgID, UserID        string
	ObjectKind, ObjectID string // what it is done for: "schedule"
	Detail               string // one sentence
}

// OnBehalf acts for users who have no request under way.
type OnBehalf interface {
	// ActFor runs do in a context whose caller is the user, with the scope, language and units of this moment and those of the plugin's own permissions that the user
	// holds. Host.Stream and Host.Call reach the operations of report types there, each decided anew; nothing else. fault.SignedOut for a user who is disabled or gone,
	// fault.NotFound for one whose home is another organisation.
	ActFor(ctx context.Context, act Act, do func(ctx context.Context) error) error
}

// ActFor implements OnBehalf.
func (c *callbacks) ActFor(ctx context.Context, act Act, do func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // the host forgets for whom the plugin acts
	stream, err := c.client.ActFor(ctx, &pluginv1.ActForRequest{
		OrgId: act.OrgID, UserId: act.UserID, ObjectKind: act.ObjectKind, ObjectId: act.ObjectID, Detail: act.Detail,
	})
	if err != nil {
		return fmt.Errorf("act for user %s: %w", act.UserID, err)
	}
	answer, err := stream.Recv()
	if err != nil {
		return fmt.Errorf("act for user %s: %w", act.UserID, err)
	}
	ctx, err = web.WithCallerHeader(ctx, answer.GetCaller())
	if err != nil {
		return fmt.Errorf("act for user %s: %w", act.UserID, err)
	}
	return do(ctx)
}
