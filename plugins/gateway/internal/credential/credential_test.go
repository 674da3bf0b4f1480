package credential_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
)

func TestBook_Authenticate(t *testing.T) {
	book := credential.NewBook(nil)
	book.Put(device("truck", "right", 1))
	disabled := device("parked", "right", 2)
	disabled.Disabled = true
	book.Put(disabled)
	keyless := device("keyless", "", 3)
	keyless.KeySHA256 = ""
	book.Put(keyless)

	for _, tc := range []struct {
		name, id, key string
		want          bool
	}{
		{"its own key", "truck", "right", true},
		{"a wrong key", "truck", "wrong", false},
		{"no key", "truck", "", false},
		{"the hash instead of the key", "truck", device("", "right", 0).KeySHA256, false},
		{"a disabled device", "parked", "right", false},
		{"a device without a key", "keyless", "", false},
		{"a stranger", "nobody", "right", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, got := book.Authenticate(tc.id, tc.key); got != tc.want {
				t.Errorf("Authenticate = %v, want %v", got, tc.want)
			}
		})
	}
}

func TestBook_AnOlderEventChangesNothing(t *testing.T) {
	var lost []string
	book := credential.NewBook(func(d credential.Device) { lost = append(lost, d.ID) })
	book.Put(device("truck", "new", 9))
	book.Put(device("truck", "old", 8))
	if _, ok := book.Authenticate("truck", "new"); !ok || len(lost) != 0 {
		t.Errorf("an older event replaced the key; lost %v", lost)
	}
	gone := device("truck", "new", 10)
	gone.Deleted = true
	book.Put(gone)
	book.Put(device("truck", "new", 9))
	if _, ok := book.Authenticate("truck", "new"); ok || len(lost) != 1 || book.Newest().Sequence != 10 {
		t.Errorf("a deleted device came back; lost %v", lost)
	}
}

// Two organisations may have devices of one id, and know nothing of each other: the key tells whose it is.
func TestBook_TheKeyTellsTheOrganisation(t *testing.T) {
	var lost []credential.Ref
	book := credential.NewBook(func(d credential.Device) { lost = append(lost, d.Ref()) })
	theirs := device("truck", "theirs", 2)
	theirs.OrgID = "rival"
	book.Put(device("truck", "ours", 1))
	book.Put(theirs)
	for key, org := range map[string]string{"ours": "demo", "theirs": "rival"} {
		if d, ok := book.Authenticate("truck", key); !ok || d.OrgID != org || !book.Holds(d) {
			t.Errorf("%s: %+v, %v", key, d, ok)
		}
	}
	if _, ok := book.Authenticate("truck", "nobody's"); ok {
		t.Error("a wrong key is let in")
	}
	theirs.Sequence, theirs.Deleted = 3, true
	book.Put(theirs)
	if len(lost) != 1 || lost[0] != theirs.Ref() {
		t.Errorf("lost %v, want rival's alone", lost)
	}
	if d, ok := book.Authenticate("truck", "ours"); !ok || d.OrgID != "demo" {
		t.Error("ours went with theirs")
	}
	if _, ok := book.Authenticate("truck", "theirs"); ok {
		t.Error("a deleted device is let in")
	}
}

func TestUsable(t *testing.T) {
	for id, want := range map[string]bool{"d-1": true, "a/b": false, "a.b": false, "+": false, "a#": false, "": false, "a b": false} {
		if credential.Usable(id) != want {
			t.Errorf("Usable(%q) is %v", id, !want)
		}
	}
}

func TestLimiter(t *testing.T) {
	now := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	limiter := credential.NewLimiter(func() time.Time { return now })
	for range 10 {
		if !limiter.Allow("192.0.2.1", "truck") {
			t.Fatal("blocked before ten failures")
		}
		limiter.Failed("192.0.2.1", "truck")
	}
	if limiter.Allow("192.0.2.1", "truck") {
		t.Error("the eleventh attempt is looked at")
	}
	if !limiter.Allow("192.0.2.2", "truck") || !limiter.Allow("192.0.2.1", "van") {
		t.Error("another address or device is blocked too")
	}
	now = now.Add(11 * time.Second)
	if !limiter.Allow("192.0.2.1", "truck") {
		t.Error("still blocked after eleven seconds")
	}
	for i := range 250 {
		limiter.Failed("192.0.2.9", fmt.Sprintf("guess-%d", i))
	}
	if limiter.Allow("192.0.2.9", "truck") {
		t.Error("an address that guessed 250 ids is not blocked")
	}
	now = now.Add(2 * time.Second)
	if !limiter.Allow("192.0.2.9", "truck") {
		t.Error("the address is blocked for ever")
	}
	limiter.Succeeded("192.0.2.1", "truck")
	if !limiter.Allow("192.0.2.1", "truck") {
		t.Error("a right key did not clear the failures")
	}
}

func device(id, key string, sequence uint64) credential.Device {
	sum := sha256.Sum256([]byte(key))
	return credential.Device{ID: id, OrgID: "demo", KeySHA256: hex.EncodeToString(sum[:]), Position: credential.Position{Sequence: sequence}}
}
