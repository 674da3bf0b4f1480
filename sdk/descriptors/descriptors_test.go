package descriptors

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

func TestListener_KeepsTheReserve(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := Keep(inner)
	defer l.Close()
	used, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	l.last = used.Fd() + 10 // as if the process might have hardly more
	used.Close()
	accepted := make(chan net.Conn, 100)
	ended := make(chan error, 1)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				ended <- err
				return
			}
			accepted <- conn
		}
	}()
	var clients []net.Conn
	for range 30 {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for l.Refused() == 0 {
		<-tick.C
	}
	last := clients[len(clients)-1]
	if _, err := last.Read(make([]byte, 1)); !errors.Is(err, io.EOF) && err == nil {
		t.Errorf("the last of 30 is let in: %v", err)
	}
	for _, c := range clients { // with them gone there is room again
		c.Close()
	}
	for open := true; open; {
		select {
		case c := <-accepted:
			c.Close()
		default:
			open = false
		}
	}
	before := l.Refused()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	select {
	case s := <-accepted:
		s.Close()
	case <-time.After(time.Minute):
		t.Errorf("nobody is let in any more; refused %d and then %d", before, l.Refused())
	}
	l.Close()
	if err := <-ended; !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}

func TestReserve(t *testing.T) {
	for limit, want := range map[uint64]uint64{256: 64, 1024: 256, 1 << 20: 512} {
		if got := Reserve(limit); got != want {
			t.Errorf("of %d: %d, want %d", limit, got, want)
		}
	}
}
