package api

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/google/uuid"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/record"
	"outrider.dev/outrider/plugins/alerts/internal/report"
	"outrider.dev/sdk/fleet"
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
	name := "reports/" + uuid.NewString() + format.Suffix
	reader, writer := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := report.Write(writer, format, fleet.Units(web.Caller(ctx).Units), a.all(ctx, q))
		_ = writer.CloseWithError(err) // never fails
		written <- err
	}()
	_, err := a.files.Write(ctx, in.OrgID, name, reader)
	_ = reader.CloseWithError(err) // the writer stops, too
	if wrote := <-written; wrote != nil && err == nil {
		err = wrote
	}
	if err != nil {
		return nil, fmt.Errorf("write the report: %w", err)
	}
	saved := "alerts-" + a.now().UTC().Format("2006-01-02-150405") + format.Suffix
	path, _, err := a.files.Link(ctx, in.OrgID, name, media.LinkOptions{ContentType: format.ContentType, FileName: saved})
	if err != nil {
		return nil, err
	}
	return &searchOutput{searchAnswer{Location: path}}, nil
}

// all reads every alert of a query, the newest first, a stretch of time after the other.
func (a *API) all(ctx context.Context, q postgres.Query) iter.Seq2[record.Alert, error] {
	q.Page, q.Size, q.Order = 1, perRead, ""
	return func(yield func(record.Alert, error) bool) {
		last := map[string]bool{} // of the oldest instant of the stretch before: it is read again, for alerts of the same instant
		for {
			found, err := a.store.Rows(ctx, q)
			if err != nil {
				yield(record.Alert{}, err)
				return
			}
			fresh := 0
			for _, one := range found {
				if last[one.ID] {
					continue
				}
				fresh++
				if !yield(record.Of(one), nil) {
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
