package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/backup"
	"outrider.dev/outrider/host/internal/config"
)

const backupUsage = `Usage: outrider backup [-config file] <place>
       outrider backup verify [-name backup] <place>
       outrider backup list <place>
       outrider restore [-config file] [-name backup] <place>

A place is a folder, or the address of a bucket such as s3://bucket?region=eu-west-2&prefix=outrider/
`

// runBackup runs `outrider backup` and what belongs to it.
func runBackup(ctx context.Context, args []string, out io.Writer) error {
	verb := "take"
	if len(args) > 0 && (args[0] == "verify" || args[0] == "list") {
		verb, args = args[0], args[1:]
	}
	o, err := backupOptions(args, out)
	if err != nil {
		return err
	}
	switch verb {
	case "verify":
		m, err := backup.Verify(ctx, o)
		if err != nil {
			return fmt.Errorf("this backup is not good: %w", err)
		}
		_, err = fmt.Fprintf(out, "The backup %s is whole: %d parts and %d files.\n", m.Name, len(m.Parts), len(m.Media))
		return err
	case "list":
		names, err := backup.Names(ctx, o)
		for _, name := range names {
			fmt.Fprintln(out, name)
		}
		return err
	default:
		m, err := backup.Take(ctx, o)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "The backup %s is complete: %d parts and %d files. It holds passwords and keys: keep it from others.\n", m.Name, len(m.Parts), len(m.Media))
		return err
	}
}

// runRestore runs `outrider restore`.
func runRestore(ctx context.Context, args []string, out io.Writer) error {
	o, err := backupOptions(args, out)
	if err != nil {
		return err
	}
	log, err := logger(o.Config.Log)
	if err != nil {
		return err
	}
	m, err := backup.Restore(ctx, o, log)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The backup %s is restored into %s. Start the host with `outrider serve`.\n", m.Name, o.Config.DataDir)
	return err
}

func backupOptions(args []string, out io.Writer) (backup.Options, error) {
	flags := flag.NewFlagSet("backup", flag.ContinueOnError)
	file := flags.String("config", "", "configuration file")
	name := flags.String("name", "", "which backup; the newest if none is named")
	flags.Usage = func() { fmt.Fprint(os.Stderr, backupUsage) }
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 {
		if err == nil {
			flags.Usage()
		}
		return backup.Options{}, flag.ErrHelp
	}
	c, err := config.Load(*file, os.Environ())
	if err != nil {
		return backup.Options{}, errors.Join(errors.New("the configuration has mistakes"), err)
	}
	return backup.Options{Config: c, Place: flags.Arg(0), Name: *name, Version: app.Version, Out: out, Now: time.Now}, nil
}
