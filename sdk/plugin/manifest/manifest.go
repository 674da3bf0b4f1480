// Package manifest reads and checks manifest.json: what a plugin is, what it needs of the host and what it adds to the shell.
package manifest

import (
	"cmp"
	"slices"
	"strings"
)

// Languages are the languages that every text of a manifest has.
var Languages = []string{"en", "en-US", "de", "es", "fr", "nl"}

// Text is a text by language.
type Text map[string]string

// In returns the text in a language, in English if it lacks that one.
func (t Text) In(language string) string {
	if s := t[language]; s != "" {
		return s
	}
	return t["en"]
}

// Manifest is one plugin's manifest.json.
type Manifest struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Description Text         `json:"description,omitempty"`
	Version     string       `json:"version"` // semantic version
	SDK         string       `json:"sdk"`     // range of SDK versions, "^0.1.0"
	Module      Module       `json:"module"`
	Settings    *Settings    `json:"settings,omitempty"` // what an organisation sets for it; nil: nothing
	Permissions []Permission `json:"permissions,omitempty"`
	Events      Events       `json:"events"`
	Push        []PushTopic  `json:"push,omitempty"`
	// What other screens take from the manifest alone; see docs/write-a-plugin.md, "Contributions".
	AlertTypes     []AlertType     `json:"alert_types,omitempty"`
	ReportTypes    []ReportType    `json:"report_types,omitempty"`
	TrackingTables []TrackingTable `json:"tracking_tables,omitempty"`
	VehicleData    []VehicleData   `json:"vehicle_data,omitempty"`
	Webhooks       []WebhookEvent  `json:"webhooks,omitempty"`     // what organisations can have sent to other systems
	Audit          []AuditSentence `json:"audit,omitempty"`        // what the audit log says of the plugin's operations
	AuditFields    map[string]Text `json:"audit_fields,omitempty"` // what the fields of web.AuditChange are called
	// AuditValues are the words for codes that a field of web.AuditChange, or a value of web.AuditValue, may have, alone or in a list with commas: {"frequency": {"weekly": …}}.
	AuditValues map[string]map[string]Text `json:"audit_values,omitempty"`
	// UserPicture is the plugin's operation by which the shell gets a user's picture: "GET /api/user/{id}/avatar" answers {image: base64 of a JPEG, or null}.
	UserPicture string `json:"user_picture,omitempty"`
	// Senders is the plugin's operation that tells which vehicles send a reading; nil: it knows of none.
	Senders *Senders `json:"senders,omitempty"`

	Listeners    []Listener `json:"listeners,omitempty"`
	Postgres     *Postgres  `json:"postgres,omitempty"`     // nil: no database
	Capabilities []string   `json:"capabilities,omitempty"` // the Capability constants
	Calls        []string   `json:"calls,omitempty"`        // "POST /api/geo/places"
	Remote       *Remote    `json:"remote,omitempty"`       // nil: no screens
}

// The capabilities that a manifest may ask for.
const (
	CapabilityIdentity = "identity" // users, organisations and the tree
	CapabilityCommand  = "command"  // sends commands to devices
	CapabilityMedia    = "media"    // keeps files in the host's storage
	CapabilityMail     = "mail"     // sends mails
	CapabilityOnBehalf = "onBehalf" // acts for users who are not there: the operations of report types alone
	CapabilityIngest   = "ingest"   // takes what devices send: writes telemetry and device subjects
)

// Called is what users call the plugin, in the language of a locale: a module by its title, another by the first entry that it has in the drawer.
func (m Manifest) Called(locale string) string {
	language := LanguageOf(locale)
	if title := m.Module.Title.In(language); title != "" {
		return title
	}
	if m.Remote != nil && len(m.Remote.Navigation) > 0 {
		return cmp.Or(m.Remote.Navigation[0].Label.In(language), m.Name)
	}
	return m.Name
}

// LanguageOf is the language of texts for a locale: "de" for "de-AT".
func LanguageOf(locale string) string {
	if slices.Contains(Languages, locale) {
		return locale
	}
	language, _, _ := strings.Cut(locale, "-")
	return language
}

// Module says whether an organisation switches the plugin on, and what its administrators read before they do.
type Module struct {
	// Optional: the plugin is a module, off in every organisation that has not switched it on. It then has all of the texts below.
	Optional bool   `json:"optional"`
	Title    Text   `json:"title,omitempty"`
	Icon     string `json:"icon,omitempty"`  // a name of the SDK's icons
	Text     Text   `json:"text,omitempty"`  // what it does
	Needs    Text   `json:"needs,omitempty"` // what must be there for it
	Costs    Text   `json:"costs,omitempty"`
	// Fields are readings of a vehicle, by events.SaidNames, of which any is enough for the module to be of use to it.
	Fields []string `json:"fields,omitempty"`
	// Essential: without this plugin the product is of no use; a host where it cannot work is not ready.
	Essential bool `json:"essential,omitempty"`
}

// Senders tells which vehicles send a reading: Operation takes {fields}, names of events.SaidNames, and answers {vehicle_ids, total} of the vehicles that the caller sees and that send any of
// them; total, of all that there are, may be left out.
type Senders struct {
	Title      Text   `json:"title"` // whose readings they are
	Permission string `json:"permission"`
	Operation  string `json:"operation"` // "POST /api/org/{orgId}/…"
}

// Permission is one permission that the plugin defines, a row of the permission editor.
type Permission struct {
	Name        string `json:"name"`
	Area        string `json:"area"`
	Description Text   `json:"description"`
	// Roles hold it in an organisation that edited nothing; nil: administrators. SYS_ADMIN and SUPPORT_ADMIN hold every permission.
	Roles []string `json:"roles,omitzero"`
}

// PushTopic is something that the plugin publishes to browsers, and what it takes to subscribe to it.
type PushTopic struct {
	Name        string   `json:"name"`                // the subscription type
	Announced   string   `json:"announced,omitempty"` // subscription_type of what is pushed; empty: Name
	Context     string   `json:"context"`             // what the values of a subscription are: vehicle, node, org …
	Permissions []string `json:"permissions"`         // all of them are needed
	OrgWide     bool     `json:"org_wide,omitempty"`  // an item that names no path, vehicle or user is for everybody in the organisation
	// Operation subscribes over HTTP too: "POST /api/files/subscriptions". The host serves it.
	Operation string `json:"operation,omitempty"`
}

// AnnouncedAs is the subscription_type of what is pushed.
func (t PushTopic) AnnouncedAs() string { return cmp.Or(t.Announced, t.Name) }

// Names are what clients call the topic: its name, and what it is announced as if that is another word.
func (t PushTopic) Names() []string { return slices.Compact([]string{t.Name, t.AnnouncedAs()}) }

// Events are the subjects that the plugin writes and reads.
type Events struct {
	Emits    []string `json:"emits,omitempty"`
	Consumes []string `json:"consumes,omitempty"`
}

// Listener is a socket that the host opens for the plugin, its address from the host's configuration; with the network NetworkRTP two of UDP.
type Listener struct {
	Name    string `json:"name"`
	Config  string `json:"config"`
	Network string `json:"network,omitempty"` // empty: TCP
}

// NetworkRTP is a pair of UDP sockets, an even port for RTP and the next one for RTCP.
const NetworkRTP = "rtp"

// Postgres is the plugin's share of the database.
type Postgres struct {
	Connections int `json:"connections"`
}

// Remote is the plugin's web part.
type Remote struct {
	Name       string       `json:"name"`
	Routes     []Route      `json:"routes,omitempty"`
	Navigation []Navigation `json:"navigation,omitempty"`
	Widgets    []Widget     `json:"widgets,omitempty"`
	Slots      []Slot       `json:"slots,omitempty"`
}

// Route is one place in the shell's address space. An empty Permission means everybody who is signed in.
type Route struct {
	Path       string `json:"path"`
	Module     string `json:"module"`
	Permission string `json:"permission,omitempty"`
	Title      Text   `json:"title"`
}

// Navigation is an entry of the drawer.
type Navigation struct {
	ID         string `json:"id"`
	Path       string `json:"path"`
	Icon       string `json:"icon"`
	Order      int    `json:"order"`
	Group      string `json:"group,omitempty"` // id of the entry that it stands under
	Permission string `json:"permission,omitempty"`
	Hidden     bool   `json:"hidden,omitempty"` // left out for those without the permission, instead of shown disabled
	Label      Text   `json:"label"`
}

// Widget is a card of Home; W and H are its first size, in columns of 12 and in rows.
type Widget struct {
	ID         string `json:"id"`
	Module     string `json:"module"`
	Permission string `json:"permission,omitempty"`
	Title      Text   `json:"title"`
	W          int    `json:"w"`
	H          int    `json:"h"`
	Order      int    `json:"order,omitempty"`  // its place among the others, the lowest first
	Path       string `json:"path,omitempty"`   // the page that its title leads to
	About      Text   `json:"about,omitempty"`  // by which rule its figures are made
	Hidden     bool   `json:"hidden,omitempty"` // not shown until the user chooses it
}

// SlotToolbar is the slot of the top bar's icons: the manifest fills it without a module where an icon leads to a page; a module is a panel below the icon.
const SlotToolbar = "toolbar-icons"

// SlotMapLayers is the slot of what can be shown on the map.
const SlotMapLayers = "map-layers"

// The slots of an open alert: what shows its evidence, and the buttons of its head.
const (
	SlotAlertEvidence = "alert-evidence"
	SlotAlertHeader   = "alert-header"
)

// Slot is a contribution to a place that the shell or another remote offers. What a place asks for besides Module is in docs/contracts/author.md,
// "Extension points".
type Slot struct {
	Slot       string   `json:"slot"`
	Module     string   `json:"module,omitempty"` // may be empty for SlotToolbar alone
	Permission string   `json:"permission,omitempty"`
	ID         string   `json:"id,omitempty"`                      // names the part within its place: a tab in the page's address
	Label      Text     `json:"label,omitempty"`                   // what the user knows it as
	Order      int      `json:"order,omitempty"`                   // its place among the others, the lowest first
	Icon       string   `json:"icon,omitempty"`                    // a name of the SDK's icons
	Path       string   `json:"path,omitempty"`                    // the page that it leads to
	Panels     []string `json:"panels,omitempty" nullable:"false"` // further modules that it opens
	// AlertTypes are those for which a part of SlotAlertEvidence and SlotAlertHeader is shown; none: for all.
	AlertTypes []string `json:"alert_types,omitempty" nullable:"false"`
}

// Modules are the modules of the remote that the manifest names, each once, in order.
func (r Remote) Modules() []string {
	var modules []string
	for _, route := range r.Routes {
		modules = append(modules, route.Module)
	}
	for _, widget := range r.Widgets {
		modules = append(modules, widget.Module)
	}
	for _, slot := range r.Slots {
		modules = append(modules, slot.Panels...)
		if slot.Module != "" {
			modules = append(modules, slot.Module)
		}
	}
	slices.Sort(modules)
	return slices.Compact(modules)
}

// Has reports whether the manifest asks for a capability.
func (m Manifest) Has(capability string) bool {
	for _, c := range m.Capabilities {
		if c == capability {
			return true
		}
	}
	return false
}
