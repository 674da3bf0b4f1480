package notice

import (
	"context"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// Notifier tells the other browsers of a user.
type Notifier interface {
	NoticesRead(ctx context.Context, orgID, userID string, unread int)
}

// API answers for the notices of users.
type API struct {
	store    *Store
	notifier Notifier
}

// NewAPI returns the operations over a store.
func NewAPI(s *Store, t Notifier) *API { return &API{s, t} }

// Register adds the operations.
func (a *API) Register(r *web.Router) {
	need := web.Needs("listAlerts")
	web.Handle(r, "GET /org/{orgId}/alerts/notices", need, a.list, web.Summary("What the caller's rules told in the portal, the newest first"))
	web.Handle(r, "PUT /org/{orgId}/alerts/notices/{id}", need, a.mark, web.IDs("id", "notice"), web.Summary("Says that a notice was read, or takes that back"))
	web.Handle(r, "POST /org/{orgId}/alerts/notices/read", need, a.markAll, web.IDs("body.up_to", "notice"), web.Summary("Says that all notices were read, or those up to one"))
}

// View is a notice as it is answered.
type View struct {
	ID     string     `json:"id"`
	At     string     `json:"at"`
	Read   bool       `json:"read"`
	Rule   string     `json:"rule" doc:"The name of the rule, as it was then"`
	RuleID string     `json:"rule_id"`
	Alert  view.Alert `json:"alert"`
}

func shown(ctx context.Context, n Notice, a alert.Alert) View {
	return View{ID: IDOf(n), At: TimeOf(n), Read: n.IsRead, Rule: n.Rule, RuleID: n.RuleID, Alert: view.For(ctx, a)}
}

// IDOf is a notice's id in the API.
func IDOf(n Notice) string { return strconv.FormatInt(n.Seq, 10) }

// TimeOf is when a notice was written, RFC 3339.
func TimeOf(n Notice) string { return time.UnixMilli(n.AtMs).UTC().Format(time.RFC3339) }

type listInput struct {
	OrgID  string `path:"orgId"`
	Rows   int    `query:"rows_per_page" minimum:"1" maximum:"100" default:"50"`
	Before string `query:"before" maxLength:"20" doc:"next of the page before"`
	Unread bool   `query:"unread" doc:"The unread ones alone"`
}

type noticesOutput struct {
	Body struct {
		Notices []View `json:"notices" nullable:"false"`
		Unread  int    `json:"unread" doc:"Of all pages"`
		Next    string `json:"next" doc:"The before of the next page; empty on the last"`
	}
}

func (a *API) list(ctx context.Context, in *listInput) (*noticesOutput, error) {
	q := Query{Size: in.Rows, OnlyUnread: in.Unread}
	if in.Before != "" {
		var ok bool
		if q.Before, ok = seqOf(in.Before); !ok {
			return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "query.before", Message: "This is no place in the list: say the next of the page before."})
		}
	}
	p, err := a.store.List(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &noticesOutput{}
	out.Body.Notices, out.Body.Unread = make([]View, len(p.Notices)), p.Unread
	for i, n := range p.Notices {
		out.Body.Notices[i] = shown(ctx, n, p.Alerts[n.AlertID])
	}
	if p.More {
		out.Body.Next = IDOf(p.Notices[len(p.Notices)-1])
	}
	return out, nil
}

// seqOf reads an id.
func seqOf(id string) (int64, bool) {
	n, err := strconv.ParseInt(id, 10, 64)
	return n, err == nil && n > 0
}

func noNotice() error { return fault.New(fault.NotFound, "There is no such notice.") }

type markInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
	Body  struct {
		Read bool `json:"read"`
	}
}

type noticeOutput struct{ Body View }

func (a *API) mark(ctx context.Context, in *markInput) (*noticeOutput, error) {
	seq, ok := seqOf(in.ID)
	if !ok {
		return nil, noNotice()
	}
	n, err := a.store.Mark(ctx, seq, in.Body.Read)
	if err != nil {
		return nil, err
	}
	found, err := a.store.alerts.ByID(ctx, web.Caller(ctx).OrgID, []string{n.AlertID})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, noNotice()
	}
	if _, err := a.told(ctx); err != nil {
		return nil, err
	}
	return &noticeOutput{shown(ctx, n, found[0])}, nil
}

// told tells the caller's browsers how many are unread now.
func (a *API) told(ctx context.Context) (unread int, err error) {
	caller := web.Caller(ctx)
	if unread, err = a.store.Unread(ctx); err == nil {
		a.notifier.NoticesRead(ctx, caller.OrgID, caller.UserID, unread)
	}
	return unread, err
}

type markAllInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		UpTo string `json:"up_to,omitempty" maxLength:"64" doc:"The newest notice that is shown; without it, all"`
	}
}

type unreadOutput struct {
	Body struct {
		Unread int `json:"unread"`
	}
}

func (a *API) markAll(ctx context.Context, in *markAllInput) (*unreadOutput, error) {
	var upTo int64
	if in.Body.UpTo != "" {
		var ok bool
		if upTo, ok = seqOf(in.Body.UpTo); !ok {
			return nil, noNotice()
		}
		if known, err := a.store.Has(ctx, upTo); err != nil || !known {
			if err == nil {
				err = noNotice()
			}
			return nil, err
		}
	}
	if err := a.store.MarkAll(ctx, upTo); err != nil {
		return nil, err
	}
	out := &unreadOutput{}
	var err error
	out.Body.Unread, err = a.told(ctx)
	return out, err
}
