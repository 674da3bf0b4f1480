// Package admin is the operator's view of the host: what /api/admin/… answers, and the audit log of an organisation. It reads what the other
// packages know and changes nothing by itself: its actions are the commands that the control socket takes. Everything is one host's own, but
// the list of hosts and of connections, which all hosts tell each other.
package admin
