package vehicle

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// optional is a number in a body that may be left out, which keeps the old one, or null, which clears it.
type optional[T int32] struct {
	said  bool
	value *T
}

// UnmarshalJSON is called only for what is said.
func (o *optional[T]) UnmarshalJSON(raw []byte) error {
	o.said = true
	return json.Unmarshal(raw, &o.value)
}

// Schema is a number or null.
func (o optional[T]) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int32", Nullable: true}
}

func (o optional[T]) number() *int {
	if o.value == nil {
		return nil
	}
	n := int(*o.value)
	return &n
}
