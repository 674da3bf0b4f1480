package identity

import (
	"encoding/json"
	"testing"
)

func TestMerge(t *testing.T) {
	for name, c := range map[string]struct{ into, change, want string }{
		"objects merge":                    {`{"a":{"x":1},"b":2}`, `{"a":{"y":2}}`, `{"a":{"x":1,"y":2},"b":2}`},
		"null removes":                     {`{"a":{"x":1},"b":2}`, `{"a":null}`, `{"b":2}`},
		"an array is replaced":             {`{"a":[1,2]}`, `{"a":[3]}`, `{"a":[3]}`},
		"one thing of a list":              {`{"w":[{"id":"a","x":1,"h":4},{"id":"b","x":2}]}`, `{"w":{"$each":{"a":{"x":5}}}}`, `{"w":[{"h":4,"id":"a","x":5},{"id":"b","x":2}]}`},
		"a thing that was not there":       {`{"w":[{"id":"a"}]}`, `{"w":{"$each":{"c":{"x":1},"b":{"x":2}}}}`, `{"w":[{"id":"a"},{"id":"b","x":2},{"id":"c","x":1}]}`},
		"without a list":                   {`{}`, `{"w":{"$each":{"a":{"x":1}}}}`, `{"w":[{"id":"a","x":1}]}`},
		"a thing is taken out":             {`{"w":[{"id":"a"},{"id":"b"}]}`, `{"w":{"$each":{"a":null,"z":null}}}`, `{"w":[{"id":"b"}]}`},
		"a new thing is left as it is":     {`{"w":[{"id":"a","x":1}]}`, `{"w":{"$new":{"a":{"x":9},"b":{"x":2}}}}`, `{"w":[{"id":"a","x":1},{"id":"b","x":2}]}`},
		"both":                             {`{"w":[{"id":"a","x":1}]}`, `{"w":{"$each":{"a":{"x":3},"b":{"x":4}},"$new":{"b":{"x":9,"y":1},"c":{}}}}`, `{"w":[{"id":"a","x":3},{"id":"b","x":4,"y":1},{"id":"c"}]}`},
		"what is no thing stays":           {`{"w":["a",7,{"x":1}]}`, `{"w":{"$each":{"a":"no","b":{"x":1}}}}`, `{"w":["a",7,{"x":1},{"id":"b","x":1}]}`},
		"beside other names it is no list": {`{"w":[1]}`, `{"w":{"$each":{"a":{}},"x":1}}`, `{"w":{"$each":{"a":{}},"x":1}}`},
	} {
		var into, change map[string]any
		if json.Unmarshal([]byte(c.into), &into) != nil || json.Unmarshal([]byte(c.change), &change) != nil {
			t.Fatal(name)
		}
		got, err := json.Marshal(merge(into, change))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, c.want)
		}
	}
}
