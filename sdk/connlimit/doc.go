// Package connlimit keeps strangers' connections from costing anybody else a connection. A Listener counts what it has accepted, in total and by
// address. When there is no room it closes those connections that have waited longest without doing anything, so a newcomer with something to say gets
// in; and what is written to a client that does not read ends after a while.
package connlimit

// descriptors stay for what is no connection, at least.
const descriptors = 384

// roomOf is Room for a limit of descriptors.
func roomOf(limit int) int { return max(16, (limit-max(descriptors, limit/4))/2) }
