package push

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// wire is the writing side of a connection. Whoever has something to say writes it at once where that needs no waiting, without a goroutine of
// the connection's own; what the other side does not take at once is left to a goroutine that ends when everything is written. The WebSocket
// library reads, and writes pongs and the close frame.
type wire struct {
	*line
	out     *outbox
	work    sync.WaitGroup
	unpacks bool // the other side reads compressed messages
}

func newWire(conn net.Conn, o Options) *wire {
	return &wire{line: newLine(conn, o.Stall), out: newOutbox(o.MaxPendingKeys, o.MaxPendingBytes)}
}

// deliver hands over a batch for s as it stood in g, and reports whether that made what waited be dropped.
func (w *wire) deliver(s *subscription, g *group, b *batch) (dropped bool) {
	mine, dropped := w.out.offer(s, g, b)
	if mine {
		w.send(b.frames(w.unpacks))
	}
	return dropped
}

// say queues an answer. It fails when too many wait.
func (w *wire) say(message []byte) error { return w.queue(textFrame(message)) }

// resync tells the other side to read the snapshot again, instead of what waits for s.
func (w *wire) resync(s *subscription) {
	if w.out.resync(s) {
		w.send(w.take())
	}
}

// queue puts a small frame before what waits.
func (w *wire) queue(frame []byte) error {
	mine, err := w.out.put(frame)
	if mine {
		w.send(w.take())
	}
	return err
}

// Write is how the WebSocket library writes: small frames, each at once. It keeps nothing of p and does not wait for the other side.
func (w *wire) Write(p []byte) (int, error) {
	if err := w.queue(append([]byte(nil), p...)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// send writes frames and then what came meanwhile. The caller holds the outbox.
func (w *wire) send(frames [][]byte) {
	for len(frames) > 0 {
		rest, err := w.try(frames)
		if err != nil {
			w.cut()
			return
		}
		if len(rest) > 0 {
			w.work.Go(func() { w.finish(rest) })
			return
		}
		frames = w.take()
	}
}

// take empties the outbox: the frames to write. None ends the turn.
func (w *wire) take() (frames [][]byte) {
	control, pending := w.out.take()
	frames = control
	for _, each := range pending {
		frames = append(frames, each.frames(w.unpacks)...)
	}
	return frames
}

// finish is send for who can wait.
func (w *wire) finish(frames [][]byte) {
	for len(frames) > 0 {
		if w.write(frames) != nil {
			w.cut()
			return
		}
		frames = w.take()
	}
}

// cut ends a connection that cannot be written to; its reader then ends the rest.
func (w *wire) cut() {
	w.out.abandon()
	_ = w.Close() // it is broken: there is nobody to tell
}

// shut writes what waits and takes nothing more from here. It reports false if the connection is broken.
func (w *wire) shut(patience time.Duration) bool {
	w.hurry(patience)
	ok := w.out.close()
	w.finish(w.take())
	return ok
}

// Room that the WebSocket library needs on each connection: what browsers say is short, and large frames are not written through it.
const (
	readRoom  = 512
	writeRoom = 256
)

// wireWriter makes a wire of the connection that a handler takes over.
type wireWriter struct {
	http.ResponseWriter
	opts Options
	wire *wire
}

// Hijack implements http.Hijacker.
func (w *wireWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("take over the connection: %w", err)
	}
	w.wire = newWire(conn, w.opts)
	reader := rw.Reader
	if reader.Buffered() == 0 {
		reader = bufio.NewReaderSize(w.wire, readRoom)
	}
	return w.wire, bufio.NewReadWriter(reader, bufio.NewWriterSize(w.wire, writeRoom)), nil
}

// WriteHeaderNow lets gin's writer send the answer before the connection is taken over.
func (w *wireWriter) WriteHeaderNow() {
	if now, ok := w.ResponseWriter.(interface{ WriteHeaderNow() }); ok {
		now.WriteHeaderNow()
	}
}
