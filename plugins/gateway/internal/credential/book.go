// Package credential decides who may connect: it knows every device's key by its hash, and slows down those who guess.
package credential

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
	"sync"

	"outrider.dev/sdk/events"
)

// Device is what the gateway knows of a device.
type Device struct {
	ID        string
	OrgID     string
	VehicleID string // empty: fitted to none
	Model     string
	KeySHA256 string // lower-case hex
	Disabled  bool
	Deleted   bool
	Position
}

// Position is where a device's news stood: in the stream that nothing else can fill, and in that of events, where an older plugin of vehicles puts it alone. Older
// news change nothing, and none of the second count once there was one of the first.
type Position struct {
	Control  uint64
	Sequence uint64
}

func (p Position) before(other Position) bool {
	return p.Control < other.Control || (p.Control == other.Control && p.Sequence < other.Sequence)
}

// Ref names a device: the ids of two organisations' devices may be the same.
type Ref struct{ OrgID, ID string }

// Ref names the device.
func (d Device) Ref() Ref { return Ref{d.OrgID, d.ID} }

// Usable reports whether a device id can be a part of topics and subjects.
func Usable(deviceID string) bool {
	return events.ValidToken(deviceID) && !strings.ContainsAny(deviceID, "/+#")
}

// Book holds all devices in memory. It is safe for concurrent use.
type Book struct {
	mu       sync.RWMutex
	devices  map[Ref]Device   // the living and the dead
	byID     map[string][]Ref // of every organisation
	newest   Position         // the highest of each
	onChange func(Device)
	admitted map[string]bool // organisations whose devices may connect; nil: every one's
}

// NewBook returns an empty book. It calls onChange, if any, after a device lost its right to stay connected: another key, disabled or deleted.
func NewBook(onChange func(Device)) *Book {
	return &Book{devices: map[Ref]Device{}, byID: map[string][]Ref{}, onChange: onChange}
}

// Put takes news of a device, unless newer is known.
func (b *Book) Put(d Device) {
	b.mu.Lock()
	old, known := b.devices[d.Ref()]
	if !Usable(d.ID) || (known && d.before(old.Position)) {
		b.mu.Unlock()
		return
	}
	if !known {
		b.byID[d.ID] = append(b.byID[d.ID], d.Ref())
	}
	b.devices[d.Ref()] = d
	b.newest = Position{Control: max(b.newest.Control, d.Control), Sequence: max(b.newest.Sequence, d.Sequence)}
	b.mu.Unlock()
	lost := d.Disabled || d.Deleted || d.KeySHA256 != old.KeySHA256
	if known && lost && b.onChange != nil {
		b.onChange(d)
	}
}

// Has reports whether an organisation has a device of that id.
func (b *Book) Has(orgID, deviceID string) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	d, known := b.devices[Ref{orgID, deviceID}]
	return known && !d.Deleted
}

// Newest is the highest that the book has seen of each stream.
func (b *Book) Newest() Position {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.newest
}

// Authenticate returns the device of that id whose key it is: of several organisations' the key tells which. It takes the same time whatever is wrong.
func (b *Book) Authenticate(deviceID, key string) (found Device, ok bool) {
	sum := sha256.Sum256([]byte(key))
	given := hex.EncodeToString(sum[:])
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, ref := range b.byID[deviceID] {
		if d := b.devices[ref]; isKey(given, d.KeySHA256) && !d.Disabled && !d.Deleted && b.admits(d.OrgID) {
			found, ok = d, true
		}
	}
	if len(b.byID[deviceID]) == 0 {
		isKey(given, "")
	}
	return found, ok
}

// isKey compares a digest with a device's.
func isKey(given, want string) bool {
	has := len(want) == len(given)
	if !has {
		want = strings.Repeat("0", len(given))
	}
	return subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1 && has
}

// Holds reports whether a device may stay connected that was let in as d.
func (b *Book) Holds(d Device) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	now, known := b.devices[d.Ref()]
	return known && now.KeySHA256 == d.KeySHA256 && !now.Disabled && !now.Deleted && b.admits(d.OrgID)
}
