package modules

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/inorg"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
)

// Wanted is one module as it is to be.
type Wanted struct {
	ID      string `json:"id" maxLength:"63"`
	On      bool   `json:"on"`
	Version int    `json:"version" minimum:"0" doc:"The one that was read; another administrator's change in between is a 409"`
}

// Switch makes modules of an organisation what they are wanted to be, all of them or none. Faults: invalid for what is no module, conflict where somebody else has
// switched one since it was read.
func (s *Service) Switch(ctx context.Context, actorID, orgID string, wanted []Wanted) error {
	titles, err := s.titlesOf(wanted)
	if err != nil {
		return err
	}
	changed := false
	err = inorg.Do(ctx, s.pool, orgID, func(tx pgx.Tx) error {
		if err := access.Serialise(ctx, tx, orgID); err != nil {
			return err
		}
		before, err := modulesOf(ctx, tx, orgID, "FOR UPDATE")
		if err != nil {
			return err
		}
		after, err := s.apply(ctx, tx, actorID, orgID, before, wanted, titles)
		if err != nil || slices.Equal(before, after) {
			return err
		}
		changed = true
		web.AuditChange(ctx, "modules", strings.Join(before, ", "), strings.Join(after, ", "))
		if _, err := tx.Exec(ctx, `UPDATE outrider.organisation SET modules = $2 WHERE id = $1`, orgID, after); err != nil {
			return fmt.Errorf("write the modules of %s: %w", orgID, err)
		}
		if err := identity.EmitOrganisation(ctx, tx, orgID, s.now()); err != nil {
			return err
		}
		return access.Announce(ctx, tx, access.Change{OrgID: orgID, Part: access.PartModules})
	})
	if err == nil && changed {
		s.committed(ctx, orgID)
	}
	return err
}

// apply writes who switched what, and answers the modules that are on then.
func (s *Service) apply(ctx context.Context, tx pgx.Tx, actorID, orgID string, on []string, wanted []Wanted, titles map[string]manifest.Text) ([]string, error) {
	known, err := switchesOf(ctx, tx, orgID)
	if err != nil {
		return nil, err
	}
	after := slices.Clone(on)
	for i, w := range wanted {
		last := known[w.ID]
		if w.Version != last.Version {
			return nil, overtaken(i, last, titles[w.ID], slices.Contains(on, w.ID))
		}
		if slices.Contains(after, w.ID) == w.On {
			continue
		}
		if titles[w.ID] == nil && w.On {
			return nil, notAModule(i)
		}
		if after = slices.DeleteFunc(after, func(id string) bool { return id == w.ID }); w.On {
			after = append(after, w.ID)
		}
		if err := s.write(ctx, tx, actorID, orgID, w, titles[w.ID]); err != nil {
			return nil, err
		}
	}
	slices.Sort(after)
	return after, nil
}

func (s *Service) write(ctx context.Context, tx pgx.Tx, actorID, orgID string, w Wanted, title manifest.Text) error {
	if title == nil {
		title = manifest.Text{}
	}
	text, err := json.Marshal(title)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO outrider.organisation_module AS m (org_id, module, version, title, changed_at, changed_by) VALUES ($1, $2, 1, $3, $4, NULLIF($5, '')::uuid)
		ON CONFLICT ON CONSTRAINT organisation_module_pk DO UPDATE SET version = m.version + 1, changed_at = EXCLUDED.changed_at, changed_by = EXCLUDED.changed_by,
			title = CASE EXCLUDED.title WHEN '{}' THEN m.title ELSE EXCLUDED.title END`,
		orgID, w.ID, text, s.now(), actorID)
	if err != nil {
		return fmt.Errorf("write the switch of %s in %s: %w", w.ID, orgID, err)
	}
	action := "module.off"
	if w.On {
		action = "module.on"
	}
	return identity.Note(ctx, tx, actorID, orgID, action, w.ID, nil)
}

// titlesOf are the titles of the modules that are wanted, of those that are installed. What is no module of the host can only be switched off.
func (s *Service) titlesOf(wanted []Wanted) (map[string]manifest.Text, error) {
	titles := map[string]manifest.Text{}
	for _, p := range s.plugins() {
		if p.Manifest.Module.Optional {
			titles[p.Manifest.ID] = p.Manifest.Module.Title
		}
	}
	seen := map[string]bool{}
	for i, w := range wanted {
		if seen[w.ID] {
			return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: fmt.Sprintf("body.modules[%d].id", i), Message: "is named twice"})
		}
		seen[w.ID] = true
		if w.On && titles[w.ID] == nil {
			return nil, notAModule(i)
		}
	}
	return titles, nil
}

func notAModule(i int) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: fmt.Sprintf("body.modules[%d].id", i), Message: "is not a module of this portal"})
}

// overtaken tells who was faster.
func overtaken(i int, last switched, title manifest.Text, on bool) error {
	if last.Version == 0 { // a version of what was never switched
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: fmt.Sprintf("body.modules[%d].version", i), Message: "is not a version of this module"})
	}
	state := "off"
	if on {
		state = "on"
	}
	name, by := orID(title.In("en"), orID(last.Title.In("en"), last.Module)), orID(last.By, "Somebody")
	return fault.New(fault.Conflict, "%s has switched %s %s in the meantime. Check it and switch again if you still want to.", by, name, state)
}
