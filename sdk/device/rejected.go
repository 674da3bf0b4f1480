package device

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"outrider.dev/sdk/storable"
)

// Whole is the Index of a Rejected that concerns a whole message.
const Whole = -1

// Rejected says why a message, or one sample of it, can never be accepted: repeating it is of no use.
type Rejected struct {
	Index  int    // of the sample in its message, from 0; Whole for the message itself
	Field  string // as the protocol names it; empty if the message is no JSON at all
	Reason string // a sentence's end: "must be a number, not a string"
}

// Error reads "samples[3]: speed_kmh must be a number, not a string".
func (r Rejected) Error() string {
	text := strings.TrimSpace(r.Field + " " + r.Reason)
	if r.Index == Whole {
		return text
	}
	return fmt.Sprintf("samples[%d]: %s", r.Index, text)
}

func whole(field, format string, args ...any) error {
	return Rejected{Whole, field, fmt.Sprintf(format, args...)}
}

// decode unmarshals raw and turns the decoder's complaint into a Rejected of the whole message.
func decode(raw []byte, into any) error {
	err := json.Unmarshal(raw, into)
	if err == nil {
		return nil
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return whole(wrong.Field, "%s", typeReason(wrong))
	}
	return whole("", "the message is not JSON: %s", err)
}

// decodeTexts is decode for messages with texts or objects that are kept as they are.
func decodeTexts(raw []byte, into any) error {
	if err := decode(raw, into); err != nil {
		return err
	}
	if wrong := storable.JSON(raw, ""); wrong != nil {
		return whole(wrong[0], "holds what cannot be stored")
	}
	return nil
}

func typeReason(e *json.UnmarshalTypeError) string {
	if literal, isNumber := strings.CutPrefix(e.Value, "number "); isNumber {
		return "is out of range or not whole: " + clip(literal, 40)
	}
	return fmt.Sprintf("must be %s, not %s", kindName(e.Type.Kind().String()), article(e.Value))
}

func kindName(kind string) string {
	switch kind {
	case "float64":
		return "a number"
	case "int", "int64":
		return "a whole number"
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	case "slice":
		return "an array"
	default:
		return "an object"
	}
}

func article(value string) string {
	switch value {
	case "bool":
		return "true or false"
	case "array", "object":
		return "an " + value
	default:
		return "a " + value
	}
}

// clip shortens text for a reason, which must not grow with what a device sends.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// within rejects a number outside [low, high]. A nil one is absent and fine.
func within(field string, value *float64, low, high float64) error {
	if value == nil || (*value >= low && *value <= high) {
		return nil
	}
	return whole(field, "must be from %v to %v, not %v", low, high, *value)
}

// oneOf rejects a text that is none of the allowed.
func oneOf(field, value string, allowed []string) error {
	for _, a := range allowed {
		if a == value {
			return nil
		}
	}
	return whole(field, "must be one of %s, not %q", strings.Join(allowed, ", "), clip(value, 40))
}

// atMost rejects a text of more than most bytes.
func atMost(field, value string, most int) error {
	if len(value) <= most {
		return nil
	}
	return whole(field, "must have at most %d bytes, not %d", most, len(value))
}

// turn brings a heading of 360 degrees to 0.
func turn(heading *float64) *float64 {
	if heading == nil || *heading != 360 {
		return heading
	}
	north := 0.0
	return &north
}
