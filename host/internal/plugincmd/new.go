package plugincmd

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/scaffold"
)

// create writes a new plugin that uses the SDK which a host serves.
func (t *tool) create(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("new", flag.ContinueOnError)
	flags.SetOutput(t.out)
	from := flags.String("sdk", hostAddress(t.config), "address of a host that serves the SDK, or a folder with it")
	if err := flags.Parse(args); err != nil || flags.NArg() < 1 || flags.NArg() > 2 {
		flags.Usage()
		return ErrUsage
	}
	id, folder := flags.Arg(0), flags.Arg(0)
	if flags.NArg() == 2 {
		folder = flags.Arg(1)
	}
	sdk, err := scaffold.Find(ctx, *from)
	if err != nil {
		return err
	}
	if err := scaffold.Write(id, folder, sdk); err != nil {
		return fmt.Errorf("write plugin %s: %w", id, err)
	}
	fmt.Fprintf(t.out, "%s is written, for SDK %s. Now: cd %s && make setup test install\n", id, sdk.Version, folder)
	return nil
}

// hostAddress is where a host with this configuration answers on its own machine.
func hostAddress(c config.Config) string {
	if c.HTTP.PublicURL != "" {
		return c.HTTP.PublicURL
	}
	scheme := "http://"
	if c.HTTP.TLS() {
		scheme = "https://"
	}
	if strings.HasPrefix(c.HTTP.Address, ":") {
		return scheme + "localhost" + c.HTTP.Address
	}
	return scheme + c.HTTP.Address
}

// environment prints, for a shell, where the programs are that tests of plugins run under: the variables of
// package plugintest, which is no part of this program.
func (t *tool) environment() error {
	host, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	postgres := t.config.Postgres.Binaries
	if postgres == "" {
		postgres = embedded.DefaultBinaries()
	}
	for _, v := range []struct{ name, path string }{
		{"OUTRIDER_TEST_HOST", host}, {"OUTRIDER_TEST_KETO", installed(t.config.Keto.Binary)}, {"OUTRIDER_TEST_POSTGRES", installed(postgres)},
	} {
		if _, err := os.Stat(v.path); err != nil {
			return fmt.Errorf("find what tests need, %s: %w", v.name, err)
		}
		fmt.Fprintf(t.out, "export %s='%s'\n", v.name, strings.ReplaceAll(v.path, "'", `'\''`))
	}
	return nil
}

// installed is the absolute form of a configured path. A relative one is looked for in the working folder, then where the host is installed:
// in the folder that holds build/bin/ with this program. So the command works from a plugin's own folder.
func installed(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil || filepath.IsAbs(path) {
		return path
	}
	if _, err := os.Stat(absolute); err == nil {
		return absolute
	}
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if err != nil {
		return absolute
	}
	beside := filepath.Join(filepath.Dir(program), "..", "..", path)
	if _, err := os.Stat(beside); err != nil {
		return absolute
	}
	return beside
}
