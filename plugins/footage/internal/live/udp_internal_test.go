package live

import (
	"net"
	"testing"
)

func TestIsNear(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1": true, "10.1.2.3": true, "172.16.0.9": true, "192.168.1.64": true, "fd00::1": true, "fe80::1": true, "::ffff:10.0.0.1": true,
		"8.8.8.8": false, "100.64.0.1": false, "2001:db8::1": false,
	} {
		if got := isNear(&net.TCPAddr{IP: net.ParseIP(address), Port: 1}); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}
