package events

import "testing"

func TestRuns(t *testing.T) {
	row := func(subject string, bytes int) outboxRow {
		return outboxRow{subject: subject, data: make([]byte, bytes)}
	}
	traced := row("a", 1)
	traced.trace = "00-1-2-01"
	rows := []outboxRow{row("a", 1), row("a", 1), row("b", 1), row("a", maxGroupBytes-1), row("a", 1), row("a", 1), traced, row("a", 1), row("a", 1)}
	for _, c := range []struct {
		batches bool
		want    []int
	}{{true, []int{2, 1, 2, 1, 1, 2}}, {false, []int{1, 1, 1, 1, 1, 1, 1, 1, 1}}} {
		var got []int
		for _, run := range runs(rows, c.batches) {
			got = append(got, len(run))
		}
		if len(got) != len(c.want) {
			t.Fatalf("batches %v: runs of %v, want %v", c.batches, got, c.want)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Fatalf("batches %v: runs of %v, want %v", c.batches, got, c.want)
			}
		}
	}
	if got := runs(nil, true); len(got) != 0 {
		t.Errorf("no rows are %d runs", len(got))
	}
}

func FuzzReadBatch(f *testing.F) {
	m := BatchMessage("event.rooms.room", []BatchedEvent{{ID: "a", Body: []byte("{}")}, {ID: "b", Body: []byte("[]")}})
	if list, err := ReadBatch(m.Data); err != nil || len(list) != 2 || list[0].ID != "a" || string(list[1].Body) != "[]" || !IsBatch(m.Header) {
		f.Fatalf("read back as %+v, %v", list, err)
	}
	f.Add(m.Data)
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadBatch(data)
		if err != nil {
			return
		}
		for _, e := range list {
			if len(e.Body) == 0 {
				t.Fatalf("an event is %+v", e)
			}
		}
	})
}
