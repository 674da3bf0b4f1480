// Command push is the usual way to push: each message is encoded once, queued for each client, and written alone. Its first argument is how many
// messages a second it offers. It begins with the first request for /begin.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// queue is how many messages wait for a client before one is left out.
const queue = 256

type hub struct {
	mu      sync.Mutex
	clients map[chan []byte]struct{}
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	rate, err := strconv.Atoi(os.Args[1])
	if err != nil {
		return err
	}
	h := &hub{clients: map[chan []byte]struct{}{}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	var begin sync.Once
	mux := http.NewServeMux()
	mux.HandleFunc("/begin", func(http.ResponseWriter, *http.Request) { begin.Do(func() { go h.offer(rate) }) })
	mux.HandleFunc("/", h.serve)
	return http.Serve(listener, mux) //nolint:gosec // measured on loopback, ended by whoever started it
}

// offer makes messages at a fixed rate.
func (h *hub) offer(rate int) {
	began := time.Now()
	for n := 0; ; n++ {
		time.Sleep(time.Until(began.Add(time.Duration(n) * time.Second / time.Duration(rate))))
		message := fmt.Appendf(nil, `{"subscription_type":"presenceUpdates","value":[{"id":"load-%04d","t":%d,"name":"Lorry","lat":53.4,"lng":-2.2,"speed":50,"status":"MOVING"}]}`,
			n%2000, time.Now().UnixNano())
		h.mu.Lock()
		for client := range h.clients {
			select {
			case client <- message:
			default: // it reads too slowly
			}
		}
		h.mu.Unlock()
	}
}

func (h *hub) serve(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	ctx := conn.CloseRead(context.WithoutCancel(r.Context()))
	messages := make(chan []byte, queue)
	h.mu.Lock()
	h.clients[messages] = struct{}{}
	h.mu.Unlock()
	for {
		select {
		case <-ctx.Done():
			h.mu.Lock()
			delete(h.clients, messages)
			h.mu.Unlock()
			return
		case message := <-messages:
			if conn.Write(ctx, websocket.MessageText, message) != nil {
				return
			}
		}
	}
}
