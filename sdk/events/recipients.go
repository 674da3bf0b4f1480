package events

import (
	"gorm.io/gorm"
)

// The kinds of recipients.
const (
	RecipientUser    = "user"    // a user of the organisation
	RecipientContact = "contact" // an external contact
	RecipientList    = "list"    // a distribution list
	RecipientAddress = "address" // an e-mail address that is nobody's; its id is the address
)

// Recipient is somebody who is told of something, as the slot "recipients" of the portal hands them out.
type Recipient struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// RecipientsChanged says who is told by a thing of a plugin, or by none any more. Subject "event.<plugin>.recipients"; sdk/events/schema has its JSON Schema. Whoever keeps
// contacts takes it from all plugins by "event.*.recipients", and so can say where a contact is used.
type RecipientsChanged struct {
	ID         string      `json:"id"`             // of the thing, unique within the plugin and organisation
	Name       string      `json:"name"`           // what people call it: "Weekly mileage, Cheshire"
	Path       string      `json:"path,omitempty"` // the page of the portal that shows it
	Recipients []Recipient `json:"recipients"`     // none: it tells nobody, or is gone
}

// PublishRecipients tells who is told by a thing, in the transaction that keeps it. pluginID is the manifest's id.
func PublishRecipients(tx *gorm.DB, orgID, pluginID string, r RecipientsChanged) error {
	if r.Recipients == nil {
		r.Recipients = []Recipient{}
	}
	return Publish(tx, orgID, "event."+pluginID+".recipients", r)
}
