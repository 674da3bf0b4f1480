// Package plugins runs the catalogue: it takes packages from disk, has their schema and streams prepared, lets the supervisor start them and the
// edge send them requests; and it is where an administrator's commands arrive.
package plugins
