package manifest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// reserved ids are schemas or names that belong to the host or to Postgres.
var reserved = []string{"outrider", "public", "identity", "keto", "api", "auth", "assets", "remotes", "media", "host"}

// Validate checks what a schema cannot say. It returns nil if all is well.
func (m Manifest) Validate() Problems {
	var p Problems
	if slices.Contains(reserved, m.ID) || strings.HasPrefix(m.ID, "pg") {
		p.add("id", "%q is taken by the host", m.ID)
	}
	if _, err := semver.StrictNewVersion(m.Version); err != nil {
		p.add("version", "is not a semantic version such as 1.2.3")
	}
	if _, err := semver.NewConstraint(m.SDK); err != nil {
		p.add("sdk", "is not a range of versions such as ^0.1.0")
	}
	if m.Settings != nil {
		m.Settings.validate(&p)
	}
	m.validateNames(&p)
	m.validateEvents(&p)
	m.validateContributions(&p)
	m.validateWebhooks(&p)
	m.validateAudit(&p)
	m.validateRemote(&p)
	return p
}

// FitsSDK reports whether the plugin works with an SDK version.
func (m Manifest) FitsSDK(version string) bool {
	constraint, err := semver.NewConstraint(m.SDK)
	if err != nil {
		return false
	}
	v, err := semver.NewVersion(version)
	return err == nil && constraint.Check(v)
}

func (m Manifest) validateNames(p *Problems) {
	seen := map[string]bool{}
	for i, permission := range m.Permissions {
		if seen[permission.Name] {
			p.add(fmt.Sprintf("permissions[%d].name", i), "%q is declared twice", permission.Name)
		}
		seen[permission.Name] = true
	}
	listeners := map[string]bool{}
	for i, listener := range m.Listeners {
		if listeners[listener.Name] {
			p.add(fmt.Sprintf("listeners[%d].name", i), "%q is declared twice", listener.Name)
		}
		listeners[listener.Name] = true
	}
	topics := map[string]bool{}
	for i, topic := range m.Push {
		for _, name := range topic.Names() {
			if topics[name] {
				p.add(fmt.Sprintf("push[%d].name", i), "%q is declared twice", name)
			}
			topics[name] = true
		}
	}
}

func (m Manifest) validateEvents(p *Problems) {
	own, urgent := "event."+m.ID+".", "control."+m.ID+"."
	for i, subject := range m.Events.Emits {
		field := fmt.Sprintf("events.emits[%d]", i)
		switch {
		case (strings.HasPrefix(subject, own) || strings.HasPrefix(subject, urgent)) && strings.Count(subject, ".") == 2:
			if m.Postgres == nil {
				p.add(field, "%q needs a database for its outbox: add \"postgres\"", subject)
			}
		case subject == "device.command":
			m.needCapability(p, field, subject, CapabilityCommand)
		case isDeviceSubject(subject):
			m.needCapability(p, field, subject, CapabilityIngest)
		default:
			p.add(field, "%q must be %s<noun>, or %s<noun> for what must get through whatever else waits", subject, own, urgent)
		}
	}
	for i, subject := range m.Events.Consumes {
		isEvent := (strings.HasPrefix(subject, "event.") || strings.HasPrefix(subject, "control.")) && strings.Count(subject, ".") == 2
		if strings.Contains(subject, "*") && subject != RaisedByAll && subject != RecipientsOfAll && subject != ReadingsOfAll {
			p.add(fmt.Sprintf("events.consumes[%d]", i), "%q: of all plugins, only %s, %s and %s can be consumed", subject, RaisedByAll, RecipientsOfAll, ReadingsOfAll)
		}
		if !isEvent && !isDeviceSubject(subject) && subject != "device.command" {
			p.add(fmt.Sprintf("events.consumes[%d]", i), "%q is neither event.<plugin>.<noun>, control.<plugin>.<noun>, telemetry nor device.<noun>", subject)
		}
	}
}

func (m Manifest) needCapability(p *Problems, field, subject, capability string) {
	if !m.Has(capability) {
		p.add(field, "%q needs the capability %q", subject, capability)
	}
}

// isDeviceSubject reports whether a subject carries what devices send.
func isDeviceSubject(subject string) bool {
	switch subject {
	case "telemetry", "device.event", "device.status", "device.reply", "device.connection":
		return true
	}
	return false
}

func (m Manifest) validateRemote(p *Problems) {
	if m.Remote == nil {
		return
	}
	if m.Remote.Name != m.ID {
		p.add("remote.name", "%q must be the plugin's id %q", m.Remote.Name, m.ID)
	}
	routes := map[string]bool{}
	for i, route := range m.Remote.Routes {
		if routes[route.Path] {
			p.add(fmt.Sprintf("remote.routes[%d].path", i), "%q is declared twice", route.Path)
		}
		routes[route.Path] = true
	}
	ids := map[string]bool{}
	for i, entry := range m.Remote.Navigation {
		field := fmt.Sprintf("remote.navigation[%d]", i)
		if ids[entry.ID] {
			p.add(field+".id", "%q is declared twice", entry.ID)
		}
		ids[entry.ID] = true
		if entry.Path != "/" && !routes[entry.Path] {
			p.add(field+".path", "%q is not among the remote's routes", entry.Path)
		}
	}
	widgets := map[string]bool{}
	for i, widget := range m.Remote.Widgets {
		if widgets[widget.ID] {
			p.add(fmt.Sprintf("remote.widgets[%d].id", i), "%q is declared twice", widget.ID)
		}
		widgets[widget.ID] = true
		if widget.Path != "" && !routes[widget.Path] {
			p.add(fmt.Sprintf("remote.widgets[%d].path", i), "%q is not among the remote's routes", widget.Path)
		}
	}
	for i, slot := range m.Remote.Slots {
		slot.validate(p, fmt.Sprintf("remote.slots[%d]", i), routes)
	}
}

// validate checks that a part has what its place shows before the part's code loads.
func (s Slot) validate(p *Problems, field string, routes map[string]bool) {
	switch s.Slot {
	case SlotToolbar:
		s.need(p, field, "icon", s.Icon != "")
		s.need(p, field, "label", s.Label != nil)
		s.need(p, field, "path", s.Path != "" || s.Module != "")
	case "vehicle-tabs", "vehicle-bulk-actions":
		s.need(p, field, "id", s.ID != "")
		s.need(p, field, "label", s.Label != nil)
	}
	if len(s.AlertTypes) > 0 && s.Slot != SlotAlertEvidence && s.Slot != SlotAlertHeader {
		p.add(field+".alert_types", "is for the slots %s and %s alone", SlotAlertEvidence, SlotAlertHeader)
	}
	s.need(p, field, "module", s.Module != "" || s.Slot == SlotToolbar)
	if s.Path != "" && !routes[s.Path] {
		p.add(field+".path", "%q is not among the remote's routes", s.Path)
	}
}

func (s Slot) need(p *Problems, field, name string, given bool) {
	if !given {
		p.add(field+"."+name, "is missing; %s needs it", s.Slot)
	}
}

func (p *Problems) add(field, format string, args ...any) {
	*p = append(*p, Problem{field, fmt.Sprintf(format, args...)})
}
