// Package push keeps browsers up to date over WebSockets: GET /api/ws.
//
// Plugins publish on core NATS, push.{topic}.{organisation}. A feed listens to one such subject while a browser of this host is subscribed to
// it, keeps the newest value of each key, and every tick hands each group of equal viewers (same permission, same scope, same filter)
// one batch that is encoded once and shared. A browser that reads slower than it is written to has its batches merged, newest value of each
// key, within a bound; past the bound they are dropped and it is told to read the snapshot over HTTP again.
//
// Who may see what is asked when a browser connects and subscribes, when access changes, and at least every few seconds.
package push
