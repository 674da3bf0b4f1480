package device

import (
	"encoding/json"
	"fmt"

	"outrider.dev/sdk/events"
)

// Status is what a device says about itself, as it is sent.
type Status struct {
	Model      string               `json:"model"`
	Firmware   string               `json:"firmware"`
	Components []events.Component   `json:"components,omitempty"`
	Faults     []events.DeviceFault `json:"faults,omitempty"`
	Network    events.Network       `json:"network"`
	Configs    json.RawMessage      `json:"configs,omitempty"` // any object; kept as it is
}

// FaultTypes are the things that a device can report as broken.
var FaultTypes = []string{"storage", "camera", "gps", "status", "recording", "network"}

const (
	maxComponents  = 16
	maxChannels    = 8
	maxFaults      = 64
	maxNameBytes   = 64
	maxTextBytes   = 500
	maxConfigBytes = 32 << 10
)

// ParseStatus reads the payload of a status message. The error is a Rejected.
func ParseStatus(raw []byte) (Status, error) {
	var w wireStatus
	if err := decodeTexts(raw, &w); err != nil {
		return Status{}, err
	}
	s := w.status()
	err := firstOf(
		required("model", s.Model),
		atMost("model", s.Model, maxNameBytes),
		atMost("firmware", s.Firmware, maxNameBytes),
		atMost("network.type", s.Network.Type, maxNameBytes),
		between("network.signal", s.Network.Signal, 0, 5),
		atMost("configs", string(s.Configs), maxConfigBytes),
		s.checkComponents(),
		s.checkFaults(),
	)
	if err != nil {
		return Status{}, err
	}
	return s, nil
}

func (s Status) checkComponents() error {
	if len(s.Components) > maxComponents {
		return whole("components", "has %d entries; at most %d are allowed", len(s.Components), maxComponents)
	}
	for i, c := range s.Components {
		at := fmt.Sprintf("components[%d]", i)
		if len(c.Channels) > maxChannels {
			return whole(at+".channels", "has %d entries; at most %d are allowed", len(c.Channels), maxChannels)
		}
		err := firstOf(required(at+".type", c.Type), atMost(at+".type", c.Type, maxNameBytes), between(at+".dmsChannel", c.DMSChannel, 0, maxChannels))
		if err != nil {
			return err
		}
		for j, channel := range c.Channels {
			field := fmt.Sprintf("%s.channels[%d]", at, j)
			if err := firstOf(between(field+".id", channel.ID, 1, maxChannels), atMost(field+".name", channel.Name, maxNameBytes)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s Status) checkFaults() error {
	if len(s.Faults) > maxFaults {
		return whole("faults", "has %d entries; at most %d are allowed", len(s.Faults), maxFaults)
	}
	for i, f := range s.Faults {
		at := fmt.Sprintf("faults[%d]", i)
		err := firstOf(
			oneOf(at+".type", f.Type, FaultTypes),
			atMost(at+".status", f.Status, maxNameBytes),
			atMost(at+".text", f.Text, maxTextBytes),
			atMost(at+".context.medium", f.Context.Medium, maxNameBytes),
			atMost(at+".context.id", f.Context.ID, maxNameBytes),
			between(at+".context.channel", f.Context.Channel, 0, maxChannels),
		)
		if err != nil {
			return err
		}
	}
	return nil
}

func required(field, value string) error {
	if value == "" {
		return whole(field, "is missing")
	}
	return nil
}

func between(field string, value, low, high int) error {
	if value < low || value > high {
		return whole(field, "must be from %d to %d, not %d", low, high, value)
	}
	return nil
}
