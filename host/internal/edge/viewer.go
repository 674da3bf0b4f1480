package edge

import (
	"net/http"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// readOnly refuses every change to who sees the portal as somebody else.
func readOnly() *problem {
	return newProblem(http.StatusForbidden, fault.ReadOnly, "You see the portal as somebody else, and change nothing. End this view to make changes yourself.")
}

// callerOf is who asks, of a call that is not let through: for the audit log alone.
func (e *Edge) callerOf(subject *Subject, org string) *Caller {
	return &Caller{subject: subject, CallerInfo: web.CallerInfo{
		UserID: subject.UserID, SessionID: subject.SessionID, Email: subject.Email, Name: subject.Name, OrgID: org, HomeOrgID: subject.HomeOrg, Role: subject.Role,
	}}
}

// byViewer makes a record one of who sees the portal as the subject, with both names.
func byViewer(r *audit.Record, subject *Subject) {
	if by := subject.Viewer; by != nil {
		r.ActorID, r.ActorEmail, r.ActorRole = by.UserID, by.Email, by.Role
		r.ActorName = by.Name + " (sees the portal as " + subject.Email + ")"
	}
}
