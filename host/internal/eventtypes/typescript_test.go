package eventtypes_test

import (
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/eventtypes"
	"outrider.dev/sdk/events/schema"
)

func parse(t *testing.T, subject, content string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(subject, []byte(content))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTypeScript(t *testing.T) {
	door := parse(t, "event.doors.door", `{"title":"DoorMoved","description":"DoorMoved tells of a door.","type":"object","required":["id","state","at_ms","lat","parts"],"properties":{
		"id":{"type":"string","description":"The id."},"state":{"enum":["open","shut"]},"at_ms":{"type":"integer"},"lat":{"type":["number","null"]},
		"parts":{"type":"array","items":{"$ref":"#/$defs/part"}},"who-else":{"type":"array","items":{"type":["string","null"]}},
		"more":{"type":"object","additionalProperties":{"type":"boolean"}},"where":{"type":"object","required":["x"],"properties":{"x":{"type":"number"}}},"any":{}},
		"$defs":{"part":{"type":"object","properties":{"kind":{"const":"hinge"}}}}}`)
	got, err := eventtypes.TypeScript([]*schema.Schema{door, parse(t, "event.gates.door", `{"title":"DoorMoved","type":"object","properties":{"id":{"type":"string"}}}`)})
	if err != nil {
		t.Fatal(err)
	}
	const want = `
/** DoorMoved tells of a door. Event event.doors.door. */
export interface DoorMoved {
  /** The id. */
  id: string;
  state: 'open' | 'shut';
  at_ms: number;
  lat: number | null;
  parts: Part[];
  'who-else'?: Array<string | null>;
  more?: Record<string, boolean>;
  where?: {
    x: number;
  };
  any?: unknown;
}

export interface Part {
  kind?: 'hinge';
}

/** Event event.gates.door. */
export interface GatesDoorMoved {
  id?: string;
}
`
	if _, body, _ := strings.Cut(string(got), "DO NOT EDIT.\n"); body != want {
		t.Errorf("the types are\n%s\nwant\n%s", body, want)
	}
}
