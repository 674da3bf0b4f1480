// Command outrider is the host: it runs the embedded parts and the plugins and serves everything to browsers and devices.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/backup"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/plugincmd"
	"outrider.dev/outrider/host/internal/quietlog"
	"outrider.dev/sdk/gogc"
	"outrider.dev/sdk/trace"
)

const usage = `Usage: outrider <command>

  serve [-demo] [-config file]   run the host; -demo adds the demo organisation with its simulated vehicles
  config [-current] [-markdown]  print every key of the configuration with its explanation
  nats-users                     print the users of an external NATS
  ready                          ask the host on this machine whether it is ready; fails if it is not
  plugin …                       new, env, pack, verify, list, install, enable, disable, restart, rollback
  backup [verify|list] <place>   copy everything that the running host keeps to a folder or bucket, check or list such copies
  audit verify                   compute the chain of the audit log anew, and name the first record that was changed
  restore <place>                bring a backup into an empty data folder
  version                        print the version
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if errors.Is(err, flag.ErrHelp) || errors.Is(err, plugincmd.ErrUsage) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "outrider: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	switch name {
	case "serve":
		return serve(ctx, args, out)
	case "config":
		return printConfig(args, out)
	case "nats-users":
		return printNATSUsers(args, out)
	case "plugin":
		c, err := config.Load("", os.Environ())
		if err != nil {
			return err
		}
		return plugincmd.Run(ctx, args, c, out)
	case "ready":
		c, err := config.Load("", os.Environ())
		if err != nil {
			return err
		}
		return app.AskReady(ctx, c)
	case "backup":
		return runBackup(ctx, args, out)
	case "audit":
		return runAudit(ctx, args, out)
	case "restore":
		return runRestore(ctx, args, out)
	case "version":
		_, err := fmt.Fprintln(out, app.Version)
		return err
	default:
		fmt.Fprint(out, usage)
		return flag.ErrHelp
	}
}

func serve(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	demo := flags.Bool("demo", false, "with the demo organisation and its simulated vehicles")
	file := flags.String("config", "", "configuration file")
	test := flags.Bool("seed-test", false, "with the organisations alpha, beta and gamma that tests of plugins work in; never in production")
	modules := flags.String("seed-modules", "", "optional modules that alpha and beta have switched on, comma separated")
	if err := flags.Parse(args); err != nil {
		return flag.ErrHelp
	}
	c, err := config.Load(*file, os.Environ())
	if err != nil {
		return fmt.Errorf("the configuration has mistakes:\n%w", err)
	}
	log, err := logger(c.Log)
	if err != nil {
		return err
	}
	if err := backup.Unfinished(c.DataDir); err != nil {
		return err
	}
	gogc.Keep(gogc.Wide, gogc.Wide)
	return app.Run(ctx, app.Options{
		Config: c, Demo: *demo, SeedTest: *test, SeedModules: strings.FieldsFunc(*modules, func(r rune) bool { return r == ',' }), Out: out, Log: log,
	})
}

func logger(c config.Log) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err != nil {
		return nil, err
	}
	options := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(trace.Handler(quietlog.Handler(slog.NewJSONHandler(os.Stderr, options), time.Now))), nil
	}
	return slog.New(trace.Handler(quietlog.Handler(slog.NewTextHandler(os.Stderr, options), time.Now))), nil
}

func printConfig(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("config", flag.ContinueOnError)
	current := flags.Bool("current", false, "what is in force, without secrets")
	markdown := flags.Bool("markdown", false, "the table of docs/operate.md")
	file := flags.String("config", "", "configuration file")
	if err := flags.Parse(args); err != nil {
		return flag.ErrHelp
	}
	text := config.DefaultYAML()
	if *markdown {
		text = config.Markdown()
	}
	if *current {
		c, err := config.Load(*file, os.Environ())
		if err != nil {
			return err
		}
		text = c.YAML()
	}
	_, err := io.WriteString(out, text)
	return err
}

func printNATSUsers(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("nats-users", flag.ContinueOnError)
	file := flags.String("config", "", "configuration file")
	if err := flags.Parse(args); err != nil {
		return flag.ErrHelp
	}
	c, err := config.Load(*file, os.Environ())
	if err != nil {
		return err
	}
	return app.PrintNATSUsers(c, out)
}
