package streams

import (
	"strings"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

// boundHead begins the subjects on which the host takes what plugins publish, to hold them to their bounds: "bound.alerts.event.alerts.alert".
const boundHead = "bound."

// BoundFilter is what the host listens to for one plugin.
func BoundFilter(pluginID string) string { return boundHead + pluginID + ".>" }

// Unbound is the subject that a plugin published on; false: nothing that a plugin published.
func Unbound(pluginID, subject string) (published string, ok bool) {
	return strings.CutPrefix(subject, boundHead+pluginID+".")
}

// services are the subjects that lead out of a plugin's account: a message on any other stays there, and so does whatever it has the server send as a reply.
func services(m manifest.Manifest) []embedded.NATSService {
	all := []embedded.NATSService{bound(m.ID, "dead."+m.ID+".>")}
	for _, subject := range m.Events.Emits {
		switch events.Stream(subject) {
		case events.StreamTelemetry, events.StreamDevice: // whoever has the capability for it holds devices to their bounds
			all = append(all, direct(emitted(subject)))
		default:
			all = append(all, bound(m.ID, emitted(subject)))
		}
	}
	for _, topic := range m.Push {
		all = append(all, direct(events.PushSubject(topic.Name, "*")))
	}
	for _, subject := range m.Events.Consumes {
		for _, c := range consumersOf(m.ID, subject) {
			stream := events.Stream(subject)
			all = append(all, direct(consumerInfo(stream, c.Durable)), direct(consumerAck(stream, c.Durable)))
			next := direct(consumerNext(stream, c.Durable))
			next.Many = true
			all = append(all, next)
		}
	}
	return all
}

func direct(subject string) embedded.NATSService {
	return embedded.NATSService{From: subject, To: subject}
}

func bound(pluginID, subject string) embedded.NATSService {
	return embedded.NATSService{From: subject, To: boundHead + pluginID + "." + subject}
}

func consumerInfo(stream, durable string) string {
	return "$JS.API.CONSUMER.INFO." + stream + "." + durable
}

func consumerNext(stream, durable string) string {
	return "$JS.API.CONSUMER.MSG.NEXT." + stream + "." + durable
}

func consumerAck(stream, durable string) string { return "$JS.ACK." + stream + "." + durable + ".>" }
