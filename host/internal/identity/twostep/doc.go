// Package twostep keeps what an account shows beside its password: the codes of an app (TOTP, RFC 6238) and recovery codes.
//
// The app's secret is encrypted in the database and shown once, while it is set up; of recovery codes only hashes are kept. Each code is
// good once. How often somebody may guess is the caller's to bound: package session counts.
package twostep
