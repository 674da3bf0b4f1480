// Package catalog knows which plugins are installed: packages on disk, their locks, and which release of each is current.
//
// A package is a folder with plugin (the binary), manifest.json, migrations/, ui/ and package.lock.json. The lock lists the SHA-256 of every other
// file, and one digest over that list names the release: binary, remote and migrations are one. Nothing of a package is used
// before it has been compared with its lock.
package catalog
