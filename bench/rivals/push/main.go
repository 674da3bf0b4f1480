// Command push is the usual way to push: each message is encoded once, queued for each client, and written alone. GET /offer?rate=N has it offer
// so many messages a second from then on, at first none.
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
	stop    context.CancelFunc
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	h := &hub{clients: map[chan []byte]struct{}{}, stop: func() {}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	mux := http.NewServeMux()
	mux.HandleFunc("/offer", func(w http.ResponseWriter, r *http.Request) {
		rate, err := strconv.Atoi(r.FormValue("rate"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		h.begin(rate)
	})
	mux.HandleFunc("/", h.serve)
	return http.Serve(listener, mux) // measured on loopback, ended by whoever started it
}

// begin offers at another rate.
func (h *hub) begin(rate int) {
	ctx, stop := context.WithCancel(context.Background())
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stop()
	h.stop = stop
	if rate > 0 {
		go h.offer(ctx, rate)
	}
}

// offer makes messages at a fixed rate.
func (h *hub) offer(ctx context.Context, rate int) {
	began := time.Now()
	for n := 0; ctx.Err() == nil; n++ {
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
