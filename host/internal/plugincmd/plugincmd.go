// Package plugincmd is `outrider plugin …`. With a running host the commands go to its control socket; without one they change the catalogue
// on disk, and the host acts on it when it starts.
package plugincmd

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/supervisor"
)

const usage = `Usage: outrider plugin [-data folder] <command>

  new [-sdk address] <id> [folder]
                      write a small plugin to begin with; -sdk names the host that serves the SDK
  env                 print the variables with which tests of plugins find this host
  events [-from address] [folder]
                      write Go types of the events that a plugin's manifest names, from their schemas
  pack -source plugins/x -binary build/x -ui remotes/x/dist -out build/plugins/x
                      make a package of a plugin's parts
  verify <folder>…    compare packages with their locks
  list                show installed plugins and how they are
  lint [folder]       check what a plugin declares: manifest, schemas of events, migrations
  install [-older] [-for address] [-yes] <folder>…
                      install a package, or upgrade to it without a gap; -older: an older version is meant; -for: where
                      the plugin has its SDK from: another host is asked about first, unless with -yes
  enable <id>         start a plugin that was disabled
  disable <id>        stop a plugin; its data stay
  restart <id>        put a fresh process in the place of the running one
  rollback <id>       go back to the release before, and at the next call to the one before that
  uninstall <id>      stop a plugin and forget its releases; its data stay
  purge <id>          delete the data of a plugin that was uninstalled
  reset <id>          delete a plugin's data and start it anew: for development
`

// ErrUsage is returned for a command line that makes no sense; the usage has been printed.
var ErrUsage = errors.New("see the usage above")

// tool is one call of the command.
type tool struct {
	in      io.Reader
	out     io.Writer
	config  config.Config
	dataDir string
	host    *client // nil: no host is running
}

// Run executes `outrider plugin args…`. The configuration's data folder is the default of -data.
func Run(ctx context.Context, args []string, c config.Config, out io.Writer) error {
	dataDir := installed(c.DataDir)
	flags := flag.NewFlagSet("plugin", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprint(out, usage) }
	flags.StringVar(&dataDir, "data", dataDir, "the host's data folder")
	if err := flags.Parse(args); err != nil {
		return ErrUsage
	}
	t := &tool{in: os.Stdin, out: out, config: c, dataDir: dataDir, host: dial(ctx, dataDir)}
	name, rest := flags.Arg(0), flags.Args()
	if len(rest) > 0 {
		rest = rest[1:]
	}
	switch name {
	case "new":
		return t.create(ctx, rest)
	case "events":
		return t.events(ctx, rest)
	case "env":
		return t.environment()
	case "pack":
		return t.pack(rest)
	case "verify":
		return t.each(rest, t.verify)
	case "list":
		return t.list(ctx)
	case "lint":
		return t.lint(rest)
	case "install":
		return t.installAll(ctx, rest)
	case "enable", "disable", "rollback", "restart", "uninstall", "purge", "reset":
		return t.each(rest, func(id string) error { return t.change(ctx, name, id) })
	default:
		flags.Usage()
		return ErrUsage
	}
}

// each runs do for every argument, of which there is at least one, and reports all that went wrong.
func (t *tool) each(args []string, do func(string) error) error {
	if len(args) == 0 {
		fmt.Fprint(t.out, usage)
		return ErrUsage
	}
	var problems []error
	for _, arg := range args {
		problems = append(problems, do(arg))
	}
	return errors.Join(problems...)
}

func (t *tool) pack(args []string) error {
	flags := flag.NewFlagSet("pack", flag.ContinueOnError)
	flags.SetOutput(t.out)
	source := catalog.PackSource{}
	flags.StringVar(&source.Source, "source", "", "the plugin's folder, with manifest.json and migrations")
	flags.StringVar(&source.Binary, "binary", "", "the built executable")
	flags.StringVar(&source.UI, "ui", "", "the built remote, if the plugin has one")
	out := flags.String("out", "", "the package's folder, replaced as a whole")
	if err := flags.Parse(args); err != nil || source.Source == "" || source.Binary == "" || *out == "" {
		flags.Usage()
		return ErrUsage
	}
	packed, err := catalog.Pack(source, *out)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%s %s packed as %s\n", packed.Manifest.ID, packed.Manifest.Version, packed.Digest()[:12])
	return nil
}

func (t *tool) verify(dir string) error {
	p, err := catalog.Open(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%s %s is as it was packed (%d files, %s)\n", p.Manifest.ID, p.Manifest.Version, len(p.Lock.Files), p.Digest()[:12])
	return nil
}

func (t *tool) list(ctx context.Context) error {
	if t.host != nil {
		statuses, err := t.host.statuses(ctx)
		if err != nil {
			return err
		}
		for _, s := range statuses {
			fmt.Fprintf(t.out, "%-16s %-10s %-12s %-12.12s %s\n", s.ID, s.Version, s.State, s.Digest, s.Detail)
		}
		return nil
	}
	store, err := t.store()
	if err != nil {
		return err
	}
	for _, entry := range store.Entries() {
		if entry.Current == "" { // uninstalled
			continue
		}
		state := supervisor.Stopped
		if entry.Enabled {
			state = "enabled"
		}
		fmt.Fprintf(t.out, "%-16s %-12s %.12s\n", entry.ID, state, entry.Current)
	}
	return nil
}

func (t *tool) store() (*catalog.Store, error) {
	return catalog.OpenStore(filepath.Join(t.dataDir, "plugins"))
}
