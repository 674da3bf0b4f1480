// Package scaffold writes a new plugin into a folder: the example of docs/examples under another name, made to fetch the SDK from the host
// that serves it.
package scaffold
