package audit

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/fault"
)

// Search says which records somebody looks for. Empty fields ask for everything.
type Search struct {
	OrgID     string // exact; empty: of all organisations
	Person    string // id, or part of the name or address
	Object    string // id, or kind
	Operation string // part of the name
	Users     bool   // what users did, not what devices, plugins and the host itself did
	Result    string
	From, To  time.Time
	// ActorsBelow is the path of a group: what users of it, and of those below, did; empty: everybody. It needs OrgID.
	ActorsBelow string
	Before      string // cursor of the page before: Page.Next
	Limit       int    // 1 to 500
}

// Page is some records, the newest first.
type Page struct {
	Records []Record
	Next    string // cursor of the next page; empty: there is none
}

const recordColumns = `id::text, at, org_id, actor_id, actor_email, actor_name, actor_role, home_org_id, plugin, session_id, operation, object_kind,
	object_id, result, status, fields, detail, request_id, trace, address, host, told`

// Find searches. Its fault is invalid for a cursor that is none.
func (l *Log) Find(ctx context.Context, s Search) (Page, error) {
	where, values, err := s.conditions()
	if err != nil {
		return Page{}, err
	}
	values = append(values, s.Limit+1)
	query := fmt.Sprintf(`SELECT %s FROM outrider.audit_log WHERE %s ORDER BY at DESC, id DESC LIMIT $%d`, recordColumns, where, len(values))
	rows, err := l.pool.Query(ctx, query, values...)
	if err != nil {
		return Page{}, fmt.Errorf("search the audit log: %w", err)
	}
	records, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Record])
	if err != nil {
		return Page{}, fmt.Errorf("search the audit log: %w", err)
	}
	page := Page{Records: records}
	if len(records) > s.Limit {
		page.Records = records[:s.Limit]
		page.Next = cursorOf(page.Records[s.Limit-1])
	}
	return page, nil
}

func (s Search) conditions() (where string, values []any, err error) {
	all := []string{"true"}
	add := func(condition string, value any) {
		values = append(values, value)
		all = append(all, strings.ReplaceAll(condition, "?", fmt.Sprintf("$%d", len(values))))
	}
	if s.OrgID != "" {
		add("org_id = ?", s.OrgID)
	}
	if s.Person != "" {
		add("(actor_id = ? OR strpos(lower(actor_email || ' ' || actor_name || ' ' || plugin), lower(?)) > 0)", s.Person)
	}
	if s.Object != "" {
		add("(object_id = ? OR object_kind = ?)", s.Object)
	}
	if s.Operation != "" {
		add("strpos(lower(operation), lower(?)) > 0", s.Operation)
	}
	if s.Users {
		all = append(all, "actor_id <> ''")
	}
	if s.Result != "" {
		add("result = ?", s.Result)
	}
	if !s.From.IsZero() {
		add("at >= ?", s.From)
	}
	if !s.To.IsZero() {
		add("at < ?", s.To)
	}
	if s.ActorsBelow != "" {
		add(`actor_id IN (SELECT a.id::text FROM outrider.account a JOIN outrider.group_node g ON g.org_id = a.org_id AND g.id = a.group_id WHERE a.org_id = $1 AND starts_with(g.path, ?))`, s.ActorsBelow)
	}
	if s.Before != "" {
		at, id, err := parseCursor(s.Before)
		if err != nil {
			return "", nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "query.before", Message: "is not a cursor"})
		}
		values = append(values, at, id)
		all = append(all, fmt.Sprintf("(at, id) < ($%d, $%d::uuid)", len(values)-1, len(values)))
	}
	return strings.Join(all, " AND "), values, nil
}

// cursorOf names a record's place, for a client to give back.
func cursorOf(r Record) string {
	return base64.RawURLEncoding.EncodeToString([]byte(r.At.UTC().Format(time.RFC3339Nano) + " " + r.ID))
}

func parseCursor(cursor string) (at time.Time, id string, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return at, "", err
	}
	stamp, id, _ := strings.Cut(string(text), " ")
	if _, err := uuid.Parse(id); err != nil {
		return at, "", err
	}
	at, err = time.Parse(time.RFC3339Nano, stamp)
	return at, id, err
}
