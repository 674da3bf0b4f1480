package admin

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// PublishingView is what one plugin published into one stream.
type PublishingView struct {
	Plugin        string     `json:"plugin"`
	Stream        string     `json:"stream"`
	MessagesToday int64      `json:"messages_today"`
	BytesToday    int64      `json:"bytes_today"`
	BytesWeek     int64      `json:"bytes_week"`
	MostBytesWeek int64      `json:"most_bytes_week" doc:"What it may publish within a week; 0: no bound"`
	Refused       int64      `json:"refused" doc:"By this host, since it started"`
	RefusedSince  *time.Time `json:"refused_since,omitempty" doc:"Since when it is refused; absent: not within the last minute"`
	Reason        string     `json:"reason" doc:"Of the last refusal"`
}

type publishingList struct {
	Body struct {
		Plugins []PublishingView `json:"plugins" doc:"Those that are refused first, then by bytes"`
	}
}

func (a *Admin) listPublishing(context.Context, *struct{}) (*publishingList, error) {
	answer := &publishingList{}
	answer.Body.Plugins = []PublishingView{}
	for _, u := range a.Publishing.Usages() {
		answer.Body.Plugins = append(answer.Body.Plugins, PublishingView{
			Plugin: u.Plugin, Stream: u.Stream, MessagesToday: u.MessagesToday, BytesToday: u.BytesToday, BytesWeek: u.BytesWeek, MostBytesWeek: u.MostBytesWeek,
			Refused: u.Refused, RefusedSince: momentOf(u.RefusedSince), Reason: u.Reason,
		})
	}
	slices.SortFunc(answer.Body.Plugins, func(x, y PublishingView) int {
		return cmp.Or(cmp.Compare(len(y.Reason), len(x.Reason)), cmp.Compare(y.BytesWeek, x.BytesWeek), cmp.Compare(x.Plugin+x.Stream, y.Plugin+y.Stream))
	})
	return answer, nil
}
