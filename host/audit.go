package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/embedded"
)

const auditUsage = `Usage: outrider audit verify [-config file] [-known file]

Computes the chain of each organisation's audit log anew and prints a line for each: organisation, place and hash of its last record. It fails, and names the first
record, where one is not as it was written. With an earlier output as -known it also sees whether somebody has made the whole chain anew since.
`

// none stands for the records that belong to no organisation.
const none = "-"

// runAudit runs `outrider audit`.
func runAudit(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	file := flags.String("config", "", "configuration file")
	earlier := flags.String("known", "", "what an earlier run has printed")
	flags.Usage = func() { fmt.Fprint(os.Stderr, auditUsage) }
	if len(args) == 0 || args[0] != "verify" {
		flags.Usage()
		return flag.ErrHelp
	}
	if err := flags.Parse(args[1:]); err != nil || flags.NArg() > 0 {
		flags.Usage()
		return flag.ErrHelp
	}
	c, err := config.Load(*file, os.Environ())
	if err != nil {
		return errors.Join(errors.New("the configuration has mistakes"), err)
	}
	known, err := readKnown(*earlier)
	if err != nil {
		return err
	}
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	return verifyChains(ctx, pool, known, out)
}

// openDatabase connects to the database of the host that runs here, or to the external one.
func openDatabase(ctx context.Context, c config.Config) (*pgxpool.Pool, error) {
	address := c.Postgres.URL
	if address == "" {
		dir, err := filepath.Abs(c.DataDir)
		if err != nil {
			return nil, err
		}
		running, err := embedded.Reach(dir, c.Postgres.Port, c.NATS.Port)
		if err != nil {
			return nil, err
		}
		address = running.Postgres
	}
	pool, err := pgxpool.New(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("connect to Postgres: %w", err)
	}
	return pool, nil
}

func verifyChains(ctx context.Context, pool *pgxpool.Pool, known map[string]audit.Known, out io.Writer) error {
	orgs, err := audit.Chains(ctx, pool)
	if err != nil {
		return err
	}
	for _, org := range orgs {
		if _, written := known[org]; !written {
			known[org] = audit.Known{OrgID: org}
		}
	}
	broken := 0
	for _, org := range slices.Sorted(maps.Keys(known)) { // a chain that was written down and is gone is looked for, too
		before := known[org]
		v, err := audit.Verify(ctx, pool, org, &before)
		if err != nil {
			return err
		}
		if v.Whole() {
			fmt.Fprintf(out, "%s\t%d\t%s\n", name(org), v.Last, v.Hash)
			continue
		}
		broken++
		fmt.Fprintf(os.Stderr, "%s: record %d %s: %s\n", name(org), v.BrokenAt, v.RecordID, v.Why)
	}
	if broken > 0 {
		return fmt.Errorf("the audit log of %d organisations is not as it was written", broken)
	}
	return nil
}

func name(org string) string {
	if org == "" {
		return none
	}
	return org
}

// readKnown reads an earlier output; nothing without a file.
func readKnown(path string) (map[string]audit.Known, error) {
	known := map[string]audit.Known{}
	if path == "" {
		return known, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read what was known: %w", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("read what was known: line %d is not organisation, place and hash", n)
		}
		seq, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("read what was known: line %d: %w", n, err)
		}
		org := fields[0]
		if org == none {
			org = ""
		}
		known[org] = audit.Known{OrgID: org, Seq: seq, Hash: fields[2]}
	}
	return known, lines.Err()
}
