// Package mail sends the mails that plugins ask for: by a mail server, or into a folder where there is none. What is queued is in the
// database, so that any host sends it, once, and a server that is away is waited for.
package mail
