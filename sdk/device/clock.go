package device

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"
)

// parseTime reads a time, RFC 3339 in a string or Unix milliseconds as a number, and holds it against the bounds.
func parseTime(raw json.RawMessage, now time.Time) (int64, error) {
	ms, err := unixMilliseconds(raw)
	if err != nil {
		return 0, err
	}
	switch oldest, newest := now.Add(-MaxAge).UnixMilli(), now.Add(MaxAhead).UnixMilli(); {
	case ms < oldest:
		return 0, whole("time", "is more than 400 days ago: %s", stamp(ms))
	case ms > newest:
		return 0, whole("time", "is more than 24 h ahead: %s", stamp(ms))
	}
	return ms, nil
}

func unixMilliseconds(raw json.RawMessage) (int64, error) {
	switch raw = bytes.TrimSpace(raw); {
	case len(raw) == 0 || string(raw) == "null":
		return 0, whole("time", "is missing")
	case raw[0] == '"':
		return rfc3339(raw)
	case raw[0] != '-' && (raw[0] < '0' || raw[0] > '9'):
		return 0, whole("time", "must be RFC 3339 in a string or Unix milliseconds as a number")
	}
	if ms, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return ms, nil
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || math.Abs(f) >= 1<<53 {
		return 0, whole("time", "is out of range: %s", clip(string(raw), 40))
	}
	return int64(f), nil
}

func rfc3339(raw json.RawMessage) (int64, error) {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return 0, whole("time", "is not a string: %s", err)
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return 0, whole("time", "is not RFC 3339: %q", clip(text, 40))
	}
	return t.UnixMilli(), nil
}

func stamp(ms int64) string {
	if ms < -62135596800000 || ms > 253402300799999 { // years 1 to 9999
		return strconv.FormatInt(ms, 10) + " ms"
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}
