package scim

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	scim2 "github.com/elimity-com/scim"
	scimerrors "github.com/elimity-com/scim/errors"
	filter "github.com/scim2/filter-parser/v2"

	"outrider.dev/outrider/host/internal/identity"
)

// kind is how a column is compared.
type kind int

const (
	words kind = iota // whatever its case
	exact
	yesNo
	moment
)

// column is an attribute as SQL.
type column struct {
	expression string
	kind       kind
	within     string // where it is one of several: SQL with %s for the comparison
	equal      string // how "eq" is asked so that an index answers it, with two question marks
}

const ofMember = `EXISTS (SELECT FROM outrider.provisioned_member m WHERE m.%s AND %%s)`

// ofPhone are the telephone numbers that a user has.
const ofPhone = `EXISTS (SELECT FROM (VALUES ('work', a.telephone), ('mobile', a.mobile)) AS f (type, number) WHERE f.number <> '' AND %s)`

// userColumns are the attributes of users that can be filtered by. $1 is the organisation.
var userColumns = map[string]column{
	"id":         {expression: "a.id::text"},
	"externalid": {expression: "COALESCE(p.external_id, '')", kind: exact},
	"username": {expression: "COALESCE(p.user_name, a.email)", equal: `a.id IN (SELECT q.account_id FROM outrider.provisioned_user q WHERE q.org_id = $1 AND q.removed_at IS NULL AND lower(q.user_name) = lower(?)
		UNION ALL SELECT b.id FROM outrider.account b WHERE b.email = lower(?) AND NOT EXISTS (SELECT FROM outrider.provisioned_user q WHERE q.account_id = b.id))`},
	"displayname": {expression: "a.name"}, "name.formatted": {expression: "a.name"}, "name.givenname": {expression: "a.first_name"}, "name.familyname": {expression: "a.last_name"},
	"emails": {expression: "a.email"}, "emails.value": {expression: "a.email"}, "emails.type": {expression: "'work'::text"}, "emails.primary": {expression: "true", kind: yesNo},
	"active": {expression: "(NOT a.disabled)", kind: yesNo},
	"roles":  {expression: "COALESCE(a.own_role, a.role)"}, "roles.value": {expression: "COALESCE(a.own_role, a.role)"}, "roles.primary": {expression: "true", kind: yesNo},
	"phonenumbers": {expression: "f.number", within: ofPhone}, "phonenumbers.value": {expression: "f.number", within: ofPhone}, "phonenumbers.type": {expression: "f.type", within: ofPhone},
	"groups":       {expression: "m.group_id::text", within: fmt.Sprintf(ofMember, "account_id = a.id")},
	"groups.value": {expression: "m.group_id::text", within: fmt.Sprintf(ofMember, "account_id = a.id")},
	"meta.created": {expression: "a.created_at", kind: moment}, "meta.lastmodified": {expression: "COALESCE(p.changed_at, a.created_at)", kind: moment},
}

// groupColumns are the attributes of groups that can be filtered by.
var groupColumns = map[string]column{
	"id": {expression: "n.id::text"}, "externalid": {expression: "n.external_id", kind: exact}, "displayname": {expression: "n.display_name"},
	"members":       {expression: "m.account_id::text", within: fmt.Sprintf(ofMember, "group_id = n.id")},
	"members.value": {expression: "m.account_id::text", within: fmt.Sprintf(ofMember, "group_id = n.id")},
	"meta.created":  {expression: "n.created_at", kind: moment}, "meta.lastmodified": {expression: "n.changed_at", kind: moment},
}

// conditionOf is a filter as SQL. An attribute that cannot be filtered by is a mistake of the client.
func conditionOf(params scim2.ListRequestParams, columns map[string]column) (identity.Condition, error) {
	c := compiler{columns: columns}
	if params.FilterValidator == nil {
		return identity.Condition{}, nil
	}
	sql, err := c.compile(params.FilterValidator.GetFilter(), "")
	return identity.Condition{SQL: sql, Values: c.values}, err
}

type compiler struct {
	columns map[string]column
	values  []any
	chosen  bool // within one of several values, which the whole comparison is about
}

func (c *compiler) compile(e filter.Expression, prefix string) (string, error) {
	switch e := e.(type) {
	case *filter.LogicalExpression:
		left, err := c.compile(e.Left, prefix)
		if err != nil {
			return "", err
		}
		right, err := c.compile(e.Right, prefix)
		return "(" + left + " " + strings.ToUpper(string(e.Operator)) + " " + right + ")", err
	case *filter.NotExpression:
		inner, err := c.compile(e.Expression, prefix)
		return "NOT (" + inner + ")", err
	case *filter.ValuePath:
		return c.compileChosen(e)
	case *filter.AttributeExpression:
		name := prefix + strings.ToLower(e.AttributePath.AttributeName)
		if sub := e.AttributePath.SubAttributeName(); sub != "" {
			name += "." + strings.ToLower(sub)
		}
		column, known := c.columns[name]
		if !known {
			return "", invalidFilter("The attribute %s cannot be filtered by.", name)
		}
		if column.equal != "" && e.Operator == filter.EQ {
			if text, ok := e.CompareValue.(string); ok {
				c.values = append(c.values, text, text)
				return column.equal, nil
			}
		}
		compared, err := c.compare(column, e.Operator, e.CompareValue)
		if err == nil && column.within != "" && !c.chosen {
			compared = fmt.Sprintf(column.within, compared)
		}
		return compared, err
	}
	return "", scimerrors.ScimErrorInvalidFilter
}

// compileChosen is a filter on the parts of one of several values, as in phoneNumbers[type eq "mobile" and value sw "+44"]: one of them has to be all of it.
func (c *compiler) compileChosen(e *filter.ValuePath) (string, error) {
	attribute := strings.ToLower(e.AttributePath.AttributeName)
	within := c.columns[attribute].within
	c.chosen = within != ""
	compared, err := c.compile(e.ValueFilter, attribute+".")
	c.chosen = false
	if err == nil && within != "" {
		compared = fmt.Sprintf(within, compared)
	}
	return compared, err
}

func (c *compiler) compare(column column, operator filter.CompareOperator, value any) (string, error) {
	if operator == filter.PR {
		if column.kind == words || column.kind == exact {
			return column.expression + " <> ''", nil
		}
		return column.expression + " IS NOT NULL", nil
	}
	switch column.kind {
	case yesNo:
		return c.compareYesNo(column, operator, value)
	case moment:
		at, err := time.Parse(time.RFC3339, fmt.Sprint(value))
		symbol, known := symbols[operator]
		if err != nil || !known {
			return "", invalidFilter("A time is compared with a time, such as 2026-01-31T12:00:00Z.")
		}
		c.values = append(c.values, at)
		return column.expression + " " + symbol + " ?::timestamptz", nil
	}
	text, ok := value.(string)
	if !ok || strings.ContainsRune(text, 0) {
		return "", invalidFilter("A text is compared with a text.")
	}
	is, want := column.expression, "?::text"
	if column.kind == words {
		is, want = "lower("+is+")", "lower(?::text)"
	}
	c.values = append(c.values, text)
	switch operator {
	case filter.CO:
		return "position(" + want + " IN " + is + ") > 0", nil
	case filter.SW:
		return "starts_with(" + is + ", " + want + ")", nil
	case filter.EW:
		c.values = append(c.values, text)
		return "right(" + is + ", length(?::text)) = " + want, nil
	}
	return is + " " + symbols[operator] + " " + want, nil
}

func (c *compiler) compareYesNo(column column, operator filter.CompareOperator, value any) (string, error) {
	yes := strings.EqualFold(fmt.Sprint(value), "true")
	if !yes && !strings.EqualFold(fmt.Sprint(value), "false") || operator != filter.EQ && operator != filter.NE {
		return "", invalidFilter("Yes and no are compared with true or false, by eq or ne.")
	}
	c.values = append(c.values, yes)
	return column.expression + " " + symbols[operator] + " ?::boolean", nil
}

var symbols = map[filter.CompareOperator]string{filter.EQ: "=", filter.NE: "<>", filter.GT: ">", filter.GE: ">=", filter.LT: "<", filter.LE: "<="}

func invalidFilter(detail string, values ...any) error {
	return scimerrors.ScimError{Status: http.StatusBadRequest, ScimType: scimerrors.ScimTypeInvalidFilter, Detail: fmt.Sprintf(detail, values...)}
}
