package events

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/nats-io/nats.go"
)

// FuzzPartsOf divides anything: it is refused, or what was divided is the same when it is put together again.
func FuzzPartsOf(f *testing.F) {
	f.Add(appendPart(appendPart([]byte{groupMark}, part{"5 -Inf 20.5", []byte(`{"id":"a"}`)}), part{"", []byte{packedMark, 0}}))
	f.Add([]byte{groupMark})
	f.Add(binary.AppendUvarint([]byte{groupMark}, 1<<63))
	f.Add([]byte(`{"id":"a"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		parts, err := partsOf(raw, nats.Header{headerGlance: {"noted"}})
		if err != nil {
			return
		}
		if len(raw) == 0 || raw[0] != groupMark {
			if len(parts) != 1 || parts[0].note != "noted" || !bytes.Equal(parts[0].body, raw) {
				t.Fatalf("%q is %q", raw, parts)
			}
			return
		}
		again := []byte{groupMark}
		for _, p := range parts {
			again = appendPart(again, p)
		}
		parts2, err := partsOf(again, nil)
		if err != nil || len(parts) == 0 || len(again) > len(raw) || len(parts2) != len(parts) {
			t.Fatalf("%q is %q, and again %q, %v", raw, parts, parts2, err)
		}
		for i := range parts {
			if parts[i].note != parts2[i].note || !bytes.Equal(parts[i].body, parts2[i].body) {
				t.Fatalf("%q is %q, and again %q", raw, parts, parts2)
			}
		}
	})
}

func TestGroupsOf_ByOrganisationAndShareInOrderWithinTheBytes(t *testing.T) {
	event := func(org string, share, size int, id string) *outgoing {
		return &outgoing{id: id, key: groupKey{org, share}, part: part{body: make([]byte, size)}}
	}
	groups := groupsOf([]*outgoing{
		event("a", 1, 10, "a1"), event("b", 1, 10, "b1"), event("a", 2, 10, "a2"), event("a", 1, maxGroupBytes, "large"), event("a", 1, 10, "late"),
		event("b", 1, 10, "b1 too"),
	})
	want := [][]string{{"a1"}, {"b1", "b1 too"}, {"a2"}, {"large"}, {"late"}}
	if len(groups) != len(want) {
		t.Fatalf("%d groups, want %d", len(groups), len(want))
	}
	for i, group := range groups {
		for j, one := range group {
			if len(group) != len(want[i]) || one.id != want[i][j] {
				t.Errorf("group %d has %s at %d, want %v", i, one.id, j, want[i])
			}
		}
	}
}
