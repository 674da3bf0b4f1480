package plugincmd

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"outrider.dev/outrider/host/internal/eventtypes"
	"outrider.dev/sdk/events/schema"
	"outrider.dev/sdk/plugin/manifest"
)

// maxSchema bounds what is read of a schema, in bytes.
const maxSchema = 1 << 20

// events writes the Go types of the events that a plugin emits and consumes, from the schemas of the plugins that emit them.
func (t *tool) events(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("events", flag.ContinueOnError)
	flags.SetOutput(t.out)
	from := flags.String("from", hostAddress(t.config), "address of a host that has the other plugins, or the folder with theirs")
	if err := flags.Parse(args); err != nil || flags.NArg() > 1 {
		flags.Usage()
		return ErrUsage
	}
	folder := "."
	if flags.NArg() == 1 {
		folder = flags.Arg(0)
	}
	raw, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	m, err := manifest.Parse(raw)
	if err != nil {
		return fmt.Errorf("read the manifest in %s: %w", folder, err)
	}
	into := filepath.Join(folder, "internal", eventtypes.Package)
	stale, err := filepath.Glob(filepath.Join(into, "*.go"))
	if err != nil {
		return err
	}
	var problems []error
	for _, subject := range slices.Concat(m.Events.Emits, m.Events.Consumes) {
		if !schema.Needed(subject) {
			continue
		}
		file := filepath.Join(into, eventtypes.FileName(subject))
		stale = slices.DeleteFunc(stale, func(name string) bool { return name == file })
		problems = append(problems, writeTypes(ctx, m.ID, folder, *from, subject, file))
	}
	for _, name := range stale {
		problems = append(problems, os.Remove(name))
	}
	return errors.Join(problems...)
}

func writeTypes(ctx context.Context, id, folder, from, subject, file string) error {
	content, err := readSchema(ctx, id, folder, from, subject)
	if err != nil {
		return fmt.Errorf("find the schema of %s: %w", subject, err)
	}
	parsed, err := schema.Parse(subject, content)
	if err != nil {
		return fmt.Errorf("the schema of %s %w", subject, err)
	}
	source, err := eventtypes.Generate(parsed)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, source, 0o644)
}

// readSchema finds a schema in the plugin's own folder, in the folder of all plugins, or at a host.
func readSchema(ctx context.Context, id, folder, from, subject string) ([]byte, error) {
	owner, name := schema.Owner(subject), filepath.FromSlash(schema.FileName(subject))
	if owner == id {
		return os.ReadFile(filepath.Join(folder, name))
	}
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		return os.ReadFile(filepath.Join(from, owner, name))
	}
	address := strings.TrimSuffix(from, "/") + "/sdk/" + schema.Folder + "/" + owner + "/" + filepath.Base(name)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s: %w", address, answer.Status, fs.ErrNotExist)
	}
	return io.ReadAll(io.LimitReader(answer.Body, maxSchema))
}
