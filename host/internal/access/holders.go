package access

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Holders are those of some users who may do something in an organisation now, as Decide would say of each. It is for users who are not there: nobody's whole
// decision is made for it. Its fault kind is unavailable when nobody can tell.
func (d *Decider) Holders(ctx context.Context, orgID, permission string, userIDs []string) (map[string]bool, error) {
	holders := make(map[string]bool, len(userIDs))
	var mu sync.Mutex
	group, asking := errgroup.WithContext(ctx)
	for _, id := range userIDs {
		if grant, _, _ := d.snapshot.find(key{id, orgID}, "", d.now().Unix()); grant != nil {
			mu.Lock()
			holders[id] = grant.Allowed(permission)
			mu.Unlock()
			continue
		}
		if d.checks.Acquire(asking, 1) != nil {
			break // the group or the caller has the reason
		}
		group.Go(func() error {
			defer d.checks.Release(1)
			yes, err := d.keto.Check(asking, orgID, permission, id)
			mu.Lock()
			defer mu.Unlock()
			holders[id] = yes
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, unavailable(err)
	}
	if err := ctx.Err(); err != nil {
		return nil, unavailable(err)
	}
	return holders, nil
}
