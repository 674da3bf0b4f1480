// Package texts holds the translations of what the host refuses with, by its English sentences.
package texts

import (
	"embed"

	"outrider.dev/sdk/texts"
)

//go:embed messages
var messages embed.FS

// Load makes them known to this process.
func Load() error { return texts.Add(messages) }
