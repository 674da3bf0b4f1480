package admin

import (
	"cmp"
	"context"
	"time"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
)

// AuditQuery is what is looked for in the audit log.
type AuditQuery struct {
	Person    string    `query:"person" maxLength:"200" doc:"Id, or part of a name or address"`
	Object    string    `query:"object" maxLength:"200" doc:"Id or kind"`
	Operation string    `query:"operation" maxLength:"200" doc:"Part of its name"`
	Result    string    `query:"result" enum:"done,refused,failed,unknown" doc:"Empty: any"`
	Users     bool      `query:"users" doc:"Only what users did: not devices, plugins and the portal itself"`
	From      time.Time `query:"from"`
	To        time.Time `query:"to"`
	Before    string    `query:"before" maxLength:"200" doc:"next of the page before"`
	Limit     int       `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

func (q AuditQuery) search(orgID string) audit.Search {
	return audit.Search{
		OrgID: orgID, Person: q.Person, Object: q.Object, Operation: q.Operation, Result: q.Result, Users: q.Users, From: q.From, To: q.To,
		Before: q.Before, Limit: q.Limit,
	}
}

type auditPage struct {
	Body struct {
		Records []auditRecord `json:"records" doc:"The newest first"`
		Next    string        `json:"next" doc:"before of the next page; empty: there is none"`
	}
}

// auditRecord is a record with what it says in the language of the caller.
type auditRecord struct {
	audit.Record
	Sentence string             `json:"sentence" doc:"What was done, or tried; empty for an operation that nobody has words for"`
	Changes  []audit.ChangeView `json:"changes" doc:"What was changed, from what to what" nullable:"false"`
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
	caller := web.Caller(ctx)
	asked := in.search(caller.OrgID)
	if !caller.Has(viewAuditLog) && !caller.Scope.All && caller.Plugin == "" {
		asked.ActorsBelow = cmp.Or(caller.Scope.Path, "/-/") // below no group at all
	}
	return a.search(ctx, asked)
}

func (a *Admin) search(ctx context.Context, s audit.Search) (*auditPage, error) {
	found, err := a.Audit.Find(ctx, s)
	if err != nil {
		return nil, err
	}
	words, err := a.words(ctx)
	if err != nil {
		return nil, err
	}
	answer := &auditPage{}
	answer.Body.Next, answer.Body.Records = found.Next, make([]auditRecord, len(found.Records))
	for i, r := range found.Records {
		answer.Body.Records[i] = auditRecord{r, words.Sentence(r), words.Changes(r)}
	}
	return answer, nil
}

// words say what operations of the host and of all plugins do, in the language of the caller.
func (a *Admin) words(ctx context.Context) (*audit.Words, error) {
	own, err := audit.Own()
	if err != nil {
		return nil, err
	}
	all := []manifest.Manifest{own}
	for _, installed := range a.plugins.Manifests() {
		all = append(all, installed.Manifest)
	}
	return audit.WordsOf(all, web.Language(ctx)), nil
}
