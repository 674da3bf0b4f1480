// Package watch is a client of push connections that costs little: it reads frames and hands over their bytes.
package watch

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// Conn is one connection.
type Conn struct {
	conn   net.Conn
	reader *bufio.Reader
	frame  []byte
}

// Dial opens a connection with the subprotocols, if there are any.
func Dial(ctx context.Context, address, path string, protocols ...string) (*Conn, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	ask := "GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
	if len(protocols) > 0 {
		ask += "Sec-WebSocket-Protocol: " + strings.Join(protocols, ", ") + "\r\n"
	}
	if _, err := io.WriteString(conn, ask+"\r\n"); err != nil {
		return nil, err
	}
	c := &Conn{conn: conn, reader: bufio.NewReaderSize(conn, 8<<10)}
	answer, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return nil, fmt.Errorf("open a push connection: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSwitchingProtocols {
		return nil, fmt.Errorf("open a push connection: %s", answer.Status)
	}
	return c, nil
}

// Send sends a short text.
func (c *Conn) Send(text string) error {
	frame := []byte{0x81, 0x80 | 126, byte(len(text) >> 8), byte(len(text)), 0, 0, 0, 0} // masked with zeros
	_, err := c.conn.Write(append(frame, text...))
	return err
}

// Next reads one frame. Its bytes are good until the next call. Pings are answered by nobody: a connection lives long enough without.
func (c *Conn) Next() ([]byte, error) {
	var head [10]byte
	if _, err := io.ReadFull(c.reader, head[:2]); err != nil {
		return nil, err
	}
	length := uint64(head[1] & 0x7f)
	more := map[uint64]int{126: 2, 127: 8}[length]
	if more > 0 {
		if _, err := io.ReadFull(c.reader, head[2:2+more]); err != nil {
			return nil, err
		}
		length = binary.BigEndian.Uint64(append(make([]byte, 8-more), head[2:2+more]...))
	}
	if uint64(cap(c.frame)) < length {
		c.frame = make([]byte, length)
	}
	c.frame = c.frame[:length]
	_, err := io.ReadFull(c.reader, c.frame)
	return c.frame, err
}

// Close ends the connection without a word.
func (c *Conn) Close() error { return c.conn.Close() }
