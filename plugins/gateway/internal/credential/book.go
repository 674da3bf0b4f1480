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
	Sequence  uint64 // of the event that said so; an older event changes nothing
}

// Usable reports whether a device id can be a part of topics and subjects.
func Usable(deviceID string) bool {
	return events.ValidToken(deviceID) && !strings.ContainsAny(deviceID, "/+#")
}

// Book holds all devices in memory. It is safe for concurrent use.
type Book struct {
	mu       sync.RWMutex
	devices  map[string]Device // by id, the living and the dead
	newest   uint64
	onChange func(Device)
}

// NewBook returns an empty book. It calls onChange, if any, after a device lost its right to stay connected: another key, another
// organisation, disabled or deleted.
func NewBook(onChange func(Device)) *Book {
	return &Book{devices: map[string]Device{}, onChange: onChange}
}

// Put takes news of a device, unless newer is known.
func (b *Book) Put(d Device) {
	b.mu.Lock()
	old, known := b.devices[d.ID]
	if !Usable(d.ID) || (known && d.Sequence < old.Sequence) || (known && d.Deleted && d.OrgID != old.OrgID) {
		b.mu.Unlock()
		return
	}
	b.devices[d.ID] = d
	b.newest = max(b.newest, d.Sequence)
	b.mu.Unlock()
	lost := d.Disabled || d.Deleted || d.OrgID != old.OrgID || d.KeySHA256 != old.KeySHA256
	if known && lost && b.onChange != nil {
		b.onChange(d)
	}
}

// Newest is the highest sequence that the book has seen.
func (b *Book) Newest() uint64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.newest
}

// Authenticate returns the device if the key is its own. It takes the same time whatever is wrong.
func (b *Book) Authenticate(deviceID, key string) (Device, bool) {
	b.mu.RLock()
	d, known := b.devices[deviceID]
	b.mu.RUnlock()
	sum := sha256.Sum256([]byte(key))
	given := hex.EncodeToString(sum[:])
	want := d.KeySHA256
	if len(want) != len(given) {
		want, known = strings.Repeat("0", len(given)), false
	}
	same := subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1
	return d, same && known && !d.Disabled && !d.Deleted
}

// Holds reports whether a device may stay connected that was let in as d.
func (b *Book) Holds(d Device) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	now, known := b.devices[d.ID]
	return known && now.OrgID == d.OrgID && now.KeySHA256 == d.KeySHA256 && !now.Disabled && !now.Deleted
}
