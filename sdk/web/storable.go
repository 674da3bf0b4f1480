package web

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/storable"
)

const textUnstorable = "holds what cannot be stored"

// mostUnstorable bounds how many fields a refusal names.
const mostUnstorable = 20

// CheckJSON refuses a JSON body with values that cannot be stored. The fault is invalid and names the fields.
func CheckJSON(data []byte) error {
	var wrong []fault.Field
	for _, location := range storable.JSON(data, "body") {
		wrong = append(wrong, fault.Field{Location: location, Message: textUnstorable})
	}
	if wrong == nil {
		return nil
	}
	return fault.InvalidFields("The request is not valid.", wrong...)
}

// CheckAddress refuses parameters of a path and of a query that cannot be stored: a fault of kind invalid that names them.
func CheckAddress(r *http.Request, eachParameter func(func(name, value string))) error {
	var wrong []fault.Field
	eachParameter(func(name, value string) {
		if !storable.Text(value) {
			wrong = append(wrong, fault.Field{Location: "path." + name, Message: textUnstorable})
		}
	})
	if mayBeUnstorable(r.URL.RawQuery) {
		for name, values := range r.URL.Query() {
			if !storable.Text(name) || !storable.Text(strings.Join(values, "")) {
				wrong = append(wrong, fault.Field{Location: "query." + storable.Name(name), Message: textUnstorable})
			}
		}
	}
	if wrong == nil {
		return nil
	}
	slices.SortFunc(wrong, func(a, b fault.Field) int { return strings.Compare(a.Location, b.Location) })
	return fault.InvalidFields("The request is not valid.", wrong[:min(len(wrong), mostUnstorable)]...)
}

// mayBeUnstorable reports whether an escaped text can stand for one that is not storable: with an escaped NUL or a byte beyond ASCII.
func mayBeUnstorable(escaped string) bool {
	for i := range len(escaped) {
		switch {
		case escaped[i] >= utf8.RuneSelf, escaped[i] == 0:
			return true
		case escaped[i] == '%' && i+2 < len(escaped) && (escaped[i+1] >= '8' || escaped[i+1] == '0' && escaped[i+2] == '0'):
			return true
		}
	}
	return false
}
