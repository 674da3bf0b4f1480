package edge

import (
	"context"
	"net/http"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// OperationActFor is the name of the records of a plugin that acts for a user who has no request under way.
const OperationActFor = "ACT FOR /api/org/{orgId}"

// Act is what a plugin does for a user who is not there.
type Act struct {
	Plugin     string
	OrgID      string
	UserID     string
	ObjectKind string // what it is done for: "schedule"
	ObjectID   string
	Detail     string
}

// ActFor lets a plugin call the operations of report types as a user who has no request under way, until done is called. Each of those calls is decided anew, so what the user
// loses meanwhile is refused. permissions are those that the plugin's own manifest defines: what of them the user holds, the header says. Nothing begins that the audit log
// does not have.
func (e *Edge) ActFor(ctx context.Context, act Act, permissions []string) (header string, done func(), err error) {
	if e.config.Absent == nil {
		return "", nil, fault.New(fault.Denied, "Nobody acts for users who are not there.")
	}
	subject, grant, err := e.config.Absent.DecideAbsent(ctx, act.UserID, act.OrgID)
	if err != nil {
		return "", nil, err
	}
	var held []string
	for _, name := range permissions {
		if grant.Allowed(name) {
			held = append(held, name)
		}
	}
	caller := &Caller{Grant: grant, subject: &subject, absent: true, reports: true, CallerInfo: web.CallerInfo{
		UserID: subject.UserID, Email: subject.Email, Name: subject.Name, OrgID: act.OrgID, HomeOrgID: subject.HomeOrg, Role: subject.Role,
		Scope: grant.Scope, Locale: grant.Locale, Units: grant.Units, Permissions: held,
	}}
	if header, err = e.headers.of(caller); err != nil {
		return "", nil, err
	}
	if err := e.recordAct(act, subject); err != nil {
		return "", nil, fault.Wrap(fault.Unavailable, err, "This cannot be recorded at the moment.")
	}
	return header, e.callers.enter(act.Plugin, header, caller), nil
}

func (e *Edge) recordAct(act Act, subject Subject) error {
	if e.config.Audit == nil {
		return nil
	}
	return e.config.Audit.End(audit.Record{
		ID: audit.NewID(), At: e.config.Now(), Operation: OperationActFor, Plugin: act.Plugin, OrgID: act.OrgID, HomeOrgID: subject.HomeOrg, Status: http.StatusOK,
		ActorID: subject.UserID, ActorEmail: subject.Email, ActorName: subject.Name, ActorRole: subject.Role,
		ObjectKind: act.ObjectKind, ObjectID: act.ObjectID, Detail: act.Detail,
	})
}

// decide says what a subject may do in an organisation now.
func (e *Edge) decide(ctx context.Context, within *internal, subject Subject, orgID string) (Grant, error) {
	if within == nil || !within.absent {
		return e.config.Decider.Decide(ctx, subject, orgID)
	}
	if orgID != within.org {
		return Grant{}, fault.New(fault.NotFound, "There is no such organisation.")
	}
	_, grant, err := e.config.Absent.DecideAbsent(ctx, subject.UserID, orgID)
	return grant, err
}
