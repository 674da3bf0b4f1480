// Package session signs people in and keeps them signed in.
//
// A session is one sign-in. It holds a family of refresh tokens, each good once: Refresh swaps one for the next. Two tabs share a cookie, so
// the same client may repeat the previous one for 30 s; whoever presents a used token later holds a stolen copy (or was robbed),
// and the whole family ends. Access tokens are signed (Ed25519), live 10 minutes and name user, session and organisation; keys,
// sessions and the counters of failed sign-ins are in Postgres, so any host serves any step.
package session
