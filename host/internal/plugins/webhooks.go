package plugins

import (
	"os"
	"path/filepath"
	"strings"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/events/schema"
)

// webhooksOf are the events of a release that can be sent to other systems, with the schemas of their data.
func webhooksOf(release catalog.Package) (all []edge.Webhook) {
	for _, w := range release.Manifest.Webhooks {
		all = append(all, edge.Webhook{
			ID: w.ID, Title: w.Title.In("en"), Description: w.Description.In("en"), Schema: schemaOf(release, w.Event),
			Source: "/sdk/events/" + release.Manifest.ID + "/" + filepath.Base(schema.FileName(w.Event)),
		})
	}
	return all
}

// schemaOf is the schema of an event's data: the release's own, or that of an event that is the same for all plugins. Of what the SDK alone describes it says that it is an object.
func schemaOf(release catalog.Package, subject string) []byte {
	if shared, err := schema.Shared(subject); err == nil && shared != nil {
		return shared.JSON
	}
	content, err := os.ReadFile(filepath.Join(release.Dir, catalog.EventsName, strings.TrimPrefix(schema.FileName(subject), schema.Folder+"/")))
	if err != nil {
		return []byte(`{"type":"object"}`)
	}
	return content
}
