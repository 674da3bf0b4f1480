// Package kind finds the kinds of reports that plugins contribute, and reads their rows from them. It knows none of them by name.
package kind

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// Host is the part of plugin.Host that is used.
type Host interface {
	Contributions(ctx context.Context, kind, orgID string) ([]plugin.Contribution, error)
	Stream(ctx context.Context, method, path string, in any) (io.ReadCloser, error)
}

// Kinds are the reports of all plugins.
type Kinds struct{ host Host }

// New asks a host.
func New(host Host) *Kinds { return &Kinds{host} }

// ErrNone is a report that no plugin offers, or one whose plugin is switched off.
var ErrNone = fault.New(fault.NotFound, "There is no such report.")

// ErrUnlisted is ErrNone of a report that no plugin declares now: its plugin may be starting, as all are when the host does, or was uninstalled.
var ErrUnlisted = fmt.Errorf("no plugin declares it: %w", ErrNone)

// Find is the report with an id, if its plugin is there; ErrNone, or ErrUnlisted.
func (k *Kinds) Find(ctx context.Context, id string) (manifest.ReportType, error) {
	report, _, err := k.FindOf(ctx, id)
	return report, err
}

// FindOf is Find with the plugin that offers the report.
func (k *Kinds) FindOf(ctx context.Context, id string) (report manifest.ReportType, plugin string, err error) {
	all, err := k.host.Contributions(ctx, manifest.ContributedReportTypes, web.Caller(ctx).OrgID)
	if err != nil {
		return manifest.ReportType{}, "", err
	}
	for _, one := range all {
		var report manifest.ReportType
		if err := json.Unmarshal(one.JSON, &report); err != nil {
			return manifest.ReportType{}, "", fmt.Errorf("read a report of %s: %w", one.Plugin, err)
		}
		if report.ID != id {
			continue
		}
		if !one.Available {
			return manifest.ReportType{}, "", ErrNone
		}
		return report, one.Plugin, nil
	}
	return manifest.ReportType{}, "", ErrUnlisted
}

// Offer is a report that a plugin declares, as an organisation is offered it.
type Offer struct {
	Plugin    string
	Title     manifest.Text
	Available bool // its plugin is enabled, and the organisation has its module on
	Enabled   bool // its plugin is
}

// Offers are all reports that plugins declare, by id.
func (k *Kinds) Offers(ctx context.Context, orgID string) (map[string]Offer, error) {
	all, err := k.host.Contributions(ctx, manifest.ContributedReportTypes, orgID)
	if err != nil {
		return nil, err
	}
	anywhere, err := k.host.Contributions(ctx, manifest.ContributedReportTypes, "") // without an organisation: whether the plugin is enabled
	if err != nil {
		return nil, err
	}
	enabled := map[string]bool{}
	for _, one := range anywhere {
		enabled[one.Plugin] = enabled[one.Plugin] || one.Available
	}
	offers := map[string]Offer{}
	for _, one := range all {
		var report struct {
			ID    string
			Title manifest.Text
		}
		if err := json.Unmarshal(one.JSON, &report); err != nil {
			return nil, fmt.Errorf("read a report of %s: %w", one.Plugin, err)
		}
		offers[report.ID] = Offer{Plugin: one.Plugin, Title: report.Title, Available: one.Available, Enabled: enabled[one.Plugin]}
	}
	return offers, nil
}

// Each reads the rows of a report, as the caller of ctx sees them. What do returns ends the reading, and the work of the other plugin with it.
func (k *Kinds) Each(ctx context.Context, report manifest.ReportType, q rows.Query, do func(row []any) error) error {
	method, path, ok := strings.Cut(report.Operation, " ")
	if !ok {
		return fmt.Errorf("the report %s names no operation", report.ID)
	}
	answer, err := k.host.Stream(ctx, method, strings.Replace(path, "{orgId}", web.Caller(ctx).OrgID, 1), q)
	if fault.KindOf(err) == fault.NotFound {
		if _, none := k.Find(ctx, report.ID); errors.Is(none, ErrNone) { // its module was switched off since the report was found
			return none
		}
	}
	if err != nil {
		return told(err)
	}
	defer answer.Close()
	_, err = rows.Read(answer, func(batch [][]any) error {
		for _, row := range batch {
			if len(row) != len(report.Columns) {
				return fmt.Errorf("a row of %s has %d values for %d columns", report.ID, len(row), len(report.Columns))
			}
			if err := do(row); err != nil {
				return err
			}
		}
		return nil
	})
	return told(err)
}

// told hands the other plugin's refusal on as it is.
func told(err error) error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	return err
}

// Place is where a column stands; -1 for none.
func Place(report manifest.ReportType, key string) int {
	return slices.IndexFunc(report.Columns, func(c manifest.Column) bool { return c.Key == key })
}
