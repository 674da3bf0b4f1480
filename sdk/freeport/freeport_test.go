package freeport_test

import (
	"fmt"
	"net"
	"testing"

	"outrider.dev/sdk/freeport"
)

func TestReserve_GivesNoPortTwice(t *testing.T) {
	seen := map[int]bool{}
	for range 200 {
		port, release, err := freeport.Reserve()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(release)
		if seen[port] || !freeport.Is(port) {
			t.Errorf("port %d is not free", port)
		}
		seen[port] = true
	}
}

func TestIs(t *testing.T) {
	port, release, err := freeport.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatalf("what was reserved cannot be opened: %v", err)
	}
	if freeport.Is(port) {
		t.Error("somebody listens, and it is said to be free")
	}
	if err := l.Close(); err != nil || !freeport.Is(port) {
		t.Errorf("it is not free again: %v", err)
	}
}
