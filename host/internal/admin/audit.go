package admin

import (
	"context"
	"time"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/web"
)

// AuditQuery is what is looked for in the audit log.
type AuditQuery struct {
	Person    string    `query:"person" maxLength:"200" doc:"Id, or part of a name or address"`
	Object    string    `query:"object" maxLength:"200" doc:"Id or kind"`
	Operation string    `query:"operation" maxLength:"200" doc:"Part of its name"`
	Result    string    `query:"result" enum:"done,refused,failed,unknown" doc:"Empty: any"`
	From      time.Time `query:"from"`
	To        time.Time `query:"to"`
	Before    string    `query:"before" maxLength:"200" doc:"next of the page before"`
	Limit     int       `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

func (q AuditQuery) search(orgID string) audit.Search {
	return audit.Search{
		OrgID: orgID, Person: q.Person, Object: q.Object, Operation: q.Operation, Result: q.Result, From: q.From, To: q.To,
		Before: q.Before, Limit: q.Limit,
	}
}

type auditPage struct {
	Body struct {
		Records []audit.Record `json:"records" doc:"The newest first"`
		Next    string         `json:"next" doc:"before of the next page; empty: there is none"`
	}
}

type auditOfAll struct {
	AuditQuery
	Organisation string `query:"organisation" maxLength:"63" doc:"Empty: all"`
}

type auditOfOne struct {
	AuditQuery
	OrgID string `path:"orgId"`
}

func (a *Admin) searchAll(ctx context.Context, in *auditOfAll) (*auditPage, error) {
	return a.search(ctx, in.search(in.Organisation))
}

// searchOwn is of the organisation that the edge has let the caller into, and of no other.
func (a *Admin) searchOwn(ctx context.Context, in *auditOfOne) (*auditPage, error) {
	return a.search(ctx, in.search(web.Caller(ctx).OrgID))
}

func (a *Admin) search(ctx context.Context, s audit.Search) (*auditPage, error) {
	found, err := a.Audit.Find(ctx, s)
	if err != nil {
		return nil, err
	}
	answer := &auditPage{}
	answer.Body.Records, answer.Body.Next = found.Records, found.Next
	if answer.Body.Records == nil {
		answer.Body.Records = []audit.Record{}
	}
	return answer, nil
}
