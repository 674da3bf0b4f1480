package track

import (
	"context"
	"fmt"
	"io"
	"mime"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/web"
)

type fileInput struct {
	OrgID  string `path:"orgId"`
	ID     string `path:"id"`
	Start  string `query:"start_time" required:"true" doc:"RFC 3339, Unix seconds, or local time of the vehicle"`
	End    string `query:"end_time" required:"true" doc:"Readings of before this time, at most 366 days later"`
	Format string `query:"format" enum:"csv,xlsx,gpx,kml,geojson" default:"csv"`
}

// writer writes a track as a file of one kind. Nothing of it is kept in memory but what the kind needs.
type writer interface {
	begin(name string) error
	// add takes readings in the order of time; a silence between two of them ends a stretch of the route.
	add(list []history.Reading) error
	end() error
}

// kinds are the content types of files, and what writes them.
var kinds = map[string]struct {
	contentType string
	open        func(to io.Writer, zone *time.Location) writer
}{
	"csv":     {"text/csv; charset=utf-8", newCSV},
	"xlsx":    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", newXLSX},
	"gpx":     {"application/gpx+xml", newGPX},
	"kml":     {"application/vnd.google-earth.kml+xml", newKML},
	"geojson": {"application/geo+json", newGeoJSON},
}

// file streams a track as a file. If something goes wrong on the way the connection is cut.
func (a *API) file(ctx context.Context, in *fileInput) (*huma.StreamResponse, error) {
	fromMs, toMs, zone, err := a.zones.RangeIn(ctx, in.OrgID, in.ID, "query", in.Start, in.End, times.Longest)
	if err != nil {
		return nil, err
	}
	v, err := a.store.Vehicle(ctx, in.OrgID, scope.Of(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	kind := kinds[in.Format]
	name := fmt.Sprintf("%s %s.%s", fileName(v.Name), time.UnixMilli(fromMs).In(zone).Format("2006-01-02 15-04"), in.Format)
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", kind.contentType)
		c.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		out := kind.open(c.BodyWriter(), zone)
		err := out.begin(v.Name)
		if err == nil {
			err = a.store.Days(web.Streaming(ctx), in.OrgID, in.ID, fromMs, toMs, out.add)
		}
		if err == nil {
			err = out.end()
		}
		if err != nil {
			a.cut(in.ID, err)
		}
	}}, nil
}

// fileName is a name without what file systems do not take.
func fileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
	if clean = strings.Trim(clean, " ."); clean == "" {
		return "track"
	}
	return clean
}
