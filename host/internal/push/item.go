package push

import (
	"encoding/json"
	"fmt"
)

// publication is what a plugin publishes on push.{topic}.{organisation} (events.Push of the SDK).
type publication struct {
	Items []item `json:"items"`
}

// item is one value that browsers may see. The value is passed on as it came.
type item struct {
	Key       string          `json:"key"`        // the newest value of a key replaces older ones
	Path      string          `json:"path"`       // of the group that it belongs to
	VehicleID string          `json:"vehicle_id"` // that it belongs to
	UserID    string          `json:"user_id"`    // set: for this user alone
	Value     json.RawMessage `json:"value"`
}

// itemOverhead is what an item costs beside its value: strings, headers and its place in the index, in bytes.
const itemOverhead = 200

func (i *item) size() int { return itemOverhead + len(i.Key) + len(i.Path) + len(i.Value) }

// id is unlike between users, so that a plugin may use one key for several of them.
func (i *item) id() string {
	if i.UserID == "" {
		return i.Key
	}
	return i.UserID + "\x00" + i.Key
}

// decode reads a publication and refuses one with an item that has no key or no value.
func decode(data []byte) ([]item, error) {
	var p publication
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, fmt.Errorf("read publication: %w", err)
	}
	for _, i := range p.Items {
		if i.Key == "" || len(i.Value) == 0 {
			return nil, fmt.Errorf("read publication: item %q has no key or no value", i.Key)
		}
	}
	return p.Items, nil
}

// latest keeps the newest item of each key, in the order in which the keys first came.
type latest struct {
	items []*item
	index map[string]int
	bytes int
}

func (l *latest) add(i *item) {
	if at, ok := l.index[i.id()]; ok {
		l.bytes += i.size() - l.items[at].size()
		l.items[at] = i
		return
	}
	if l.index == nil {
		l.index = make(map[string]int)
	}
	l.index[i.id()] = len(l.items)
	l.items = append(l.items, i)
	l.bytes += i.size()
}

func (l *latest) addAll(items []*item) {
	for _, i := range items {
		l.add(i)
	}
}
