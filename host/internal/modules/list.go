package modules

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/inorg"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
)

// List is every module that is installed, and those that the organisation still has on although their plugin was removed, by title in the language of a locale. Fault:
// not_found.
func (s *Service) List(ctx context.Context, orgID, locale string) (all []Module, err error) {
	language := manifest.LanguageOf(locale)
	err = inorg.Do(ctx, s.pool, orgID, func(tx pgx.Tx) error {
		on, err := modulesOf(ctx, tx, orgID, "")
		if err != nil {
			return err
		}
		switched, err := switchesOf(ctx, tx, orgID)
		if err != nil {
			return err
		}
		all = s.describe(on, switched, language)
		return nil
	})
	return all, err
}

// switched is what is known of the last switch of a module.
type switched struct {
	Module  string
	Version int
	Title   manifest.Text
	At      time.Time
	By      string
}

func switchesOf(ctx context.Context, tx pgx.Tx, orgID string) (map[string]switched, error) {
	rows, err := tx.Query(ctx, `SELECT m.module, m.version, m.title, m.changed_at, COALESCE(btrim(a.first_name || ' ' || a.last_name), '')
		FROM outrider.organisation_module m LEFT JOIN outrider.account a ON a.id = m.changed_by WHERE m.org_id = $1`, orgID)
	if err != nil {
		return nil, fmt.Errorf("read who switched modules of %s: %w", orgID, err)
	}
	known := map[string]switched{}
	var one switched
	var title []byte
	_, err = pgx.ForEachRow(rows, []any{&one.Module, &one.Version, &title, &one.At, &one.By}, func() error {
		one.Title = nil
		known[one.Module] = one
		if err := json.Unmarshal(title, &one.Title); err != nil {
			return err
		}
		known[one.Module] = one
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read who switched modules of %s: %w", orgID, err)
	}
	return known, nil
}

// modulesOf are the modules that an organisation has on; lock is appended to the statement.
func modulesOf(ctx context.Context, tx pgx.Tx, orgID, lock string) (on []string, err error) {
	rows, err := tx.Query(ctx, `SELECT modules FROM outrider.organisation WHERE id = $1 `+lock, orgID)
	if err != nil {
		return nil, fmt.Errorf("read the modules of %s: %w", orgID, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[[]string])
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the modules of %s: %w", orgID, err)
	case len(found) == 0:
		return nil, fault.New(fault.NotFound, "There is no such organisation.")
	}
	return found[0], nil
}

func (s *Service) describe(on []string, switches map[string]switched, language string) []Module {
	all := []Module{}
	installed := map[string]bool{}
	for _, p := range s.plugins() {
		m := p.Manifest
		if !m.Module.Optional {
			continue
		}
		installed[m.ID] = true
		all = append(all, Module{
			ID: m.ID, Title: m.Module.Title.In(language), Icon: m.Module.Icon, Text: m.Module.Text.In(language), Needs: m.Module.Needs.In(language),
			Costs: m.Module.Costs.In(language), State: p.State, Brings: bringsOf(m), Fields: append([]string{}, m.Module.Fields...),
		})
	}
	for _, id := range on {
		if !installed[id] {
			all = append(all, Module{ID: id, Title: orID(switches[id].Title.In(language), id), State: Removed, Fields: []string{}})
		}
	}
	for i := range all {
		m := &all[i]
		m.On = slices.Contains(on, m.ID)
		if last, ok := switches[m.ID]; ok {
			at := last.At.UTC()
			m.Version, m.Changed, m.By = last.Version, &at, last.By
		}
	}
	slices.SortStableFunc(all, func(a, b Module) int { return strings.Compare(a.Title, b.Title) })
	return all
}

// orID is a title, or the id of what has none.
func orID(title, id string) string {
	if title == "" {
		return id
	}
	return title
}
