package rules

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/speeding"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

const (
	askedDays  = 2 // of samples are asked for at once
	mostShown  = 100
	mostAnswer = 40 // answers of samples that one preview reads
)

// Host is the part of plugin.Host that is used.
type Host interface {
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
	Call(ctx context.Context, method, path string, in, out any) error
}

// Speeding tries the speeding rule on the samples of a vehicle.
type Speeding struct {
	host     Host
	deciders speeding.Deciders
	now      func() time.Time
}

// NewSpeeding returns the operation; the samples are asked of the vehicles plugin, with the caller's identity.
func NewSpeeding(host Host, deciders speeding.Deciders, now func() time.Time) *Speeding {
	return &Speeding{host, deciders, now}
}

// Register adds the operation.
func (s *Speeding) Register(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/vehicles/{id}/config/alerts/speeding/preview", web.Needs("viewAlertEmailList"), s.try, web.IDs("id", "vehicle"), web.ReadsOnly(),
		web.Summary("What the speeding rule would have raised from the samples of the last 30 days"))
}

type tryInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"128"`
	Body  struct {
		Threshold float64 `json:"threshold" minimum:"0" maximum:"100" required:"false" doc:"km/h above the limit that are needed at least; 0 is the rule as it is"`
		Days      int     `json:"days" minimum:"1" maximum:"30" default:"30" required:"false"`
	}
}

// Found is a time of speeding.
type Found struct {
	Start       view.Moment `json:"start"`
	End         view.Moment `json:"end"`
	Max         view.Moment `json:"max"`
	Limit       float64     `json:"limit" doc:"km/h, at the worst moment"`
	LimitSource string      `json:"limit_source" enum:"sample,default" doc:"The device said the limit, or nobody did"`
	OverKmh     float64     `json:"over_kmh"`
}

type tryOutput struct {
	Body struct {
		Total   int     `json:"total"`
		AsItIs  int     `json:"total_as_it_is" doc:"Without the threshold"`
		Samples int     `json:"samples" doc:"That were looked at"`
		More    bool    `json:"more" doc:"There are more samples than were looked at"`
		Alerts  []Found `json:"alerts" nullable:"false" doc:"The newest 100"`
		Rule    struct {
			Name      string  `json:"name"`
			Version   int     `json:"version"`
			BandKmh   float64 `json:"band_kmh" doc:"Above the limit, before it is speeding at all"`
			LeastS    int     `json:"least_s"`
			Threshold float64 `json:"threshold"`
		} `json:"rule"`
	}
}

// try is what the rule would have raised.
func (s *Speeding) try(ctx context.Context, in *tryInput) (*tryOutput, error) {
	bands, err := speeding.BandsOf(ctx, s.deciders, s.host, web.Caller(ctx).OrgID)
	if err != nil {
		return nil, err
	}
	band := bands.ModerateKmh
	points, more, err := s.points(ctx, in)
	if err != nil {
		return nil, err
	}
	ended, open := speeding.Feed(nil, points, band)
	if open != nil && open.Last.Time-open.Start.Time >= speeding.LeastMs {
		ended = append(ended, open)
	}
	out := &tryOutput{}
	out.Body.Samples, out.Body.More, out.Body.AsItIs, out.Body.Alerts = len(points), more, len(ended), []Found{}
	out.Body.Rule.Name, out.Body.Rule.Version, out.Body.Rule.BandKmh = "speeding", speeding.RuleVersion, band
	out.Body.Rule.LeastS, out.Body.Rule.Threshold = speeding.LeastMs/1000, in.Body.Threshold
	for i := len(ended) - 1; i >= 0; i-- {
		f := foundOf(ended[i])
		if f.OverKmh < in.Body.Threshold {
			continue
		}
		if out.Body.Total++; len(out.Body.Alerts) < mostShown {
			out.Body.Alerts = append(out.Body.Alerts, f)
		}
	}
	return out, nil
}

// span is a reading as the vehicles plugin answers it.
type span struct {
	Timestamp  time.Time `json:"timestamp"`
	Speed      *float64  `json:"speed"`
	SpeedLimit *float64  `json:"speed_limit"`
	GPS        struct {
		Coords *view.Coords `json:"coords"`
	} `json:"gps"`
}

// points reads the samples of the vehicle, the oldest first.
func (s *Speeding) points(ctx context.Context, in *tryInput) (points []speeding.Point, more bool, err error) {
	path := "/api/org/" + url.PathEscape(in.OrgID) + "/vehicles/" + url.PathEscape(in.ID) + "/trips/spans"
	until := s.now().UTC()
	at := until.AddDate(0, 0, -max(in.Body.Days, 1))
	for n := 0; at.Before(until); n++ {
		if n == mostAnswer {
			return points, true, nil
		}
		to := at.AddDate(0, 0, askedDays)
		if to.After(until) {
			to = until
		}
		var answer struct {
			Spans []span
			More  bool `json:"more"`
		}
		ask := map[string]string{"start_time": at.Format(time.RFC3339Nano), "end_time": to.Format(time.RFC3339Nano)}
		if err := s.host.Call(ctx, http.MethodPost, path, ask, &answer); err != nil {
			return nil, false, fmt.Errorf("read samples: %w", err)
		}
		for _, one := range answer.Spans {
			if p, ok := one.point(); ok && (len(points) == 0 || p.Time > points[len(points)-1].Time) {
				points = append(points, p)
			}
		}
		if at = to; answer.More && len(answer.Spans) > 0 {
			at = answer.Spans[len(answer.Spans)-1].Timestamp
		}
	}
	return points, false, nil
}

func (s span) point() (speeding.Point, bool) {
	sample := events.Sample{Time: s.Timestamp.UnixMilli(), SpeedKmh: s.Speed, SpeedLimitKmh: s.SpeedLimit}
	if s.GPS.Coords != nil {
		sample.Lat, sample.Lng = &s.GPS.Coords.Lat, &s.GPS.Coords.Lng
	}
	return speeding.PointOf(sample, fleet.DefaultSpeedLimitKmh)
}

func foundOf(e *speeding.Episode) Found {
	moment := func(p speeding.Point) view.Moment {
		return view.Moment{Time: time.UnixMilli(p.Time).UTC().Format("2006-01-02T15:04:05.000Z"), Lat: p.Lat, Lng: p.Lng, Speed: p.SpeedKmh}
	}
	f := Found{Start: moment(e.Start), End: moment(e.End()), Max: moment(e.Max), Limit: e.Max.LimitKmh, LimitSource: "sample", OverKmh: e.Max.SpeedKmh - e.Max.LimitKmh}
	if e.Max.LimitAssumed {
		f.LimitSource = "default"
	}
	return f
}
