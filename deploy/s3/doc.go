// Package s3 runs the host's tests of files in a bucket against a server of object storage. It is a module of its own: the server that it needs is
// large, and nothing else needs it.
package s3
