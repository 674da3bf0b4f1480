package plugincmd

import (
	"bytes"
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

// events writes the Go and TypeScript types of the events that a plugin emits and consumes, from the schemas of the plugins that emit them.
func (t *tool) events(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("events", flag.ContinueOnError)
	flags.SetOutput(t.out)
	from := flags.String("from", hostAddress(t.config), "address of a host that has the other plugins, or the folder with theirs")
	inGo := flags.Bool("go", true, "write Go types, into internal/"+eventtypes.Package)
	inTypeScript := flags.String("ts", "", "file of the TypeScript types; without it web/src/api/"+eventtypes.TypeScriptFile+" of a plugin that has such a folder")
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
	all, err := schemasOf(ctx, m, folder, *from)
	if err != nil {
		return err
	}
	if *inGo {
		err = writeGo(folder, all)
	}
	if web := filepath.Join(folder, "web", "src", "api"); *inTypeScript == "" && isFolder(web) {
		*inTypeScript = filepath.Join(web, eventtypes.TypeScriptFile)
	}
	if *inTypeScript == "" {
		return err
	}
	return errors.Join(err, writeTypeScript(*inTypeScript, all))
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// schemasOf are the schemas of what a manifest emits and consumes.
func schemasOf(ctx context.Context, m manifest.Manifest, folder, from string) (all []*schema.Schema, err error) {
	var problems []error
	for _, subject := range slices.Concat(m.Events.Emits, m.Events.Consumes) {
		if !schema.Needed(subject) {
			continue
		}
		content, err := readSchema(ctx, m.ID, folder, from, subject)
		if err != nil {
			problems = append(problems, fmt.Errorf("find the schema of %s: %w", subject, err))
			continue
		}
		parsed, err := schema.Parse(subject, content)
		if err != nil {
			problems = append(problems, fmt.Errorf("the schema of %s %w", subject, err))
			continue
		}
		all = append(all, parsed)
	}
	return all, errors.Join(problems...)
}

// writeGo writes a file for each event, and removes those of events that are no more.
func writeGo(folder string, all []*schema.Schema) error {
	into := filepath.Join(folder, "internal", eventtypes.Package)
	stale, err := filepath.Glob(filepath.Join(into, "*.go"))
	if err != nil {
		return err
	}
	var problems []error
	for _, one := range all {
		file := filepath.Join(into, eventtypes.FileName(one.Subject))
		stale = slices.DeleteFunc(stale, func(name string) bool { return name == file })
		source, err := eventtypes.Generate(one)
		if err == nil {
			err = writeFile(file, source)
		}
		problems = append(problems, err)
	}
	for _, name := range stale {
		problems = append(problems, os.Remove(name))
	}
	return errors.Join(problems...)
}

// writeTypeScript writes one file for all events, and none where there are no events.
func writeTypeScript(file string, all []*schema.Schema) error {
	if len(all) == 0 {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	source, err := eventtypes.TypeScript(all)
	if err != nil {
		return err
	}
	return writeFile(file, source)
}

// writeFile writes a file that does not say the same already: builds go by what is newer.
func writeFile(file string, content []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
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
