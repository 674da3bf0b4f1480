// Package settings keeps what organisations set for plugins: values by the schema of the plugin's manifest, and secrets, which are encrypted with a key that the
// database does not have, given to the plugin alone and never answered.
package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/inorg"
	"outrider.dev/sdk/plugin/manifest"
)

// Config is what Service needs. Every field is required, but Now.
type Config struct {
	Pool      *pgxpool.Pool
	Secret    string                                             // what the key of the secrets is derived from
	Manifest  func(plugin string) (m manifest.Manifest, ok bool) // of a plugin that is installed
	Installed func() []manifest.Manifest                         // of all of them
	Committed func()                                             // is called after each change, so that all hosts hear of it at once
	Log       *slog.Logger
	Now       func() time.Time
}

// Service reads and changes settings. It is safe for concurrent use.
type Service struct {
	Config
	sealer sealer
}

// New builds a Service.
func New(c Config) (*Service, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	sealer, err := newSealer(c.Secret)
	return &Service{c, sealer}, err
}

// stored is a row.
type stored struct {
	Version   int
	Values    map[string]any
	Sealed    []byte
	ChangedAt *time.Time
	ChangedBy string
}

func find(ctx context.Context, tx pgx.Tx, orgID, plugin, lock string) (stored, error) {
	s := stored{Values: map[string]any{}}
	var document []byte
	err := tx.QueryRow(ctx, `SELECT s.version, s.document, s.sealed, s.changed_at, COALESCE(btrim(a.first_name || ' ' || a.last_name), '')
		FROM outrider.plugin_setting s LEFT JOIN outrider.account a ON a.id = s.changed_by WHERE s.org_id = $1 AND s.plugin = $2 `+lock, orgID, plugin).
		Scan(&s.Version, &document, &s.Sealed, &s.ChangedAt, &s.ChangedBy)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(document, &s.Values)
	}
	if err != nil {
		return s, fmt.Errorf("read the settings of %s in %s: %w", plugin, orgID, err)
	}
	return s, nil
}

// Documents are what the plugin is told: of each of the organisations that have set anything a JSON object with defaults and secrets, under "" the defaults alone,
// which all others have. nil: the manifest has no settings.
func (s *Service) Documents(ctx context.Context, m manifest.Manifest) (map[string][]byte, error) {
	if m.Settings == nil {
		return nil, nil
	}
	documents := map[string][]byte{}
	var err error
	if documents[""], err = json.Marshal(m.Settings.WithDefaults(nil)); err != nil {
		return nil, err
	}
	err = inorg.Do(ctx, s.Pool, "*", func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT org_id, document, sealed FROM outrider.plugin_setting WHERE plugin = $1`, m.ID)
		if err != nil {
			return err
		}
		var org string
		var document, sealed []byte
		_, err = pgx.ForEachRow(rows, []any{&org, &document, &sealed}, func() error {
			documents[org], err = s.document(m, org, document, sealed)
			return err
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the settings of %s: %w", m.ID, err)
	}
	return documents, nil
}

// document is one organisation's. What the manifest of today does not know is left out; secrets that cannot be read are missing.
func (s *Service) document(m manifest.Manifest, org string, document, sealed []byte) ([]byte, error) {
	values := map[string]any{}
	if err := json.Unmarshal(document, &values); err != nil {
		return nil, err
	}
	secrets, err := s.sealer.open(org, m.ID, sealed)
	if err != nil {
		s.Log.Warn("secrets of a plugin cannot be read: they are to be entered again, or settings.secret is not what it was", "organisation", org, "plugin", m.ID)
	}
	for name, one := range secrets {
		values[name] = one.Value
	}
	maps.DeleteFunc(values, func(name string, value any) bool {
		return m.Settings.Check(map[string]any{name: value})[name] != ""
	})
	return json.Marshal(m.Settings.WithDefaults(values))
}
