package plugins

import (
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"

	"outrider.dev/sdk/plugin/manifest"
)

// relays refuses a plugin whose events would wait in its outbox for ever: its SDK takes locks that the database keeps from plugins.
func relays(m manifest.Manifest, built, least string) error {
	emits := false
	for _, subject := range m.Events.Emits {
		emits = emits || strings.HasPrefix(subject, "event.")
	}
	if !emits || least == "" {
		return nil
	}
	version, err := semver.NewVersion(built)
	if err == nil && !version.LessThan(semver.MustParse(least)) {
		return nil
	}
	if built == "" {
		built = "of an unknown version"
	}
	return fmt.Errorf("%s %s was built with SDK %s, whose outbox cannot publish events on the embedded database: build it again with SDK %s or newer, or use an external database (postgres.url)",
		m.ID, m.Version, built, least)
}
