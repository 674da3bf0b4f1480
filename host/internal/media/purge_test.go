package media_test

import (
	"net/http"
	"testing"
)

func TestPurge_DeletesThePluginsFilesAlone(t *testing.T) {
	s := newStore(t)
	gone := []string{"demo/footage/one.mp4", "demo/footage/sets/two.mp4", "rival/footage/three.mp4"}
	kept := []string{"demo/footage-2/one.mp4", "demo/alerts/footage/one.mp4", "rival/alerts/one.csv"}
	for _, key := range append(append([]string{}, gone...), kept...) {
		if err := s.bucket.WriteAll(t.Context(), key, []byte("hello"), nil); err != nil {
			t.Fatal(err)
		}
	}
	underWay, another := upload(), upload()
	underWay.Key, another.Key = "demo/footage/coming.mp4", "demo/alerts/coming.mp4"
	s.put(underWay, "1")
	s.put(another, "1")
	for range 2 { // what was cut off is done again
		if err := s.uploads.Purge(t.Context(), "footage"); err != nil {
			t.Fatal(err)
		}
	}
	for there, want := range map[bool][]string{false: gone, true: kept} {
		for _, name := range want {
			if is, err := s.bucket.Exists(t.Context(), name); err != nil || is != there {
				t.Errorf("%s is there: %v, %v; want %v", name, is, err, there)
			}
		}
	}
	if status, _ := s.send(http.MethodPut, s.link(underWay)+"?part=2", "hello"); status != http.StatusGone {
		t.Errorf("a device goes on with an upload to a plugin that is purged: %d", status)
	}
	if status, _ := s.send(http.MethodPut, s.link(another)+"?part=2", "hello"); status != http.StatusOK {
		t.Errorf("an upload to another plugin ended: %d", status)
	}
}
