// Package device is the device's side of Outrider: the topics and messages of docs/device-protocol.md, their strict decoders, and a
// client that speaks them.
package device

import (
	"strings"
	"time"
)

// The limits of the protocol.
const (
	MaxMessageBytes = 1 << 20  // a whole MQTT packet
	MaxSmallBytes   = 64 << 10 // the payload of an event, a status or a reply
	MaxSamples      = 1000     // in one telemetry message

	MaxAge   = 400 * 24 * time.Hour // the oldest time that is taken
	MaxAhead = 24 * time.Hour       // how far ahead of the server's clock a device's clock may be
)

// The last parts of a device's topics.
const (
	TopicTelemetry = "telemetry"
	TopicEvents    = "events"
	TopicStatus    = "status"
	TopicReplies   = "replies"
	TopicCommands  = "commands"
	TopicLimits    = "limits"
)

// Topic is a device's topic: "devices/{id}/telemetry".
func Topic(deviceID, kind string) string { return "devices/" + deviceID + "/" + kind }

// ParseTopic takes a topic apart. It reports false for one that is no device's topic.
func ParseTopic(topic string) (deviceID, kind string, ok bool) {
	rest, found := strings.CutPrefix(topic, "devices/")
	if !found {
		return "", "", false
	}
	deviceID, kind, ok = strings.Cut(rest, "/")
	return deviceID, kind, ok && deviceID != "" && kind != "" && !strings.Contains(kind, "/")
}

// Uplink reports whether a device publishes on a kind of topic.
func Uplink(kind string) bool {
	return kind == TopicTelemetry || kind == TopicEvents || kind == TopicStatus || kind == TopicReplies
}
