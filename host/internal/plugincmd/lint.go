package plugincmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/sdk/events/schema"
	"outrider.dev/sdk/plugin/handshake"
	"outrider.dev/sdk/plugin/manifest"
)

// lint checks what the plugin in a folder declares, without building it. What only another plugin can answer for is checked when it is installed.
func (t *tool) lint(args []string) error {
	dir := "."
	if len(args) > 0 {
		dir = args[0]
	}
	content, err := os.ReadFile(filepath.Join(dir, catalog.ManifestName))
	if err != nil {
		return fmt.Errorf("read manifest: %w", err)
	}
	m, err := manifest.Parse(content)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(dir, catalog.ManifestName), err)
	}
	var problems []error
	if !m.FitsSDK(handshake.SDKVersion) {
		problems = append(problems, fmt.Errorf("sdk: it asks for %s; this host has %s", m.SDK, handshake.SDKVersion))
	}
	if _, err := schema.Emitted(m, os.DirFS(dir)); err != nil {
		problems = append(problems, err)
	}
	migrations := os.DirFS(filepath.Join(dir, catalog.MigrationsName))
	switch _, err := fs.Stat(migrations, "."); {
	case err == nil && m.Postgres == nil:
		problems = append(problems, errors.New("postgres: there are migrations, and the manifest asks for no database"))
	case err == nil:
		problems = append(problems, database.CheckMigrationFiles(migrations))
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return t.tell(fmt.Sprintf("%s %s: nothing to complain about", m.ID, m.Version), nil)
}
