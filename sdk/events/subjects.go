package events

import (
	"hash/fnv"
	"strconv"
	"strings"
)

// Partitions is how many parts telemetry is split into.
const Partitions = 64

// Shares is how many pinned consumers read them, each every Shares-th partition: a process reads one share alone, so they bound how many
// hosts can have a part in the work, and each costs its reader and the server something with every handful of messages: the server writes down ten times a second where it is.
const Shares = 4

// PinnedGroup is the priority group of the pinned telemetry consumers.
const PinnedGroup = "one"

// The streams.
const (
	StreamTelemetry = "TELEMETRY"
	StreamDevice    = "DEVICE"
	StreamCommands  = "COMMANDS"
	StreamEvents    = "EVENTS"
	StreamControl   = "CONTROL"
	StreamDead      = "DEAD"
)

// Partition is the part of telemetry that a device belongs to: FNV-1a of its id, modulo Partitions.
func Partition(deviceID string) int {
	h := fnv.New32a()
	h.Write([]byte(deviceID))
	return int(h.Sum32() % Partitions)
}

// controlHead begins the subjects of what must get through whatever else waits, as that a device is shut out: "control.vehicles.device". Their stream
// holds nothing else, and they do not wait in the outbox behind others.
const controlHead = "control."

func urgent(subject string) bool { return strings.HasPrefix(subject, controlHead) }

// ValidToken reports whether id can be one token of a subject: not empty, at most 128 bytes, no dots, wildcards or blanks.
func ValidToken(id string) bool {
	return id != "" && len(id) <= 128 && strings.IndexFunc(id, func(r rune) bool {
		return r <= ' ' || r == '.' || r == '*' || r == '>' || r == 0x7f
	}) < 0
}

// TelemetrySubject is the subject that a device's samples travel on: "telemetry.7.demo.d1". Hosts take the form without the organisation as well, which
// releases before it used; everybody is handed that.
func TelemetrySubject(orgID, deviceID string) string {
	return "telemetry." + strconv.Itoa(Partition(deviceID)) + "." + orgID + "." + deviceID
}

// PushSubject is the core NATS subject of news for the browsers of one organisation.
func PushSubject(topic, orgID string) string { return "push." + topic + "." + orgID }

// DeadSubject is where a plugin's undeliverable messages of a source go: "dead.vehicles.telemetry".
func DeadSubject(pluginID, source string) string { return "dead." + pluginID + "." + source }

// replayHead begins the subjects on which an operator sends a dead message once more to the one consumer that could not handle it:
// "replay.vehicles.device.status.d1".
const replayHead = "replay."

// ReplaySubject is where a message of a subject is sent again to one plugin alone.
func ReplaySubject(pluginID, subject string) string { return replayHead + pluginID + "." + subject }

// OriginalSubject is the subject that a message had at first.
func OriginalSubject(subject string) string {
	rest, replayed := strings.CutPrefix(subject, replayHead)
	if !replayed {
		return subject
	}
	_, original, _ := strings.Cut(rest, ".")
	return original
}

// Stream names the stream that keeps a subject, whether as a manifest names it or in full; empty for an unknown one.
func Stream(subject string) string {
	switch head, _, _ := strings.Cut(subject, "."); head {
	case "telemetry":
		return StreamTelemetry
	case "device":
		if subject == "device.command" || strings.HasPrefix(subject, "device.command.") {
			return StreamCommands
		}
		return StreamDevice
	case "event":
		return StreamEvents
	case "control":
		return StreamControl
	case "dead":
		return StreamDead
	default:
		return ""
	}
}

// Filter is the subject filter of a consumer of what a manifest names: "device.status" is "device.status.*". For telemetry see
// TelemetryFilter.
func Filter(subject string) string {
	if strings.HasPrefix(subject, "device.") && strings.Count(subject, ".") == 1 {
		return subject + ".*"
	}
	return subject
}

// TelemetryFilter is the subject filter of one partition.
func TelemetryFilter(partition int) string { return "telemetry." + strconv.Itoa(partition) + ".>" }

// Share is the share of telemetry that a partition belongs to.
func Share(partition int) int { return partition % Shares }

// TelemetryFilters are the subject filters of one share.
func TelemetryFilters(share int) (filters []string) {
	for partition := share; partition < Partitions; partition += Shares {
		filters = append(filters, TelemetryFilter(partition))
	}
	return filters
}

// TelemetryFiltersOf are those of one share for some organisations alone, and for what names none.
func TelemetryFiltersOf(share int, orgIDs []string) (filters []string) {
	for partition := share; partition < Partitions; partition += Shares {
		head := "telemetry." + strconv.Itoa(partition) + "."
		filters = append(filters, head+"*")
		for _, orgID := range orgIDs {
			filters = append(filters, head+orgID+".*")
		}
	}
	return filters
}

// ConsumerName is the durable name of a plugin's consumer of a subject: "vehicles-event-identity-group", and "alerts-event-any-raised" of event.*.raised.
func ConsumerName(pluginID, subject string) string {
	return pluginID + "-" + strings.NewReplacer(".", "-", "*", "any").Replace(subject)
}

// TelemetryConsumerName is the durable name of a plugin's consumer of one share: "vehicles-telemetry-3-of-4". Where there are more or fewer, they are other consumers.
func TelemetryConsumerName(pluginID string, share int) string {
	return pluginID + "-telemetry-" + strconv.Itoa(share) + "-of-" + strconv.Itoa(Shares)
}

// Type is the manifest's name of a full subject: "telemetry.7.demo.d1" is "telemetry", "device.status.d1" is "device.status".
func Type(subject string) string {
	parts := strings.Split(subject, ".")
	switch {
	case parts[0] == "telemetry":
		return "telemetry"
	case parts[0] == "device" && len(parts) > 2:
		return parts[0] + "." + parts[1]
	default:
		return subject
	}
}
