package report

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// Totals is what a report comes to.
type Totals struct {
	TotalRows int64        `json:"total_rows"`
	Totals    sums.Totals  `json:"totals" nullable:"false" doc:"In the order of the report's totals"`
	Groups    []sums.Group `json:"groups" nullable:"false"`
	Dropped   bool         `json:"dropped" doc:"There are more sub-totals than groups has"`
	Compared  *bool        `json:"compared,omitempty" doc:"With until: this time is known of most vehicles that sent something until then; false: the two do not compare"`
}

type totalInput struct {
	OrgID string `path:"orgId"`
	Type  string `path:"type" maxLength:"64"`
	Body  struct {
		rows.Query
		GroupBy string     `json:"group_by,omitempty" maxLength:"64" doc:"One of the report's group_by: sub-totals by this column"`
		Until   *time.Time `json:"until,omitempty" required:"false" doc:"The end of a time that is compared with this one"`
	}
}

type totalOutput struct{ Body Totals }

func (r *Reports) total(ctx context.Context, in *totalInput) (*totalOutput, error) {
	report, err := r.kinds.Find(ctx, in.Type)
	if err == nil {
		err = checkGroupBy(report, in.Body.GroupBy)
	}
	if err != nil {
		return nil, err
	}
	report.Chart = nil
	sum := sums.New(report, in.Body.GroupBy)
	err = r.kinds.Each(web.Streaming(ctx), report, in.Body.Query, func(row []any) error {
		sum.Add(row)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := Totals{TotalRows: sum.Rows(), Totals: sum.Totals(), Groups: sum.Groups(), Dropped: sum.Dropped()}
	if in.Body.Until != nil {
		compares, err := r.comparable.Compares(ctx, report, in.Body.Query, *in.Body.Until)
		if err != nil {
			return nil, err
		}
		out.Compared = &compares
	}
	return &totalOutput{out}, nil
}
