package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/inorg"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
)

// Change is what somebody wants to set. What is not named stays as it is; null goes back to the default, or removes a secret.
type Change struct {
	Version int            `json:"version" minimum:"0" doc:"The one that was read; another change in between is a 409"`
	Values  map[string]any `json:"values,omitempty" doc:"Values and secrets by name; null: the default, or no secret"`
}

// View is what is set, without secrets.
type View struct {
	Plugin    string               `json:"plugin"`
	Schema    *manifest.Settings   `json:"schema"`
	Values    map[string]any       `json:"values" doc:"With defaults, without secrets"`
	Secrets   map[string]time.Time `json:"secrets" doc:"Since when each secret is set that is"`
	Version   int                  `json:"version"`
	ChangedAt *time.Time           `json:"changed_at"`
	ChangedBy string               `json:"changed_by"`
}

func errNoSettings() error { return fault.New(fault.NotFound, "This plugin has no settings.") }

// Read answers what an organisation has set for a plugin. Fault: not_found.
func (s *Service) Read(ctx context.Context, orgID, plugin string) (view View, err error) {
	m, known := s.Manifest(plugin)
	if !known || m.Settings == nil {
		return view, errNoSettings()
	}
	err = inorg.Do(ctx, s.Pool, orgID, func(tx pgx.Tx) error {
		found, err := find(ctx, tx, orgID, plugin, "")
		if err != nil {
			return err
		}
		view = s.view(m, orgID, found)
		return nil
	})
	return view, err
}

func (s *Service) view(m manifest.Manifest, orgID string, found stored) View {
	v := View{Plugin: m.ID, Schema: m.Settings, Values: m.Settings.WithDefaults(found.Values), Secrets: map[string]time.Time{}, Version: found.Version, ChangedAt: found.ChangedAt, ChangedBy: found.ChangedBy}
	maps.DeleteFunc(v.Values, func(name string, _ any) bool {
		p, known := m.Settings.Properties[name]
		return !known || p.WriteOnly
	})
	secrets, err := s.sealer.open(orgID, m.ID, found.Sealed)
	if err != nil {
		s.Log.Warn("secrets of a plugin cannot be read", "organisation", orgID, "plugin", m.ID)
	}
	for name, one := range secrets {
		if m.Settings.Properties[name].WriteOnly {
			v.Secrets[name] = one.At
		}
	}
	if v.ChangedAt != nil {
		at := v.ChangedAt.UTC()
		v.ChangedAt = &at
	}
	return v
}

// Write changes settings. Faults: not_found, invalid by field, conflict where somebody else has changed them since they were read.
func (s *Service) Write(ctx context.Context, actorID, orgID, plugin string, change Change) (View, error) {
	m, known := s.Manifest(plugin)
	if !known || m.Settings == nil {
		return View{}, errNoSettings()
	}
	err := inorg.Do(ctx, s.Pool, orgID, func(tx pgx.Tx) error {
		if err := access.Serialise(ctx, tx, orgID); err != nil {
			return err
		}
		found, err := find(ctx, tx, orgID, plugin, "FOR UPDATE OF s")
		if err != nil {
			return err
		}
		if found.Version != change.Version {
			return fault.New(fault.Conflict, "Somebody else has changed these settings in the meantime. Read them again.")
		}
		secrets, err := s.sealer.open(orgID, plugin, found.Sealed)
		if err != nil {
			secrets = map[string]secret{} // they are lost; those that are needed must come with this change
		}
		if err := s.merge(m, found.Values, secrets, change.Values); err != nil {
			return err
		}
		if err := s.save(ctx, tx, actorID, orgID, plugin, found.Values, secrets); err != nil {
			return err
		}
		if err := identity.Note(ctx, tx, actorID, orgID, "plugin.settings", plugin, map[string]any{"changed": slices.Sorted(maps.Keys(change.Values))}); err != nil {
			return err
		}
		return access.Announce(ctx, tx, access.Change{OrgID: orgID, Part: access.PartSettings})
	})
	if err != nil {
		return View{}, err
	}
	s.Committed()
	return s.Read(ctx, orgID, plugin)
}

// merge puts the change into values and secrets, and checks what comes of it.
func (s *Service) merge(m manifest.Manifest, values map[string]any, secrets map[string]secret, change map[string]any) error {
	for name, value := range change {
		isSecret := m.Settings.Properties[name].WriteOnly
		switch text, isText := value.(string); {
		case value == nil:
			delete(values, name)
			delete(secrets, name)
		case isSecret && isText:
			secrets[name] = secret{text, s.Now().UTC()}
		default:
			values[name] = value
		}
	}
	maps.DeleteFunc(values, func(name string, _ any) bool { // of an older manifest
		_, known := m.Settings.Properties[name]
		_, asked := change[name]
		return !known && !asked
	})
	all := maps.Clone(values)
	for name, one := range secrets {
		if m.Settings.Properties[name].WriteOnly {
			all[name] = one.Value
		}
	}
	wrong := m.Settings.Check(all)
	var fields []fault.Field
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		fields = append(fields, fault.Field{Location: "body.values." + name, Message: wrong[name]})
	}
	if fields != nil {
		return fault.InvalidFields("The request is not valid.", fields...)
	}
	return nil
}

func (s *Service) save(ctx context.Context, tx pgx.Tx, actorID, orgID, plugin string, values map[string]any, secrets map[string]secret) error {
	document, err := json.Marshal(values)
	if err != nil {
		return err
	}
	sealed, err := s.sealer.seal(orgID, plugin, secrets)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO outrider.plugin_setting AS s (org_id, plugin, version, document, sealed, changed_at, changed_by)
		VALUES ($1, $2, 1, $3, $4, $5, NULLIF($6, '')::uuid)
		ON CONFLICT ON CONSTRAINT plugin_setting_pk DO UPDATE SET version = s.version + 1, document = EXCLUDED.document, sealed = EXCLUDED.sealed,
			changed_at = EXCLUDED.changed_at, changed_by = EXCLUDED.changed_by`, orgID, plugin, document, sealed, s.Now(), actorID)
	if err != nil {
		return fmt.Errorf("write the settings of %s in %s: %w", plugin, orgID, err)
	}
	return nil
}
