// Package examples holds the plugin that docs/write-a-plugin.md explains. The same files are what `outrider plugin new` writes: there is
// one source, which is built, checked and tested here like every other plugin.
package examples

import (
	"embed"
	"io/fs"
)

//go:embed logbook
var files embed.FS

// Logbook are the files of the example, without those that depend on the host that serves the SDK: go.mod, sdk.mk and web/package.json.
func Logbook() (fs.FS, error) { return fs.Sub(files, "logbook") }
