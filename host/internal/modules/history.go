package modules

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/inorg"
	"outrider.dev/sdk/plugin/manifest"
)

// mostSwitches is how many switches a page of the history has.
const mostSwitches = 100

// Switched is one switch of a module.
type Switched struct {
	ID     int64     `json:"id"`
	Module string    `json:"module"`
	Title  string    `json:"title" doc:"In the caller's language; of a module that is gone, as it was called when it was switched last"`
	On     bool      `json:"on"`
	At     time.Time `json:"at"`
	By     string    `json:"by" doc:"Empty: nobody, or an account that is gone"`
}

// History is who switched modules of the organisation on or off, the newest first: those before an id, or the newest ones with 0; and whether there are more.
func (s *Service) History(ctx context.Context, orgID, locale string, before int64) (list []Switched, more bool, err error) {
	language := manifest.LanguageOf(locale)
	list = []Switched{}
	err = inorg.Do(ctx, s.pool, orgID, func(tx pgx.Tx) error {
		last, err := switchesOf(ctx, tx, orgID)
		if err != nil {
			return err
		}
		titles := map[string]string{}
		for id, one := range last {
			titles[id] = one.Title.In(language)
		}
		for _, p := range s.plugins() {
			if p.Manifest.Module.Optional {
				titles[p.Manifest.ID] = p.Manifest.Module.Title.In(language)
			}
		}
		rows, err := tx.Query(ctx, `SELECT e.id, e.target, e.action = 'module.on', e.at, COALESCE(btrim(a.first_name || ' ' || a.last_name), '')
			FROM outrider.audit_entry e LEFT JOIN outrider.account a ON a.id = e.actor_id
			WHERE e.org_id = $1 AND e.action IN ('module.on', 'module.off') AND ($2::bigint = 0 OR e.id < $2) ORDER BY e.id DESC LIMIT $3`, orgID, before, mostSwitches+1)
		if err != nil {
			return fmt.Errorf("read who switched modules of %s: %w", orgID, err)
		}
		var one Switched
		_, err = pgx.ForEachRow(rows, []any{&one.ID, &one.Module, &one.On, &one.At, &one.By}, func() error {
			one.At, one.Title = one.At.UTC(), orID(titles[one.Module], one.Module)
			list = append(list, one)
			return nil
		})
		return err
	})
	if more = len(list) > mostSwitches; more {
		list = list[:mostSwitches]
	}
	return list, more, err
}
