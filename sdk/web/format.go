package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// misfit marks the message of a value that is JSON of the right kind but too large or otherwise unfit for its field.
const misfit = "misfit:"

var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(v)
	},
	Unmarshal: unmarshal,
}

// unmarshal reads JSON. Its errors never repeat what they read, and a NUL, which Postgres cannot store, is refused.
func unmarshal(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if unfit, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return errors.New(misfit + unfit.Field)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("is not JSON at byte %d", syntax.Offset)
	}
	if err != nil {
		return errors.New("cannot be read")
	}
	if parsed, ok := v.(*any); ok && bytes.Contains(data, []byte(`\u0000`)) && hasNUL(*parsed) {
		return errors.New("holds a NUL character")
	}
	return nil
}

func hasNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.ContainsRune(v, 0)
	case []any:
		for _, item := range v {
			if hasNUL(item) {
				return true
			}
		}
	case map[string]any:
		for key, item := range v {
			if strings.ContainsRune(key, 0) || hasNUL(item) {
				return true
			}
		}
	}
	return false
}
