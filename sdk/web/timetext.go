package web

import (
	"bytes"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// TimeText is a time in the body of a request as its caller wrote it: text, or a number of Unix seconds, which becomes its text. What reads
// it knows by whose clock a time without a zone is meant.
type TimeText string

// UnmarshalJSON takes a string or a number; null is no time, as if it were left out.
func (t *TimeText) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" {
		return nil
	}
	if len(raw) > 0 && raw[0] != '"' {
		*t = TimeText(bytes.TrimSpace(raw))
		return nil
	}
	return json.Unmarshal(raw, (*string)(t))
}

// Schema is a string or a number.
func (TimeText) Schema(huma.Registry) *huma.Schema {
	longest, least := 40, 0.0
	text := &huma.Schema{Type: huma.TypeString, MaxLength: &longest, Description: "RFC 3339, or a local time: 2026-11-21T14:32:07"}
	seconds := &huma.Schema{Type: huma.TypeNumber, Minimum: &least, Description: "Unix seconds"}
	text.PrecomputeMessages()
	seconds.PrecomputeMessages()
	return &huma.Schema{OneOf: []*huma.Schema{text, seconds}}
}
