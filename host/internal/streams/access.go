package streams

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"

	"github.com/nats-io/nats-server/v2/server"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

// Credentials are how one plugin connects.
type Credentials struct {
	URL, User, Password string
	InboxPrefix         string // of its request-reply inboxes, "_INBOX_vehicles"
}

// Granter is the server's list of users. The embedded NATS is one; an external server has its own configuration, as Config
// prints it.
type Granter interface {
	Grant(user embedded.NATSUser) error
	Revoke(name string) error
}

// Access gives plugins their users.
type Access struct {
	url     string
	secret  string
	granter Granter // nil: an external server
}

// NewAccess makes users for the server at url; their passwords are derived from secret.
func NewAccess(url, secret string, granter Granter) *Access {
	return &Access{url: url, secret: secret, granter: granter}
}

// Grant lets the plugin in with the permissions of its manifest.
func (a *Access) Grant(m manifest.Manifest) (Credentials, error) {
	c := Credentials{URL: withoutUser(a.url), User: userOf(m.ID), Password: a.password(m.ID), InboxPrefix: inboxPrefix(m.ID)}
	if a.granter == nil {
		return c, nil
	}
	return c, a.granter.Grant(embedded.NATSUser{Name: c.User, Password: c.Password, Permissions: Permissions(m), Services: services(m)})
}

// Revoke shuts the plugin out.
func (a *Access) Revoke(pluginID string) error {
	if a.granter == nil {
		return nil
	}
	return a.granter.Revoke(userOf(pluginID))
}

// MaxPayload is the largest message in bytes that the server must take: 1,000 samples in one, and room for growth.
const MaxPayload = 4 << 20

// userIn is the host's own user in the URL of an external server; of several addresses the first one names it.
func userIn(address string) (*url.Userinfo, error) {
	first, _, _ := strings.Cut(address, ",")
	u, err := url.Parse(strings.TrimSpace(first))
	if err != nil || u.User.Username() == "" {
		return nil, errors.New("nats.url must hold the host's user and password, nats://user:password@host:4222")
	}
	return u.User, nil
}

// withoutUser is what plugins are told: a user in the address would count for more than their own.
func withoutUser(address string) string {
	all := strings.Split(address, ",")
	for i, one := range all {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil {
			u.User = nil
			all[i] = u.String()
		}
	}
	return strings.Join(all, ",")
}

func userOf(pluginID string) string { return "plugin_" + pluginID }

func inboxPrefix(pluginID string) string { return "_INBOX_" + pluginID }

func (a *Access) password(pluginID string) string {
	mac := hmac.New(sha256.New, []byte(a.secret))
	mac.Write([]byte("nats user " + pluginID))
	return hex.EncodeToString(mac.Sum(nil))
}

// Permissions are the subjects that a plugin may publish to and subscribe to, and no other: what its manifest emits and pushes,
// its dead letters, fetching from and acknowledging to its own consumers, and its own inbox.
func Permissions(m manifest.Manifest) *server.Permissions {
	publish := []string{"dead." + m.ID + ".>"}
	for _, subject := range m.Events.Emits {
		publish = append(publish, emitted(subject))
	}
	for _, topic := range m.Push {
		publish = append(publish, events.PushSubject(topic.Name, "*"))
	}
	for _, subject := range m.Events.Consumes {
		for _, c := range consumersOf(m.ID, subject) {
			stream := events.Stream(subject)
			publish = append(publish, consumerInfo(stream, c.Durable), consumerNext(stream, c.Durable), consumerAck(stream, c.Durable))
		}
	}
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: publish},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxPrefix(m.ID) + ".>"}},
	}
}

// emitted is the filter of what a manifest emits under a name.
func emitted(subject string) string {
	if subject == "telemetry" {
		return "telemetry.*.>"
	}
	return events.Filter(subject)
}
