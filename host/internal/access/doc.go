// Package access decides who may do what where.
//
// The truth is the host's own tables (role_grant, user_grant, account). Rewrite changes them and writes, in the same transaction, what
// Keto must learn (keto_outbox) and which decisions every host must forget (access_change). Relay carries the first to Keto, Reconciler
// repairs what differs, Feed announces the second over NATS and proves by a heartbeat that announcements still arrive. Decider answers
// from a snapshot: per user and organisation, what Keto allowed when it was asked.
//
// A decision is refused as unavailable, never guessed, when no heartbeat was heard for the bound, when Keto cannot be asked about
// a user that is not in the snapshot, or when a change of that organisation has not reached Keto yet.
package access
