// Package activity reports what users did: who signed in, and who changed what. It reads the audit log of the host as the caller, to whom the report's permissions open it.
package activity

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

const pageSize = 500

// Host is the part of plugin.Host that is used.
type Host interface {
	Call(ctx context.Context, method, path string, in, out any) error
}

// Report is the report of user activity.
type Report struct{ host Host }

// New reads through a host.
func New(host Host) *Report { return &Report{host} }

// Register lists the operation; the manifest says what its rows are.
func (r *Report) Register(router *web.Router, m manifest.Manifest) {
	rows.Handle(router, m, "POST /org/{orgId}/users/reports/activity", web.NeedsAny("runUserActivityReport", "createUserActivityReport"), r.stream, web.Summary("Rows of the user activity report"))
}

// record is one line of the audit log, as far as the report tells of it.
type record struct {
	At         time.Time `json:"at"`
	ActorName  string    `json:"actor_name"`
	ActorEmail string    `json:"actor_email"`
	Operation  string    `json:"operation"`
	ObjectKind string    `json:"object_kind"`
	ObjectID   string    `json:"object_id"`
	Result     string    `json:"result"`
	Address    string    `json:"address"`
	Sentence   string    `json:"sentence"` // in the language of the caller; empty: nobody has words for it
}

// signIn is what the operations by which people sign in have in common.
const signIn = "sign-in"

// stream writes the newest first. The vehicles of a query do not matter.
func (r *Report) stream(ctx context.Context, q rows.Query, out *rows.Writer) error {
	people := texts(q.Filters["entity_id"])
	if len(people) == 0 {
		people = []string{""}
	}
	for _, person := range people {
		if err := r.of(ctx, q, person, out); err != nil {
			return err
		}
	}
	return nil
}

// of writes what one person did; everybody for none.
func (r *Report) of(ctx context.Context, q rows.Query, person string, out *rows.Writer) error {
	kind, _ := q.Filters["activity_type"].(string)
	asked := url.Values{"from": {q.From.UTC().Format(time.RFC3339Nano)}, "to": {q.To.UTC().Format(time.RFC3339Nano)}, "limit": {strconv.Itoa(pageSize)}}
	if person != "" {
		asked.Set("person", person)
	}
	if kind == "login" {
		asked.Set("operation", signIn)
	}
	for {
		var page struct {
			Records []record `json:"records"`
			Next    string   `json:"next"`
		}
		if err := r.host.Call(ctx, http.MethodGet, "/api/org/"+url.PathEscape(web.Caller(ctx).OrgID)+"/audit?"+asked.Encode(), nil, &page); err != nil {
			return err
		}
		for _, one := range page.Records {
			activity := "change"
			if strings.Contains(one.Operation, signIn) {
				activity = "login"
			}
			if kind != "" && kind != activity || one.ActorEmail == "" {
				continue
			}
			if err := out.Add(one.At, one.ActorName, one.ActorEmail, activity, cmp.Or(one.Sentence, one.Operation), strings.TrimSpace(one.ObjectKind+" "+one.ObjectID), one.Result, one.Address); err != nil {
				return err
			}
		}
		if page.Next == "" {
			return nil
		}
		asked.Set("before", page.Next)
	}
}

// texts are the values of a filter that may have several.
func texts(value any) (list []string) {
	switch v := value.(type) {
	case string:
		if v != "" {
			list = append(list, v)
		}
	case []any:
		for _, one := range v {
			list = append(list, texts(one)...)
		}
	}
	return list
}
