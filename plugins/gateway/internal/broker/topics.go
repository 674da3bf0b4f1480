package broker

import (
	"strings"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/device"
)

// insideMark begins the topics that the server knows. A device says "devices/d1/status"; inside it is "@demo/devices/d1/status", so that the devices of two
// organisations which are called the same have nothing in common.
const insideMark = "@"

// clientID is what the server calls a device's connection: a second one of the same device takes the first one over.
func clientID(r credential.Ref) string { return r.OrgID + "/" + r.ID }

// inside is a device's own topic as the server knows it. Any other stays one that the device has no right to.
func inside(r credential.Ref, topic string) string {
	if id, _, ok := device.ParseTopic(topic); ok && id == r.ID {
		return insideMark + r.OrgID + "/" + topic
	}
	if strings.HasPrefix(topic, insideMark) {
		return insideMark + topic
	}
	return topic
}

// kindOf is what the device's own topic is for, from how the server knows it; false for any other.
func kindOf(r credential.Ref, topic string) (kind string, own bool) {
	rest, marked := strings.CutPrefix(topic, insideMark)
	org, outer, cut := strings.Cut(rest, "/")
	id, kind, ok := device.ParseTopic(outer)
	return kind, marked && cut && ok && org == r.OrgID && id == r.ID
}

// outside is a topic as devices know it.
func outside(topic string) string {
	if !strings.HasPrefix(topic, insideMark) {
		return topic
	}
	_, outer, _ := strings.Cut(topic, "/")
	return outer
}
