// Package identity holds the people: organisations, their trees of groups, accounts, preferences, and who changed what.
//
// It is the only writer of those tables. Every change goes through a function here, which in one transaction writes the row, the audit entry,
// the event for the plugins' read models (relayed to EVENTS in order) and, where decisions follow from it, what package access needs.
// api.go lists the operations. Each call acts for a user, and what that user may do is checked here whatever the operation's lock says; for the tree of
// groups, plugins with the capability "identity" call over gRPC.
package identity
