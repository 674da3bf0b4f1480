package api

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/report"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/web"
)

// perRead is how many alerts of a report are read at once.
const perRead = 2_000

// report writes all alerts of a search into a file and answers where to get it.
func (a *API) report(ctx context.Context, in *searchInput, q postgres.Query) (*searchOutput, error) {
	format := report.CSV
	if strings.Contains(strings.ToLower(in.Body.QueryType), "xlsx") {
		format = report.XLSX
	}
	caller, rows := web.Caller(ctx), 0
	name, err := a.exports.Make(ctx, in.OrgID, caller.UserID, format.Suffix, func(w io.Writer) error {
		return report.Write(w, format, alerttext.ReaderOf(caller.Locale, caller.Units, "", ""), counted(a.all(ctx, q), &rows))
	})
	if err != nil {
		return nil, fmt.Errorf("make the report: %w", err)
	}
	saved := "alerts-" + a.now().UTC().Format("2006-01-02-150405") + format.Suffix
	path, _, err := a.files.Link(ctx, in.OrgID, name, media.LinkOptions{ContentType: format.ContentType, FileName: saved})
	if err != nil {
		return nil, err
	}
	return &searchOutput{Body: searchAnswer{Location: path}, Audit: fmt.Sprintf("Report of %d alerts: %s", rows, saved)}, nil
}

// counted counts what goes through.
func counted(alerts iter.Seq2[alert.Alert, error], rows *int) iter.Seq2[alert.Alert, error] {
	return func(yield func(alert.Alert, error) bool) {
		for a, err := range alerts {
			*rows++
			if !yield(a, err) {
				return
			}
		}
	}
}

// all reads every alert of a query, the newest first, a stretch of time after the other.
func (a *API) all(ctx context.Context, q postgres.Query) iter.Seq2[alert.Alert, error] {
	q.Page, q.Size, q.Order = 1, perRead, ""
	return func(yield func(alert.Alert, error) bool) {
		last := map[string]bool{} // of the oldest instant of the stretch before: it is read again, for alerts of the same instant
		for {
			found, err := a.store.Rows(ctx, q)
			if err != nil {
				yield(alert.Alert{}, err)
				return
			}
			fresh := 0
			for _, one := range found {
				if last[one.ID] {
					continue
				}
				fresh++
				if !yield(one, nil) {
					return
				}
			}
			if len(found) < q.Size || fresh == 0 {
				return
			}
			oldest := found[len(found)-1].EventMs
			last = map[string]bool{}
			for _, one := range found {
				if one.EventMs == oldest {
					last[one.ID] = true
				}
			}
			q.ToMs = oldest + 1
		}
	}
}
